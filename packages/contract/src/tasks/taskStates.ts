import { SystemTaskState, TaskListState, type TaskState } from '../enumerations/task.ts';

export type TaskOutcome = { readonly state: TaskState; readonly total: number; readonly failed: number };

/** The number of a stored state in the system list. Waiting for the carrier counts as processing there. */
export function systemTaskStateOf(state: TaskState): SystemTaskState {
  const { untreated, processing, completed, processingFailed, cancelled } = SystemTaskState.values;
  const shown = { untreated, processing, waiting: processing, completed, failed: processingFailed, cancelled };
  return shown[state];
}

/** The number the task list shows. A completed task of which every item failed reads as failure. */
export function taskListStateOf({ state, total, failed }: TaskOutcome): TaskListState {
  const { untreated, processing, success, failure, termination, waitingQueryResult } = TaskListState.values;
  const completed = total > 0 && failed === total ? failure : success;
  const shown = {
    untreated,
    processing,
    waiting: waitingQueryResult,
    completed,
    failed: failure,
    cancelled: termination,
  };
  return shown[state];
}

const NEXT: Readonly<Record<TaskState, readonly TaskState[]>> = {
  untreated: ['processing', 'cancelled'],
  processing: ['waiting', 'completed', 'failed', 'cancelled'],
  waiting: ['processing', 'completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

/** A retry creates a new task linked to the old one: nothing leaves a final state. Pausing is a flag, not a state. */
export const mayTaskBecome = (from: TaskState, to: TaskState): boolean => NEXT[from].includes(to);

export const isTaskFinal = (state: TaskState): boolean => NEXT[state].length === 0;
