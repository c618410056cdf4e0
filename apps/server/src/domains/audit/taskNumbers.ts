import type { Ctx } from '../../framework/context.ts';
import { extensionPoint } from '../../framework/contributions.ts';

/** What the room of the tasks, a later one, answers about their numbers; within the caller's scope alone. */
export type TaskNumbers = {
  readonly idOf: (ctx: Ctx, taskNo: string) => Promise<string | undefined>;
  readonly numbersOf: (ctx: Ctx, taskIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
};

/** Rows know a task by its id; people know it by the number that the tasks room gave it. */
export const taskLookup = extensionPoint<TaskNumbers>('audit.taskLookup');

export const taskIdOf = async (ctx: Ctx, taskNo: string): Promise<string | undefined> =>
  ctx.contributed(taskLookup)?.idOf(ctx, taskNo);

export async function taskNumbersOf(ctx: Ctx, taskIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const lookup = ctx.contributed(taskLookup);
  return lookup && taskIds.length > 0 ? lookup.numbersOf(ctx, taskIds) : new Map();
}
