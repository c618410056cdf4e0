import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CardKind, CardSize, Platform } from '../../enumerations/card.ts';
import { enumeration } from '../../enumerations/enumeration.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { ImportMode, importTerms } from './importSources.ts';
import { importHasWrongRows, importNotFound, importNotWaiting } from './refusals.ts';

/** checking → waiting (dry run read, a person chooses) → running → done → undoing → undone; cancelled and failed are ends. */
export const ImportState = enumeration('importState', '状态', 'State', {
  checking: { zh: '校验中', en: 'Checking' },
  waiting: { zh: '待确认', en: 'Awaiting confirmation' },
  running: { zh: '导入中', en: 'Importing' },
  done: { zh: '已完成', en: 'Done' },
  failed: { zh: '失败', en: 'Failed' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
  undoing: { zh: '撤销中', en: 'Undoing' },
  undone: { zh: '已撤销', en: 'Undone' },
});

/** The event for open consoles while a batch runs; a page that missed one refetches the batch. */
export const IMPORT_PROGRESS = 'import.progress';

const instant = z.iso.datetime({ offset: true });

export const listImports = list({
  name: 'imports.list',
  summary: text('导入批次', 'Import batches'),
  permission: 'importCard.view',
  exportPermission: 'importCard.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    batchNo: field.identifier('批次号', 'Batch no.', { filters: ['is', 'contains'], sortable: true }),
    state: field.enumeration(ImportState, { filters: ['is'] }),
    mode: field.enumeration(ImportMode, { filters: ['is'] }),
    /** The sheet, the first segment, or the account that was listed. */
    fileName: field.text('来源', 'Source name', { filters: ['contains'] }),
    /** SHA-256, as a checksum tool prints it. */
    fileSha256: field.identifier('文件哈希', 'File hash', { filters: ['is'] }),
    carrierAccountId: field.id('通道编号', 'Carrier account id', { filters: ['is'], exportable: false }),
    carrierAccountName: field.text('通道', 'Carrier account'),
    platform: field.enumeration(Platform, { filters: ['is'] }),
    kind: field.enumeration(CardKind, { filters: ['is'] }),
    productCode: field.text('产品', 'Product', { filters: ['is'], nullable: true }),
    rows: field.number('行数', 'Rows'),
    good: field.number('可导入', 'Good'),
    bad: field.number('错误', 'Bad'),
    already: field.number('已存在', 'Already there'),
    imported: field.number('已导入', 'Imported'),
    operator: field.text('操作人', 'Operator', { filters: ['is'] }),
    createdAt: field.time('创建时间', 'Created at', { filters: ['range'], sortable: true }),
    finishedAt: field.time('完成时间', 'Finished at', { nullable: true }),
    taskId: field.id('任务编号', 'Task id', { exportable: false, nullable: true }),
  },
  extra: { iccid: z.string().min(4).max(32).optional() },
  defaultSort: '-createdAt',
});

/**
 * xls or xlsx, first sheet, columns found by their titles (ICCID required). Answers immediately; the dry run continues as a
 * job.
 */
export const uploadImport = change({
  name: 'imports.upload',
  summary: text('上传导入文件', 'Upload an import file'),
  permission: 'importCard.import',
  kind: 'upload',
  operation: OperationType.values.ImportCard,
  body: z.strictObject(importTerms),
  answer: z.object({ batchId: idSchema, batchNo: z.string() }),
});

