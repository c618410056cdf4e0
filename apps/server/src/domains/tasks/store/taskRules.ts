import type { TaskState } from '@cardinal/contract/enumerations/task.ts';
import { isTaskFinal } from '@cardinal/contract/tasks/taskStates.ts';

/** The counters of a task; what waits or is being worked on is the rest of `total`. */
export type Counts = {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly skipped: number;
  readonly confirming: number;
};

/** How the counters move; items that turn from confirming to done take one off `confirming`. */
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
 * Where a task that has been begun stands by its counters. A final state stays: what was sent before a cancel is still
 * awaited and counted, and changes nothing any more.
 */
export function stateBy(state: TaskState, counts: Counts): TaskState {
  if (isTaskFinal(state)) return state;
  if (remainingOf(counts) > 0) return 'processing';
  if (counts.confirming > 0) return 'waiting';
  return counts.total > 0 && counts.failed === counts.total ? 'failed' : 'completed';
}

/** Final, and nothing is on its way any more. */
export const isDrained = (state: TaskState, counts: Counts): boolean =>
  isTaskFinal(state) && remainingOf(counts) === 0 && counts.confirming === 0;
