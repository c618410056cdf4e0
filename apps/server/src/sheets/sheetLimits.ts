import { IMPORT_FILE, MB } from '@cardinal/primitives/file.ts';

/** What a sheet may cost us. Settings may tighten `bytes` and `rows`; the rest guards the process and follows from them. */
export type SheetLimits = {
  /** Size of the file itself. */
  readonly bytes: number;
  /** Rows of data; the heading rows are not counted among them. */
  readonly rows: number;
  /** Rows that stand above the data and are allowed on top of `rows`. */
  readonly headingRows: number;
  /** Columns that may hold content; empty cells further right are ignored. */
  readonly columns: number;
  /** Characters in one cell; 32,767 is Excel's own limit. */
  readonly cellLength: number;
  /** Bytes of all parts together once unpacked, counted while they are unpacked. */
  readonly inflatedBytes: number;
  /** Unpacked bytes per packed byte; a workbook of real data stays below 30. */
  readonly inflationRatio: number;
  /** UTF-8 bytes of the shared string table, which has to stay in memory. */
  readonly sharedStringBytes: number;
  readonly sharedStrings: number;
  /** Elements in one part: real cells take some twenty bytes for each of theirs. */
  readonly elements: number;
  /** Depth of XML elements. */
  readonly depth: number;
  /** Memory and time of the thread that reads the old .xls format. */
  readonly xlsMemoryMb: number;
  readonly xlsMilliseconds: number;
};

export const SHEET_LIMITS: SheetLimits = {
  bytes: IMPORT_FILE.maxBytes,
  rows: IMPORT_FILE.maxRows,
  headingRows: 1,
  columns: 200,
  cellLength: 32_767,
  inflatedBytes: 100 * MB,
  inflationRatio: 100,
  sharedStringBytes: 32 * MB,
  sharedStrings: 2_000_000,
  elements: 8_000_000,
  depth: 48,
  xlsMemoryMb: 256,
  xlsMilliseconds: 12_000,
};

/** Whole or tenth megabytes, as they are said to people. */
export const megabytes = (bytes: number): number => Math.round((bytes / MB) * 10) / 10;
