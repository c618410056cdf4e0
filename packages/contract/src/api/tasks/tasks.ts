import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { ChangeSource } from '../../enumerations/card.ts';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { SystemTaskState, TaskItemState, TaskKind, TaskListState, TaskState } from '../../enumerations/task.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, rowSchema } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { queryFlag } from '../../framework/paging.ts';
import { notFound, periodTooLong } from '../../framework/standardRefusals.ts';
import { key } from '../../permissions/key.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { ACTION_CODES, TaskType } from '../../tasks/taskCatalogue.ts';
import { nouns } from '../../words.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('tasks');

/** Whether a second person must approve a task, and has. */
export const TaskApproval = enumeration('taskApproval', '审批', 'Approval', {
  none: { zh: '无需审批', en: 'Not needed' },
  pending: { zh: '待审批', en: 'Pending' },
  passed: { zh: '已通过', en: 'Passed' },
  rejected: { zh: '已驳回', en: 'Rejected' },
});
export type TaskApproval = ValueOf<typeof TaskApproval>;

/** The codes of `TaskType` by their names. */
export const TaskAction = enumeration(
  'taskAction',
  '操作',
  'Action',
  Object.fromEntries(
    ACTION_CODES.map((action) => {
      const { zh, en } = TaskType.members[action];
      return [action, { zh, en }];
    }),
  ) as Record<(typeof ACTION_CODES)[number], { zh: string; en: string }>,
);

export const taskEnded = refusal.conflict(501, 'taskEnded', '任务已结束，不能执行此操作', 'Task already ended');
export const taskNotPaused = refusal.conflict(502, 'taskNotPaused', '任务未暂停', 'Task is not paused');
export const taskAlreadyPaused = refusal.conflict(503, 'taskAlreadyPaused', '任务已暂停', 'Task already paused');
export const nothingToRetry = refusal.conflict(504, 'nothingToRetry', '没有可重试的失败项', 'No failed items to retry');
export const taskStillRunning = refusal.conflict(
  505,
  'taskStillRunning',
  '任务尚未结束，请结束后再重试失败项',
  'Task not finished yet; retry failed items after it ends',
);
export const taskNotUndoable = refusal.conflict(507, 'taskNotUndoable', '不能撤销：{why}', 'Cannot be undone: {why}');
export const taskNotCopied = refusal.conflict(508, 'taskNotCopied', '该任务不能复制', 'This task cannot be copied');
export const notPending = refusal.conflict(506, 'notPending', '任务不在待审批状态', 'Task is not awaiting approval');
export const checkOwnTask = refusal.forbidden(
  501,
  'checkOwnTask',
  '不能审批自己创建的任务',
  'You cannot approve a task you created',
);
const offeredSchema = z.object({
  pause: z.boolean(),
  resume: z.boolean(),
  cancel: z.boolean(),
  retry: z.boolean(),
  priority: z.boolean(),
  check: z.boolean(),
  result: z.boolean(),
});

export const taskFields = {
  id: field.id('任务标识', 'Task id', { filters: ['is'], exportable: false }),
  taskNo: field.identifier('任务编号', 'Task number', { filters: ['is', 'contains'] }),
  typeCode: field.enumeration(TaskType, { filters: ['is'], label: text('任务类型', 'Type') }),
  action: field.enumeration(TaskAction, { filters: ['is'], exportable: false }),
  kind: field.enumeration(TaskKind, { filters: ['is'], label: text('任务分类', 'Kind') }),
  title: field.text('标题', 'Title', { filters: ['contains'] }),
  /** The system list's own numbering, 0 to 4. */
  state: field.enumeration(SystemTaskState, { filters: ['is'], label: nouns.state }),
  /** As stored; distinguishes processing from waiting for the carrier. */
  stage: field.enumeration(TaskState, { filters: ['is'], label: text('阶段', 'Stage') }),
  /** The task list's numbering, 1 to 6. */
  listState: field.enumeration(TaskListState, { exportable: false, label: text('任务列表状态', 'Task list state') }),
  isPaused: field.flag('已暂停', 'Paused', { filters: ['is'] }),
  /** Why it is blocked, such as a carrier that does not answer. */
  heldWords: field.text('等待原因', 'Waiting reason', { nullable: true }),
  total: field.number('总数', 'Total', { filters: ['range'], sortable: true }),
  done: field.number('成功', 'Succeeded'),
  failed: field.number('失败', 'Failed', { sortable: true }),
  skipped: field.number('跳过', 'Skipped'),
  confirming: field.number('待确认', 'Waiting for the carrier'),
  /** Seconds to the end at the current pace; null if unknown. */
  etaSeconds: field.number('预计剩余秒数', 'Seconds left', { nullable: true, exportable: false }),
  currency: field.text('币种', 'Currency', { nullable: true }),
  reserved: field.money('预占金额', 'Reserved', { nullable: true }),
  charged: field.money('已扣金额', 'Charged', { nullable: true }),
  returned: field.money('退回金额', 'Returned', { nullable: true }),
  source: field.enumeration(ChangeSource, { filters: ['is'], label: nouns.source }),
  accountId: field.id('账号标识', 'Account id', { filters: ['is'], nullable: true, exportable: false }),
  accountName: field.text('账号', 'Account', { filters: ['contains'] }),
  customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
  customerName: field.text('客户', 'Customer'),
  priority: field.number('优先级', 'Priority', { sortable: true }),
  approval: field.enumeration(TaskApproval, { filters: ['is'] }),
  parentTaskId: field.id('原任务', 'Retry of', { filters: ['is'], nullable: true, exportable: false }),
  notBefore: field.time('计划开始', 'Not before', { nullable: true }),
  createdAt: field.time('创建时间', 'Created at', { filters: ['range'], sortable: true }),
  startedAt: field.time('开始时间', 'Started at', { nullable: true }),
  finishedAt: field.time('结束时间', 'Finished at', { filters: ['range'], sortable: true, nullable: true }),
  durationSeconds: field.number('耗时（秒）', 'Duration (s)', { nullable: true }),
  offered: field.object('可执行操作', 'Offered', offeredSchema),
};