export const readImport = read({
  name: 'imports.detail',
  summary: text('导入批次详情', 'Import batch'),
  permission: 'importCard.view',
  query: { batchId: idSchema },
  answer: z.object({
    id: idSchema,
    batchNo: z.string(),
    state: ImportState.schema,
    mode: ImportMode.schema,
    fileName: z.string(),
    rows: z.number().int(),
    carrierAccountId: idSchema,
    carrierAccountName: z.string(),
    platform: Platform.schema,
    kind: CardKind.schema,
    /** Null in batches from before cards had products. */
    productCode: z.string().nullable(),
    /** The owner of the cards. */
    customerName: z.string(),
    /** Rows read by the dry run so far, then rows written by the run. */
    progress: z.number().int(),
    good: z.number().int(),
    bad: z.number().int(),
    already: z.number().int(),
    imported: z.number().int(),
    /** Of an undone batch: cards removed, and cards kept because they were used since. */
    removed: z.number().int(),
    kept: z.number().int(),
    failure: z.string().nullable(),
    /** For rows that name none. */
    size: CardSize.schema.nullable(),
    remark: z.string().nullable(),
    /** The batch that brought cards from the very same file before. */
    sameFileAs: z.string().nullable(),
    /** Why rows are bad, most frequent first, and the first hundred of them. */
    reasons: z.array(z.object({ words: z.string(), count: z.number().int() })),
    badRows: z.array(z.object({ rowNumber: z.number().int(), iccid: z.string(), words: z.string() })),
    taskId: idSchema.nullable(),
    undoTaskId: idSchema.nullable(),
    createdAt: instant,
    finishedAt: instant.nullable(),
  }),
  refusals: [importNotFound],
  example: { query: { batchId: '1' } },
});

/**
 * After the dry run: imports the valid rows in parts, or the whole sheet at once, which requires every row to be valid. Without
 * any valid row the batch ends immediately without a task.
 */
export const decideImport = change({
  name: 'imports.decide',
  summary: text('确认导入', 'Confirm import'),
  permission: 'importCard.import',
  operation: OperationType.values.ImportCard,
  body: z.strictObject({ batchId: idSchema, choice: z.enum(['goodOnly', 'allOrNothing']) }),
  answer: z.object({ taskId: idSchema.nullable() }),
  refusals: [importNotFound, importNotWaiting, importHasWrongRows],
  example: { body: { batchId: '1', choice: 'goodOnly' } },
});

/** Removes the untouched cards as a task; the batch counts removed and kept ones. */
export const undoImport = change({
  name: 'imports.undo',
  summary: text('撤销导入', 'Undo import'),
  permission: 'importCard.undo',
  operation: OperationType.values.ImportCard,
  body: z.strictObject({ batchId: idSchema }),
  answer: z.object({ taskId: idSchema }),
  refusals: [importNotFound, importNotWaiting],
  example: { body: { batchId: '1' } },
});

export const importTemplate = read({
  name: 'imports.template',
  summary: text('下载导入模板', 'Import template'),
  permission: 'importCard.view',
  kind: 'file',
  answer: z.unknown(),
});

/** The invalid rows as a sheet with the upload's own columns and a reason column. */
export const wrongRowsSheet = read({
  name: 'imports.wrongRows',
  summary: text('下载错误行', 'Download rejected rows'),
  path: '/api/imports/v1/wrongRows',
  permission: 'importCard.view',
  kind: 'file',
  query: { batchId: idSchema },
  answer: z.unknown(),
  refusals: [importNotFound],
  example: { query: { batchId: '1' } },
});

export const importOptions = read({
  name: 'imports.options',
  summary: text('导入可选项', 'Import options'),
  namesCarriers: true,
  permission: 'importCard.view',
  answer: z.object({
    carrierAccounts: z.array(z.object({ id: idSchema, name: z.string(), platform: Platform.schema })),
    kinds: z.array(z.object({ value: CardKind.schema, label: z.string() })),
    sizes: z.array(z.object({ value: CardSize.schema, label: z.string() })),
  }),
});

/** Before anything is written; a running import is cancelled as the task it is. */
export const cancelImport = change({
  name: 'imports.cancel',
  summary: text('取消导入', 'Cancel an import'),
  permission: 'importCard.import',
  operation: OperationType.values.ImportCard,
  body: z.strictObject({ batchId: idSchema }),
  answer: doneSchema,
  refusals: [importNotFound, importNotWaiting],
  example: { body: { batchId: '1' } },
});
