import { IMPORT_FILE, MB } from '@cardinal/primitives/file.ts';

/**
 * The resources a sheet may use. Settings may reduce `bytes` and `rows`; the other limits protect the process and follow from
 * them.
 */
export type SheetLimits = {
  /** Size of the file itself. */
  readonly bytes: number;
  /** Rows of data; heading rows are not counted. */
  readonly rows: number;
  /** Rows above the data, allowed in addition to `rows`. */
  readonly headingRows: number;
  /** Columns that may have content; empty cells further right are ignored. */
  readonly columns: number;
  /** Characters in one cell; 32,767 is Excel's own limit. */
  readonly cellLength: number;
  /** Unpacked bytes of all parts together, counted during unpacking. */
  readonly inflatedBytes: number;
  /** Unpacked bytes per packed byte; a workbook of real data stays below 30. */
  readonly inflationRatio: number;
  /** UTF-8 bytes of the shared string table, which stays in memory. */
  readonly sharedStringBytes: number;
  readonly sharedStrings: number;
  /** Elements in one part: real cells take some twenty bytes per element. */
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

/** Megabytes as shown to people, with at most one decimal. */
export const megabytes = (bytes: number): number => Math.round((bytes / MB) * 10) / 10;