/** Each equals a filter of the list: running and waiting by `stage`, failed by `hasFailures` and `finishedAtFrom`. */
export const taskFiguresSchema = z.object({
  running: z.number().int(),
  waitingForCarrier: z.number().int(),
  failedToday: z.number().int(),
  /** When the day of `failedToday` began: midnight in Shanghai. */
  todayFrom: z.iso.datetime({ offset: true }),
  oldestUntreatedAt: z.iso.datetime({ offset: true }).nullable(),
});

/** Tasks of the caller's customer and those below. A queried period is at most three months. */
export const listTasks = list({
  name: 'tasks.list',
  summary: text('系统任务', 'System tasks'),
  permission: key('systemTask.view'),
  exportPermission: key('systemTask.export'),
  fields: taskFields,
  defaultSort: '-createdAt',
  figures: taskFiguresSchema,
  extra: {
    /** A customer and everyone below it. */
    underCustomerId: idSchema.optional(),
    /** Tasks in which this number is a target. */
    target: z.string().min(4).max(64).optional(),
    hasFailures: queryFlag.optional(),
    /** Only what the caller started. */
    mine: queryFlag.optional(),
  },
  refusals: [periodTooLong],
  example: { query: { pageNum: 1, pageSize: 20, sort: '-createdAt' } },
});

const words = z.object({ zh: z.string(), en: z.string() });
const moment = z.iso.datetime({ offset: true });
const taskRef = z.object({ id: idSchema, taskNo: z.string() });

export const taskDetailSchema = rowSchema(taskFields).extend({
  parameters: z.record(z.string(), z.unknown()),
  selection: words.nullable(),
  failure: z.object({ code: z.string(), words }).nullable(),
  check: z.object({ by: z.string(), at: moment, note: z.string().nullable() }).nullable(),
  /** Why items failed or were skipped, most frequent first, at most 50. */
  troubles: z.array(
    z.object({
      state: z.enum(['failed', 'skipped']),
      code: z.string(),
      words,
      count: z.number().int(),
      advice: words.nullable(),
    }),
  ),
  /** Items settled in each minute of work, at most the last 240 minutes in which any were. */
  pace: z.array(
    z.object({ minute: moment, done: z.number().int(), failed: z.number().int(), skipped: z.number().int() }),
  ),
  /** The history of the task as a whole; worker entries only for platform accounts. */
  events: z.array(
    z.object({
      at: moment,
      event: z.string(),
      words,
      by: z.string().nullable(),
      worker: z.string().nullable(),
      isInternal: z.boolean(),
    }),
  ),
  held: z.array(z.object({ lane: z.string(), words, until: moment })),
  parent: taskRef.nullable(),
  retries: z.array(taskRef),
  /** Whether an undo may be previewed now; `why` not, if there is a reason to show. */
  undo: z.object({ isOffered: z.boolean(), why: words.nullable() }),
  /** The batch this one undoes, and those that undo this one. */
  undoes: taskRef.nullable(),
  undoneBy: z.array(taskRef),
});

export const readTaskDetail = read({
  name: 'tasks.detail',
  summary: text('任务详情', 'Task detail'),
  permission: key('systemTask.view'),
  query: { taskId: idSchema },
  answer: taskDetailSchema,
  example: { query: { taskId: '5002' } },
  refusals: [notFound],
});

