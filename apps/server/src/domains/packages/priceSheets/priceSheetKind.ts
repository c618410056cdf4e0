import {
  MOST_PRICE_ROWS,
  PRICE_SHEET_PROGRESS,
  priceSheetNotFound,
  priceSheetNotWaiting,
} from '@cardinal/contract/api/packages/priceSheets.ts';
import { filled, text } from '@cardinal/primitives/text.ts';
import type { Job, Reaction } from '../../../framework/domain.ts';
import { checkJob, endOfTask, type ImportKind, sweepJob } from '../../sheetImports/face.ts';
import { judgeRows } from './judgeRows.ts';
import { PRICE_COLUMNS, readPriceRow, storedFault, UNCHANGED } from './priceRowRules.ts';
import type { PriceSheetTable } from './sheetTables.ts';

const arrayOf = (codes: readonly string[]): string | null =>
  codes.length === 0 ? null : `{${codes.map((code) => JSON.stringify(code)).join(',')}}`;

const APPLY = text('应用价格表 {name}', 'Apply price sheet {name}');

/** Sheets of prices for children. */
export const PRICE_SHEET: ImportKind<PriceSheetTable> = {
  schema: 'packages',
  folder: 'price-sheets',
  letter: 'P',
  topic: PRICE_SHEET_PROGRESS,
  objectKind: 'priceSheet',
  action: 'distribute_package',
  notFound: priceSheetNotFound,
  notWaiting: priceSheetNotWaiting,
  already: UNCHANGED,
  hidesAlready: true,
  subject: 'subject',
  mostRows: MOST_PRICE_ROWS,
  staged: ['reading_id', 'row_number', 'subject', 'fields', 'cells', 'faults'],
  columns: () => PRICE_COLUMNS,
  reader: (_ctx, _sheet, readingId, places) => (row) => {
    const { subject, typed, faults } = readPriceRow(row, places);
    return [readingId, row.rowNumber, subject, JSON.stringify(typed), JSON.stringify(row.cells), arrayOf(faults)];
  },
  judge: judgeRows,
  stored: (_sheet, code) => storedFault(code),
  titles: ({ file_name: name }) => ({ write: filled(APPLY, { name }), undo: filled(APPLY, { name }) }),
};

export const checkPriceSheet = checkJob(PRICE_SHEET);
export const priceSheetJobs: readonly Job[] = [checkPriceSheet, sweepJob(PRICE_SHEET)];
export const priceSheetReactions: readonly Reaction[] = [endOfTask(PRICE_SHEET)];
