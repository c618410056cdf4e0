import type { Ctx } from '../../framework/context.ts';

/** What the room of the tasks, a later one, answers about their numbers; within the caller's scope alone. */
export type TaskNumbers = {
  readonly idOf: (ctx: Ctx, taskNo: string) => Promise<string | undefined>;
  readonly numbersOf: (ctx: Ctx, taskIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
};

let kept: TaskNumbers | undefined;

/** Rows know a task by its id; people know it by the number that the room of the tasks gave it. */
export function registerTaskNumbers(numbers: TaskNumbers): void {
  if (kept && kept !== numbers) throw new Error('Another room answers for the numbers of tasks already');
  kept = numbers;
}

export const taskIdOf = async (ctx: Ctx, taskNo: string): Promise<string | undefined> => kept?.idOf(ctx, taskNo);

export const taskNumbersOf = async (ctx: Ctx, taskIds: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  kept && taskIds.length > 0 ? kept.numbersOf(ctx, taskIds) : new Map();