export const taskItemFields = {
  seq: field.number('序号', 'No.', { sortable: true }),
  target: field.identifier('目标', 'Target', { filters: ['is', 'contains'] }),
  state: field.enumeration(TaskItemState, { filters: ['is'], label: text('结果', 'Result') }),
  code: field.text('原因代码', 'Reason code', { filters: ['is'], nullable: true }),
  reason: field.text('原因', 'Reason', { nullable: true }),
  attempts: field.number('尝试次数', 'Attempts'),
  amount: field.money('金额', 'Amount', { nullable: true }),
  settledAt: field.time('时间', 'Time', { nullable: true, filters: ['range'] }),
  reference: field.identifier('运营商流水号', 'Carrier reference', { nullable: true }),
};

/** The result of each target of a task, in order; its export is the result sheet. */
export const listTaskItems = list({
  name: 'tasks.items',
  summary: text('任务明细', 'Task items'),
  permission: key('systemTask.view'),
  exportPermission: key('systemTask.result'),
  fields: taskItemFields,
  defaultSort: 'seq',
  extra: { taskId: idSchema },
  example: { query: { taskId: '5002', pageNum: 1, pageSize: 20 } },
});

const ofTask = z.strictObject({ taskId: idSchema });

export const pauseTask = change({
  name: 'tasks.pause',
  summary: text('暂停任务', 'Pause task'),
  permission: key('systemTask.pause'),
  operation: OperationType.values.EditConfiguration,
  body: ofTask,
  answer: doneSchema,
  refusals: [notFound, taskEnded, taskAlreadyPaused],
  example: { body: { taskId: '5003' } },
});

export const resumeTask = change({
  name: 'tasks.resume',
  summary: text('继续任务', 'Resume task'),
  permission: key('systemTask.pause'),
  operation: OperationType.values.EditConfiguration,
  body: ofTask,
  answer: doneSchema,
  refusals: [notFound, taskEnded, taskNotPaused],
  example: { body: { taskId: '5001' } },
});

/** Items not started are skipped; items sent to a carrier are still awaited and reported. */
export const cancelTask = change({
  name: 'tasks.cancel',
  summary: text('取消任务', 'Cancel task'),
  permission: key('systemTask.cancel'),
  operation: OperationType.values.EditConfiguration,
  body: ofTask,
  answer: doneSchema,
  refusals: [notFound, taskEnded],
  example: { body: { taskId: '5001' } },
});

/** A new task of the failed items, linked to the old one. The action's own permission is required again. */
export const retryTask = change({
  name: 'tasks.retry',
  summary: text('重试失败项', 'Retry failed items'),
  permission: key('systemTask.retry'),
  operation: OperationType.values.EditConfiguration,
  body: ofTask,
  answer: z.object({ taskId: idSchema, taskNo: z.string(), total: z.number().int() }),
  refusals: [notFound, taskStillRunning, nothingToRetry],
  example: { body: { taskId: '5002' } },
});

export const prioritiseTask = change({
  name: 'tasks.priority',
  summary: text('调整任务优先级', 'Change task priority'),
  permission: key('systemTask.priority'),
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ taskId: idSchema, priority: z.number().int().min(0).max(9) }),
  answer: doneSchema,
  refusals: [notFound, taskEnded],
  example: { body: { taskId: '5001', priority: 3 } },
});

export const checkTask = change({
  name: 'tasks.check',
  summary: text('审批任务', 'Approve or reject task'),
  permission: key('systemTask.check'),
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ taskId: idSchema, passes: z.boolean(), note: z.string().trim().max(255).optional() }),
  answer: doneSchema,
  refusals: [notFound, notPending, checkOwnTask],
  example: { body: { taskId: '5003', passes: true } },
});

/** Also the content of a live event of a task. */
export const taskProgressSchema = z.object({
  taskId: idSchema,
  taskNo: z.string(),
  title: words,
  action: z.string(),
  state: TaskState.schema,
  isPaused: z.boolean(),
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  confirming: z.number().int(),
});
export type TaskProgress = z.output<typeof taskProgressSchema>;

/** Also of a file. */
export const readyDownloadSchema = z.object({
  downloadId: idSchema,
  downloadNo: z.string(),
  taskId: idSchema,
  title: words,
  state: z.string(),
  path: z.string().nullable(),
  expiresAt: moment.nullable(),
});
export type ReadyDownload = z.output<typeof readyDownloadSchema>;

/** The caller's own running tasks, those that ended within ten minutes, and files of the last day not yet downloaded. */
export const readTray = read({
  name: 'tasks.tray',
  summary: text('任务托盘', 'Task tray'),
  permission: 'authenticated',
  scope: 'own',
  answer: z.object({ tasks: z.array(taskProgressSchema), downloads: z.array(readyDownloadSchema) }),
});

/**
 * Server-sent events of the caller's own tasks and files: `task.progress` carries a `TaskProgress`, `download.ready` a
 * `ReadyDownload`; one without data means «refetch». A page that lost the stream reads the tray.
 */
export const streamTasks = read({
  name: 'tasks.stream',
  summary: text('任务进度推送', 'Live task progress'),
  permission: 'authenticated',
  scope: 'own',
  kind: 'stream',
  answer: z.null(),
});
