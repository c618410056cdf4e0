import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { SalesPlatform } from '../../enumerations/order.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { ImportState } from '../cardImports/imports.ts';
import { channelStatementNotFound, channelStatementNotWaiting } from './refusals.ts';

/** The event for open consoles while a statement is checked or applied. */
export const CHANNEL_STATEMENT_PROGRESS = 'channelStatements.progress';

/** The most rows of a statement, and the most days it covers. */
export const MOST_STATEMENT_ROWS = 10_000;
export const MOST_STATEMENT_DAYS = 62;

const permission = 'channelOrderList.import';
const operation = OperationType.values.AdjustMoney;
const instant = z.iso.datetime({ offset: true });
const day = z.iso.date();
const statement = { channelStatementId: idSchema };
const example = { channelStatementId: '1' };
const steps = [channelStatementNotFound, channelStatementNotWaiting];

/** The statements of sales platforms that the caller's customer imported. */
export const listChannelStatements = list({
  name: 'channelStatements.list',
  summary: text('渠道对账单', 'Statements'),
  permission: 'channelOrderList.view',
  exportPermission: 'channelOrderList.export',
  scope: 'own',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    batchNo: field.identifier('批次号', 'Batch no.', { filters: ['is'] }),
    state: field.enumeration(ImportState, { filters: ['is'] }),
    salesPlatform: field.enumeration(SalesPlatform, { filters: ['is'] }),
    periodFrom: field.day('账期开始', 'From', { filters: ['range'] }),
    periodTo: field.day('账期结束', 'To'),
    fileName: field.text('文件', 'File', { filters: ['contains'] }),
    rows: field.number('行数', 'Rows'),
    fresh: field.number('新增', 'New'),
    changed: field.number('更新', 'Changed'),
    already: field.number('没有变化', 'Unchanged'),
    bad: field.number('错误', 'Wrong'),
    /** When it was applied. */
    differences: field.number('发现差异', 'Differences found'),
    operator: field.text('操作人', 'Operator', { filters: ['is'] }),
    createdAt: field.time('创建时间', 'Created at', { filters: ['range'], sortable: true }),
    finishedAt: field.time('完成时间', 'Finished at', { nullable: true }),
  },
  defaultSort: '-createdAt',
});

export const channelStatementTemplate = read({
  name: 'channelStatements.template',
  summary: text('下载对账单模板', 'Statement template'),
  permission,
  kind: 'file',
  answer: z.unknown(),
});

/** xls or xlsx, first sheet, columns found by their titles. Answers at once; the check continues as a job and changes nothing. */
export const uploadChannelStatement = change({
  name: 'channelStatements.upload',
  summary: text('上传渠道对账单', 'Upload a statement'),
  permission,
  kind: 'upload',
  operation,
  body: z.strictObject({
    salesPlatform: SalesPlatform.schema,
    /** The days it covers, China's, both included. */
    periodFrom: day,
    periodTo: day,
  }),
  answer: z.object({ batchId: idSchema, batchNo: z.string() }),
});

export const readChannelStatement = read({
  name: 'channelStatements.detail',
  summary: text('渠道对账单详情', 'Statement'),
  permission,
  query: statement,
  answer: z.object({
    id: idSchema,
    batchNo: z.string(),
    state: ImportState.schema,
    salesPlatform: SalesPlatform.schema,
    periodFrom: day,
    periodTo: day,
    fileName: z.string(),
    carrierAccountName: z.string(),
    customerName: z.string(),
    productCode: z.string().nullable(),
    rows: z.number().int(),
    progress: z.number().int(),
    /** New ones and changed ones. */
    good: z.number().int(),
    fresh: z.number().int(),
    changed: z.number().int(),
    /** Rows that are known as they are. */
    already: z.number().int(),
    bad: z.number().int(),
    /** Of the good rows: what is settled, in the customer's currency. */
    settled: integerString,
    currency: z.string(),
    imported: z.number().int(),
    /** Differences that were found when it was applied. */
    differences: z.number().int(),
    removed: z.number().int(),
    kept: z.number().int(),
    failure: z.string().nullable(),
    reasons: z.array(z.object({ words: z.string(), count: z.number().int() })),
    badRows: z.array(z.object({ rowNumber: z.number().int(), subject: z.string(), words: z.string() })),
    taskId: idSchema.nullable(),
    undoTaskId: idSchema.nullable(),
    createdAt: instant,
    finishedAt: instant.nullable(),
  }),
  refusals: [channelStatementNotFound],
  example: { query: example },
});

/** Takes the good rows over and compares them with our orders: all in one transaction. */
export const decideChannelStatement = change({
  name: 'channelStatements.decide',
  summary: text('导入渠道对账单', 'Apply a statement'),
  permission,
  operation,
  body: z.strictObject({ ...statement, choice: z.literal('all') }),
  answer: z.object({ taskId: idSchema.nullable() }),
  refusals: steps,
  example: { body: { ...example, choice: 'all' } },
});

export const cancelChannelStatement = change({
  name: 'channelStatements.cancel',
  summary: text('放弃渠道对账单', 'Discard a statement'),
  permission,
  operation,
  body: z.strictObject(statement),
  answer: doneSchema,
  refusals: steps,
  example: { body: example },
});

/** The upload's own columns, the row number and the reason; redeem codes are left out. */
export const wrongChannelStatementRows = read({
  name: 'channelStatements.wrongRows',
  summary: text('下载对账单的错误行', 'Wrong rows of a statement'),
  permission,
  kind: 'file',
  query: statement,
  answer: z.unknown(),
  refusals: [channelStatementNotFound],
  example: { query: example },
});
