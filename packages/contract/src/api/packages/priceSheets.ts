import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { ImportState } from '../cardImports/imports.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('packages');

export const priceSheetNotFound = refusal.notFound(1739, 'priceSheetNotFound', '价格表不存在', 'Price sheet not found');
export const priceSheetNotWaiting = refusal.conflict(
  1740,
  'priceSheetNotWaiting',
  '该价格表当前不能执行此操作',
  'Not possible in the present state of the price sheet',
);
export const priceSheetOvertaken = refusal.conflict(
  1741,
  'priceSheetOvertaken',
  '第 {row} 行自校验后已不可用：{reason}。没有写入任何价格，请重新上传',
  'Row {row} has become invalid since the check: {reason}. No price was written; upload the sheet again',
);

/** The event for open consoles while a price sheet is checked or applied. */
export const PRICE_SHEET_PROGRESS = 'packages.priceSheetProgress';

/** The most rows of a price sheet. */
export const MOST_PRICE_ROWS = 20_000;

/** `withoutWarned` leaves out the rows below which somebody would sell at a loss; `all` stops those sales. */
const choice = z.enum(['all', 'withoutWarned']);
const instant = z.iso.datetime({ offset: true });
const reasons = z.array(z.object({ words: z.string(), count: z.number().int() }));
const rows = z.array(z.object({ rowNumber: z.number().int(), subject: z.string(), words: z.string() }));

const permission = 'packageDistribute.import';
const operation = OperationType.values.DistributePackage;
const sheet = { priceSheetId: idSchema };
const example = { priceSheetId: '1' };
const steps = [priceSheetNotFound, priceSheetNotWaiting];

/** The packages of the caller's children with the prices in force, in the columns an upload has. */
export const downloadPriceSheet = read({
  name: 'priceSheets.download',
  summary: text('下载价格表', 'Download price sheet'),
  permission,
  kind: 'file',
  answer: z.unknown(),
});

/** First sheet, columns found by their titles. Answers immediately; the check continues as a job and writes no price. */
export const uploadPriceSheet = change({
  name: 'priceSheets.upload',
  summary: text('上传价格表', 'Upload price sheet'),
  permission,
  kind: 'upload',
  operation,
  body: z.strictObject({}),
  answer: z.object({ batchId: idSchema, batchNo: z.string() }),
});

export const readPriceSheet = read({
  name: 'priceSheets.detail',
  summary: text('价格表详情', 'Price sheet'),
  permission,
  query: sheet,
  answer: z.object({
    id: idSchema,
    batchNo: z.string(),
    state: ImportState.schema,
    fileName: z.string(),
    carrierAccountName: z.string(),
    customerName: z.string(),
    productCode: z.string().nullable(),
    rows: z.number().int(),
    progress: z.number().int(),
    /** New ones and changed ones. */
    good: z.number().int(),
    /** Packages the child does not have now. */
    fresh: z.number().int(),
    changed: z.number().int(),
    /** Rows with the price that holds anyway. */
    already: z.number().int(),
    bad: z.number().int(),
    /** Good rows with a warning. */
    warned: z.number().int(),
    imported: z.number().int(),
    removed: z.number().int(),
    kept: z.number().int(),
    failure: z.string().nullable(),
    /** Errors and warnings of rows, most frequent first; the first hundred rows of either. */
    reasons,
    badRows: rows,
    warnings: reasons,
    warnedRows: rows,
    taskId: idSchema.nullable(),
    undoTaskId: idSchema.nullable(),
    createdAt: instant,
    finishedAt: instant.nullable(),
  }),
  refusals: [priceSheetNotFound],
  example: { query: example },
});

/** Applies the good rows: up to two hundred at once, all or nothing; more as a task, row by row. */
export const decidePriceSheet = change({
  name: 'priceSheets.decide',
  summary: text('应用价格表', 'Apply price sheet'),
  permission,
  operation,
  body: z.strictObject({ ...sheet, choice }),
  answer: z.object({ taskId: idSchema.nullable() }),
  refusals: [...steps, priceSheetOvertaken],
  example: { body: { ...example, choice: 'withoutWarned' } },
});

export const cancelPriceSheet = change({
  name: 'priceSheets.cancel',
  summary: text('放弃价格表', 'Discard price sheet'),
  permission,
  operation,
  body: z.strictObject(sheet),
  answer: doneSchema,
  refusals: steps,
  example: { body: example },
});

/** The upload's own columns, the row number and the reason. */
export const wrongPriceRows = read({
  name: 'priceSheets.wrongRows',
  summary: text('下载价格表的错误行', 'Wrong rows of a price sheet'),
  permission,
  kind: 'file',
  query: sheet,
  answer: z.unknown(),
  refusals: [priceSheetNotFound],
  example: { query: example },
});
