// What other rooms may ask of the tasks.

export { type Backlog, backlog } from './backlog.ts';
export { type FoundTask, findTasks, type TaskRef, taskIdOf, taskOf, taskRefs } from './findTasks.ts';
export { freeLane, itemsWaitingByLane } from './lanes.ts';
export { type LaterWord, laterWords } from './laterWords.ts';
export { recentPace } from './recentPace.ts';
export { taskToRepeat } from './retryTask.ts';
export { type Settlement, settleItems } from './settleItems.ts';
export { type NewTask, type StartedTask, startTask } from './startTask.ts';
export {
  type ItemAction,
  type Items,
  itemAction,
  type Json,
  LeaseLost,
  type NewItem,
  type Outcome,
  type Parameters,
  type RunningTask,
  type SelectedItems,
  type TaskAction,
  type Turn,
  type TurnItem,
  taskActions,
  type WayBack,
  type WholeAction,
  type WholeWork,
  wholeAction,
} from './taskAction.ts';
export { type TaskProgress, taskProgress } from './taskProgress.ts';
export { type TaskToCopy, taskToCopy } from './taskToCopy.ts';
export { taskToUndo } from './undoOffer.ts';
export { type WaitingTask, waitingTaskOf } from './waitingTask.ts';
