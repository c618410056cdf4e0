import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { enumeration } from '../../enumerations/enumeration.ts';
import { idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { queryFlag, queryInstant } from '../../framework/paging.ts';
import { periodTooLong } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { TaskAction } from '../tasks/tasks.ts';
import { numbersExtra } from './cardFields.ts';

/** Its result: pending, done locally, confirmed by the carrier, refused by it, never answered, or never sent. */
export const EventResult = enumeration('eventResult', '结果', 'Result', {
  asked: { zh: '已下发', en: 'Requested' },
  done: { zh: '已完成', en: 'Done' },
  confirmed: { zh: '运营商已确认', en: 'Confirmed' },
  refused: { zh: '被拒绝', en: 'Refused' },
  timedOut: { zh: '未得到答复', en: 'Timed out' },
  expired: { zh: '已失效，未下发', en: 'Expired unsent' },
});

export const EventSource = enumeration('eventSource', '来源', 'Source', {
  console: { zh: '控制台', en: 'Console' },
  api: { zh: '开放接口', en: 'API' },
  strategy: { zh: '策略', en: 'Strategy' },
  schedule: { zh: '定时', en: 'Schedule' },
  carrier: { zh: '运营商', en: 'Carrier' },
  endUser: { zh: '终端用户', en: 'End user' },
  import: { zh: '导入', en: 'Import' },
  byHand: { zh: '人工维护', en: 'Set manually' },
});

const foldedSchema = z.object({
  /** How many lines there are, counted up to a bound. */
  lines: z.number().int(),
  isMore: z.boolean(),
  /** Of how many customers. */
  customers: z.number().int(),
  /** The cards of the task and their results; null if the task is outside the caller's scope. */
  task: z.object({ total: z.number().int(), done: z.number().int(), failed: z.number().int() }).nullable(),
});

/**
 * Append-only; a query covers at most three months. Events from before the card belonged to the caller's customer are hidden;
 * «allocated in» is then the first row.
 */
export const listCardEvents = list({
  name: 'cardEvents.list',
  summary: text('卡操作记录', 'Card operation history'),
  permission: 'cardOpHistory.view',
  exportPermission: 'cardOpHistory.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    at: field.time('时间', 'Time', { filters: ['range'], sortable: true }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is', 'contains'] }),
    cardId: field.id('卡编号', 'Card id', { filters: ['is'], exportable: false }),
    operationType: field.enumeration(OperationType, { filters: ['is'], sortable: true }),
    action: field.enumeration(TaskAction, { filters: ['is'] }),
    fromValue: field.text('变更前', 'From', { nullable: true }),
    toValue: field.text('变更后', 'To', { nullable: true }),
    result: field.enumeration(EventResult, { filters: ['is'] }),
    source: field.enumeration(EventSource, { filters: ['is'] }),
    /** Absent where somebody above the caller acted. */
    actorName: field.text('操作人', 'Operator', { filters: ['is', 'contains'], nullable: true }),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('客户', 'Customer'),
    taskId: field.id('任务标识', 'Task id', { filters: ['is'], exportable: false, nullable: true }),
    taskNo: field.identifier('任务编号', 'Task number', { nullable: true }),
    /** The task whose refused operations this line's task retried. */
    retryOf: field.identifier('重跑自', 'Re-run of', { nullable: true }),
    carrierRef: field.identifier('运营商流水', 'Carrier reference', { nullable: true }),
    carrierWords: field.text('运营商答复', "Carrier's words", { nullable: true }),
    reason: field.text('原因', 'Reason', { nullable: true }),
    address: field.text('地址', 'Address', { nullable: true }),
    /** For a line that represents a task: a summary of its lines; null for a single line. */
    folded: field.object('任务记录', 'Task records', foldedSchema, { nullable: true }),
  },
  defaultSort: '-at',
  extra: {
    ...numbersExtra,
    /** One line per task on the visible cards. */
    folded: queryFlag.optional(),
    /** The lines behind a task's line, which is identified by id and time. */
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
