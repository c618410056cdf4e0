// What other rooms may use of the tasks.

export { freeLane, itemsWaitingByLane } from './leases/lanes.ts';
export { taskToRepeat } from './steering/retryTask.ts';
export { type NewTask, type StartedTask, startTask } from './steering/startTask.ts';
export { cancelPending, cancelTask, checkTask } from './steering/steerTask.ts';
export { taskToUndo } from './steering/undoOffer.ts';
export { type Backlog, backlog } from './store/backlog.ts';
export { type LaterWord, laterWords } from './store/laterWords.ts';
export { recentPace } from './store/recentPace.ts';
export { type Settlement, settleItems } from './store/settleItems.ts';
export {
  type ItemAction,
  type Items,
  itemAction,
  type Json,
  type LeasedBatch,
  type LeasedItem,
  LeaseLost,
  type NewItem,
  type Outcome,
  type Parameters,
  type RunningTask,
  type SelectedItems,
  type TaskAction,
  taskActions,
  type WayBack,
  type WholeAction,
  type WholeWork,
  wholeAction,
} from './store/taskAction.ts';
export { type TaskToCopy, taskToCopy } from './store/taskToCopy.ts';
export { type WaitingTask, waitingTaskOf } from './store/waitingTask.ts';
export {
  type FoundTask,
  findTasks,
  type TaskCheck,
  type TaskRef,
  taskChecks,
  taskIdOf,
  taskOf,
  taskRefs,
} from './views/findTasks.ts';
export { type TaskProgress, taskProgress } from './views/taskProgress.ts';
