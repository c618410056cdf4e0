import type { Ctx } from '../../framework/context.ts';
import { extensionPoint } from '../../framework/contributions.ts';

/** What the tasks room, a later one, answers about task numbers, within the caller's scope. */
export type TaskNumbers = {
  readonly idOf: (ctx: Ctx, taskNo: string) => Promise<string | undefined>;
  readonly numbersOf: (ctx: Ctx, taskIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
};

/** Rows hold a task's id; people know it by the number the tasks room gave it. */
export const taskLookup = extensionPoint<TaskNumbers>('audit.taskLookup');

export const taskIdOf = async (ctx: Ctx, taskNo: string): Promise<string | undefined> =>
  ctx.contributed(taskLookup)?.idOf(ctx, taskNo);

export async function taskNumbersOf(ctx: Ctx, taskIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const lookup = ctx.contributed(taskLookup);
  return lookup && taskIds.length > 0 ? lookup.numbersOf(ctx, taskIds) : new Map();
}
