import { enumeration, type ValueOf } from './enumeration.ts';

/**
 * The state of a task, as stored. Two lists show it with different numberings: see `systemTaskStateOf` and `taskListStateOf` in
 * `tasks/taskStates.ts`.
 */
export const TaskState = enumeration('taskState', '任务状态', 'Task state', {
  untreated: { zh: '未处理', en: 'Unprocessed' },
  processing: { zh: '处理中', en: 'Processing' },
  waiting: { zh: '等待运营商确认', en: 'Waiting for the carrier' },
  completed: { zh: '已完成', en: 'Completed' },
  failed: { zh: '处理失败', en: 'Processing failed' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
});
export type TaskState = ValueOf<typeof TaskState>;

/** Numbering of the system list (系统任务). */
export const SystemTaskState = enumeration('systemTaskState', '系统任务状态', 'System task state', {
  untreated: { value: 0, zh: '未处理', en: 'Unprocessed' },
  processing: { value: 1, zh: '处理中', en: 'Processing' },
  completed: { value: 2, zh: '已完成', en: 'Completed' },
  processingFailed: { value: 3, zh: '处理失败', en: 'Processing failed' },
  cancelled: { value: 4, zh: '已取消', en: 'Cancelled' },
});
export type SystemTaskState = ValueOf<typeof SystemTaskState>;

/** Numbering of the task list (batch operations, open interface). */
export const TaskListState = enumeration('taskListState', '任务列表状态', 'Task list state', {
  untreated: { value: 1, zh: '未处理', en: 'Unprocessed' },
  processing: { value: 2, zh: '处理中', en: 'Processing' },
  success: { value: 3, zh: '成功', en: 'Succeeded' },
  failure: { value: 4, zh: '失败', en: 'Failed' },
  termination: { value: 5, zh: '已终止', en: 'Terminated' },
  waitingQueryResult: { value: 6, zh: '等待查询结果', en: 'Waiting for query result' },
});
export type TaskListState = ValueOf<typeof TaskListState>;

/** What a task does to one of its targets. */
export const TaskItemState = enumeration('taskItemState', '明细状态', 'Item state', {
  waiting: { zh: '待处理', en: 'Waiting' },
  processing: { zh: '处理中', en: 'Processing' },
  confirming: { zh: '等待运营商确认', en: 'Waiting for the carrier' },
  done: { zh: '成功', en: 'Succeeded' },
  failed: { zh: '失败', en: 'Failed' },
  skipped: { zh: '已跳过', en: 'Skipped' },
});
export type TaskItemState = ValueOf<typeof TaskItemState>;

/** Kind 0 is started only by its own screen or the system; users choose among the actions of 1 to 6. */
export const TaskKind = enumeration('taskKind', '任务分类', 'Task kind', {
  own: { value: 0, zh: '系统', en: 'System' },
  status: { value: 1, zh: '状态', en: 'Status' },
  package: { value: 2, zh: '套餐', en: 'Package' },
  network: { value: 3, zh: '网络', en: 'Network' },
  information: { value: 4, zh: '资料', en: 'Information' },
  distribution: { value: 5, zh: '划拨', en: 'Distribution' },
  realNameAndMessage: { value: 6, zh: '实名与消息', en: 'Real name and messages' },
});
export type TaskKind = ValueOf<typeof TaskKind>;
