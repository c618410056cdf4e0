import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { enumeration } from '../../enumerations/enumeration.ts';
import { change, idSchema } from '../../framework/endpoint.ts';
import {
  enumerationField,
  identifierField,
  idField,
  objectField,
  textField,
  timeField,
} from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { queryFlag, queryInstant } from '../../framework/paging.ts';
import { notFound, periodTooLong } from '../../framework/standardRefusals.ts';
import { key } from '../../permissions/catalogue.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { listQuerySchema, previewSchema } from '../cardBatches/selection.ts';
import { nothingToRetry, TaskAction } from '../tasks/tasks.ts';
import { numbersExtra } from './cardFields.ts';
import { nothingRefused, refusedNotRepeated, refusedOfManyTasks, selectCardFirst } from './cardRefusals.ts';

/** What became of it: asked and pending, done here, confirmed by the carrier, refused by it, never answered, or never sent. */
export const EventResult = enumeration('eventResult', '结果', 'Result', {
  asked: { zh: '已下发', en: 'Asked' },
  done: { zh: '已完成', en: 'Done' },
  confirmed: { zh: '运营商已确认', en: 'Confirmed' },
  refused: { zh: '被拒绝', en: 'Refused' },
  timedOut: { zh: '未得到答复', en: 'Timed out' },
  expired: { zh: '已失效，未下发', en: 'Given up unsent' },
});

export const EventSource = enumeration('eventSource', '来源', 'Source', {
  console: { zh: '控制台', en: 'Console' },
  api: { zh: '开放接口', en: 'API' },
  strategy: { zh: '策略', en: 'Strategy' },
  schedule: { zh: '定时', en: 'Schedule' },
  carrier: { zh: '运营商', en: 'Carrier' },
  endUser: { zh: '终端用户', en: 'End user' },
  import: { zh: '导入', en: 'Import' },
  byHand: { zh: '人工维护', en: 'By hand' },
});

const foldedSchema = z.object({
  /** How many lines there are, counted up to a bound. */
  lines: z.number().int(),
  isMore: z.boolean(),
  /** Of how many customers. */
  customers: z.number().int(),
  /** The cards of the task, and what became of them; null where the task is not the caller's to know. */
  task: z.object({ total: z.number().int(), done: z.number().int(), failed: z.number().int() }).nullable(),
});

/** Append-only, a period of at most three months at once. Events from before a card came to one's customer are not shown; «allocated in» is then the first row. */
export const listCardEvents = list({
  name: 'cardEvents.list',
  summary: text('卡操作记录', 'Card operation history'),
  path: '/api/card-events/v1/list',
  permission: 'cardOpHistory.view',
  exportPermission: 'cardOpHistory.export',
  fields: {
    id: idField('编号', 'Id', { exportable: false }),
    at: timeField('时间', 'Time', { filters: ['range'], sortable: true }),
    iccid: identifierField('ICCID', 'ICCID', { filters: ['is', 'contains'] }),
    cardId: idField('卡编号', 'Card id', { filters: ['is'], exportable: false }),
    operationType: enumerationField(OperationType, { filters: ['is'], sortable: true }),
    action: enumerationField(TaskAction, { filters: ['is'] }),
    fromValue: textField('变更前', 'From', { nullable: true }),
    toValue: textField('变更后', 'To', { nullable: true }),
    result: enumerationField(EventResult, { filters: ['is'] }),
    source: enumerationField(EventSource, { filters: ['is'] }),
    /** Absent where somebody above the caller acted. */
    actorName: textField('操作人', 'Operator', { filters: ['is', 'contains'], nullable: true }),
    customerId: idField('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: textField('客户', 'Customer'),
    taskId: idField('任务标识', 'Task id', { filters: ['is'], exportable: false, nullable: true }),
    taskNo: identifierField('任务编号', 'Task number', { nullable: true }),
    /** The task whose refused operations this line's task asked again. */
    retryOf: identifierField('重跑自', 'Re-run of', { nullable: true }),
    carrierRef: identifierField('运营商流水', 'Carrier reference', { nullable: true }),
    carrierWords: textField('运营商答复', "Carrier's words", { nullable: true }),
    reason: textField('原因', 'Reason', { nullable: true }),
    address: textField('地址', 'Address', { nullable: true }),
    /** Of a line that stands for all its task left here: what it stands for; null of a line of its own. */
    folded: objectField('任务记录', 'Lines of the task', foldedSchema, { nullable: true }),
  },
  defaultSort: '-at',
  extra: {
    ...numbersExtra,
    /** One line for all a task left on the cards one sees. */
    folded: queryFlag.optional(),
    /** The lines such a one stands for; it is named with its time, by which lines lie. */
    under: idSchema.optional(),
    underAt: queryInstant.optional(),
    /** The number of the task that did it, whole. */
    taskNo: z.string().min(1).max(64).optional(),
  },
  refusals: [periodTooLong],
  figures: z.object({
    /** Operations a day by type, for the chart. */
    perDay: z.array(z.object({ day: z.iso.date(), operationType: z.number().int(), count: z.number().int() })),
  }),
});

const retryPreviewsSchema = z.object({
  previews: z.array(
    previewSchema.extend({
      taskId: idSchema,
      taskNo: z.string(),
      /** What the carrier said then, most frequent first. */
      refusedWith: z.array(z.object({ words: z.string(), count: z.number().int() })),
    }),
  ),
  /** Tasks among the chosen lines that nobody repeats. */
  notRepeated: z.number().int(),
});

/**
 * The previews of asking again what was refused of the chosen lines, one for each task they belong to: its action and
 * parameters, on the cards as they are now. Each is started with `cardActions.start`; the action's own permission is
 * needed too. What nobody repeats (an undo, what the system asked) is left out and counted.
 */
export const retryRefused = change({
  name: 'cardEvents.previewRetry',
  summary: text('重跑被拒绝的操作', 'Re-run refused operations'),
  path: '/api/card-events/v1/preview-retry',
  permission: 'cardOpHistory.retry',
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({
    source: z.discriminatedUnion('kind', [
      /** Picked lines, each with its time; a folded one means all it stands for. */
      z.strictObject({
        kind: z.literal('lines'),
        lines: z
          .array(
            z.strictObject({ id: idSchema, at: z.iso.datetime({ offset: true }), isFolded: z.boolean().optional() }),
          )
          .min(1)
          .max(1_000),
      }),
      /** The list's current query, as it stands in its URL. */
      z.strictObject({ kind: z.literal('filter'), query: listQuerySchema }),
    ]),
  }),
  answer: retryPreviewsSchema,
  refusals: [nothingRefused, refusedOfManyTasks, refusedNotRepeated, selectCardFirst],
  example: { body: { source: { kind: 'filter', query: { result: ['refused'], source: ['console'] } } } },
});

/**
 * The preview of asking again what failed of a finished task: the same action and parameters, on those cards as they are
 * now. It is started with `cardActions.start`; the action's own permission is needed too.
 */
export const previewTaskRetry = change({
  name: 'cardActions.previewRetry',
  summary: text('重试任务失败项的预检', 'Preview of retrying what failed of a task'),
  path: '/api/card-actions/v1/preview-retry',
  permission: key('systemTask.retry'),
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({ taskId: idSchema }),
  answer: retryPreviewsSchema,
  refusals: [notFound, nothingToRetry, refusedNotRepeated, selectCardFirst],
  example: { body: { taskId: '5002' } },
});
