import { DEFAULT_ZONE } from '@cardinal/primitives/zone.ts';
import type { SheetColumn, SheetValue } from './sheetColumns.ts';
import { writeWhole } from './sheetFile.ts';
import { writeCsv } from './writeCsv.ts';
import { writeXlsx } from './writeXlsx.ts';

export type SheetToWrite = {
  readonly format: 'xlsx' | 'csv';
  readonly columns: readonly SheetColumn[];
  /** One value per column; consumed as fast as they are written, never collected. */
  readonly rows: AsyncIterable<readonly SheetValue[]> | Iterable<readonly SheetValue[]>;
  readonly sheetName?: string;
  /** The time zone of displayed times. */
  readonly timeZone?: string;
  /** Aborts the writing; no partial file is left. */
  readonly signal?: AbortSignal;
  readonly rowsPerSheet?: number;
};

export type WrittenSheet = {
  readonly rows: number;
  readonly sheets: number;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
};

/** Data rows below the heading that one Excel sheet can hold. */
export const ROWS_PER_SHEET = 1_048_575;

/**
 * Writes a sheet to `path`, complete or not at all. Formula characters are neutralised, identifiers in text columns keep their
 * digits, numbers stay numbers. A full disk throws `SheetDiskFull`; an error of `rows` is passed on.
 */
export async function writeSheet(path: string, sheet: SheetToWrite): Promise<WrittenSheet> {
  if (sheet.columns.length === 0) throw new RangeError('a sheet needs at least one column');
  const rowsPerSheet = sheet.rowsPerSheet ?? ROWS_PER_SHEET;
  if (!(rowsPerSheet >= 1 && rowsPerSheet <= ROWS_PER_SHEET)) throw new RangeError('rowsPerSheet');
  const timeZone = sheet.timeZone ?? DEFAULT_ZONE;
  const rows = sheet.signal ? stoppable(sheet.rows, sheet.signal) : sheet.rows;
  return writeWhole(path, (sink) =>
    sheet.format === 'csv'
      ? writeCsv(sink, sheet.columns, rows, { timeZone })
      : writeXlsx(sink, sheet.columns, rows, { timeZone, rowsPerSheet, sheetName: sheet.sheetName ?? 'Sheet1' }),
  );
}

async function* stoppable<T>(rows: AsyncIterable<T> | Iterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const row of rows) {
    signal.throwIfAborted();
    yield row;
  }
}
