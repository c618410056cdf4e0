import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { enumeration } from '../../enumerations/enumeration.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { periodTooLong } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('audit');

export const OperationResult = enumeration('operationResult', '结果', 'Result', {
  done: { zh: '成功', en: 'Succeeded' },
  refused: { zh: '被拒绝', en: 'Refused' },
});

export const ErrorSource = enumeration('errorSource', '来源', 'Source', {
  console: { zh: '控制台', en: 'Console' },
  api: { zh: '接口', en: 'API' },
  worker: { zh: '后台任务', en: 'Worker' },
  carrier: { zh: '运营商适配', en: 'Carrier adapter' },
});

export const ErrorState = enumeration('errorState', '状态', 'State', {
  new: { zh: '新', en: 'New' },
  seen: { zh: '已查看', en: 'Viewed' },
  fixed: { zh: '已修复', en: 'Fixed' },
  ignored: { zh: '已忽略', en: 'Ignored' },
});

export const errorNotFound = refusal.notFound(401, 'errorNotFound', '错误记录不存在', 'Error entry not found');

/**
 * Append-only for everyone. A parent sees its children's rows; actors from above are not named. A queried period is at most
 * three months.
 */
export const listOperations = list({
  name: 'operationLog.list',
  summary: text('操作日志', 'Operation log'),
  permission: 'operationLog.view',
  exportPermission: 'operationLog.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    at: field.time('时间', 'Time', { filters: ['range'], sortable: true }),
    operationType: field.enumeration(OperationType, { filters: ['is'], sortable: true }),
    actorName: field.text('账号', 'Account', { filters: ['is', 'contains'] }),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('客户', 'Customer'),
    /** The customer whose view was active during the attempt. */
    actingFor: field.text('代看', 'On behalf of', { nullable: true }),
    objectKind: field.text('对象', 'Object', { filters: ['is'], nullable: true }),
    objectId: field.identifier('对象编号', 'Object id', { filters: ['is'], nullable: true }),
    summary: field.text('摘要', 'Summary', { filters: ['contains'], nullable: true }),
    result: field.enumeration(OperationResult, { filters: ['is'] }),
    endpoint: field.text('接口', 'Endpoint', { filters: ['is'] }),
    permission: field.text('权限标识', 'Permission', { filters: ['is'] }),
    address: field.identifier('地址', 'Address', { filters: ['is'] }),
    requestId: field.identifier('请求编号', 'Request ID', { filters: ['is'] }),
    taskId: field.id('任务标识', 'Task id', { filters: ['is'], nullable: true, exportable: false }),
    /** Absent where the task is beyond the caller's scope. */
    taskNo: field.identifier('任务编号', 'Task number', { nullable: true }),
    before: field.object('变更前', 'Before', z.unknown(), { nullable: true }),
    after: field.object('变更后', 'After', z.unknown(), { nullable: true }),
    /** The fields of both in the caller's language. */
    fieldNames: field.object('字段名称', 'Field names', z.record(z.string(), z.string()), { exportable: false }),
  },
  defaultSort: '-at',
  extra: {
    /** What this account did. */
    accountId: idSchema.optional(),
    /** A customer and everyone below it. */
    underCustomerId: idSchema.optional(),
    /** What was done to this task, and what started it. */
    taskNo: z.string().trim().min(4).max(32).optional(),
  },
  figures: z.object({
    /** Operations a day by type, for the chart. */
    perDay: z.array(z.object({ day: z.iso.date(), operationType: z.number().int(), count: z.number().int() })),
  }),
  refusals: [periodTooLong],
});

/**
 * Recomputes the hash chain over a period or from its beginning; returns the first number that does not match. A period is
 * verified from the last seal before it; a truncated end is always detected.
 */
export const verifyOperations = read({
  name: 'operationLog.verify',
  summary: text('校验操作日志', 'Verify the operation log'),
  permission: 'operationLog.verify',
  scope: 'global',
  query: {
    from: z.iso.datetime({ offset: true }).optional(),
    to: z.iso.datetime({ offset: true }).optional(),
  },
  answer: z.object({
    checked: z.number().int(),
    unsealed: z.number().int(),
    headSeq: z.string(),
    /** The heads kept outside the database that the chain was compared with. Without one a cut end is not seen. */
    outside: z.number().int(),
    isWhole: z.boolean(),
    brokenAt: z.string().nullable(),
    problem: z.string().nullable(),
  }),
  example: {},
});

const hourSchema = z.object({ hour: z.iso.datetime({ offset: true }), count: z.number().int() });

export const listErrors = list({
  name: 'errorLog.list',
  summary: text('错误日志', 'Error log'),
  permission: 'errorLog.view',
  scope: 'global',
  fields: {
    id: field.id('编号', 'ID'),
    lastSeen: field.time('最近出现', 'Last seen', { filters: ['range'], sortable: true }),
    firstSeen: field.time('首次出现', 'First seen', { sortable: true }),
    occurrences: field.number('次数', 'Count', { sortable: true }),
    accounts: field.number('涉及账号', 'Accounts', { sortable: true }),
    source: field.enumeration(ErrorSource, { filters: ['is'] }),
    place: field.text('位置', 'Place', { filters: ['is', 'contains'] }),
    message: field.text('消息', 'Message', { filters: ['contains'] }),
    version: field.text('版本', 'Version', { filters: ['is'] }),
    state: field.enumeration(ErrorState, { filters: ['is'] }),
    note: field.text('备注', 'Note', { nullable: true }),
  },
  /** `account`, `underCustomerId`: met by this account, by one of this customer or below. */
  extra: {
    requestId: z.string().max(64).optional(),
    account: z.string().min(1).max(64).optional(),
    underCustomerId: idSchema.optional(),
  },
  defaultSort: '-lastSeen',
  figures: z.object({
    /** Occurrences of the listed errors by hour over the last 7 days. */
    perHour: z.array(hourSchema),
  }),
});

export const readError = read({
  name: 'errorLog.detail',
  summary: text('错误详情', 'Error detail'),
  permission: 'errorLog.view',
  scope: 'global',
  query: { id: idSchema },
  answer: z.object({
    id: idSchema,
    message: z.string(),
    place: z.string(),
    samples: z.array(
      z.object({
        at: z.iso.datetime({ offset: true }),
        requestId: z.string(),
        /** Null where nobody was signed in. */
        account: z.string().nullable(),
        stack: z.string().nullable(),
        crumbs: z.array(z.string()),
      }),
    ),
    perHour: z.array(hourSchema),
  }),
  refusals: [errorNotFound],
  example: { query: { id: '1' } },
});

export const handleError = change({
  name: 'errorLog.handle',
  summary: text('处理错误', 'Handle an error'),
  permission: 'errorLog.handle',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema, state: ErrorState.schema, note: z.string().max(255).optional() }),
  answer: doneSchema,
  refusals: [errorNotFound],
  example: { body: { id: '1', state: 'seen' } },
});

export const cleanErrors = change({
  name: 'errorLog.clean',
  summary: text('清理旧错误', 'Delete old errors'),
  permission: 'errorLog.clean',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ olderThanDays: z.number().int().min(1).max(3_650) }),
  answer: z.object({ removed: z.number().int() }),
  example: { body: { olderThanDays: 90 } },
});
