import type { TaskState } from '@cardinal/contract/enumerations/task.ts';
import { isTaskFinal } from '@cardinal/contract/tasks/taskStates.ts';

/** The counters of a task; waiting and processing items are the rest of `total`. */
export type Counts = {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly skipped: number;
  readonly confirming: number;
};

/** How the counters change; an item that goes from confirming to done subtracts one from `confirming`. */
export type Delta = Partial<Counts>;

export const remainingOf = (counts: Counts): number =>
  counts.total - counts.done - counts.failed - counts.skipped - counts.confirming;

export function moved(counts: Counts, delta: Delta): Counts {
  return {
    total: counts.total + (delta.total ?? 0),
    done: counts.done + (delta.done ?? 0),
    failed: counts.failed + (delta.failed ?? 0),
    skipped: counts.skipped + (delta.skipped ?? 0),
    confirming: counts.confirming + (delta.confirming ?? 0),
  };
}

/**
 * The state of a started task by its counters. A final state stays: items sent before a cancel are still awaited and counted,
 * without changing the state.
 */
export function stateBy(state: TaskState, counts: Counts): TaskState {
  if (isTaskFinal(state)) return state;
  if (remainingOf(counts) > 0) return 'processing';
  if (counts.confirming > 0) return 'waiting';
  return counts.total > 0 && counts.failed === counts.total ? 'failed' : 'completed';
}

/** Final, and no item is under way. */
export const isDrained = (state: TaskState, counts: Counts): boolean =>
  isTaskFinal(state) && remainingOf(counts) === 0 && counts.confirming === 0;
