import type { FileHandle } from 'node:fs/promises';
import type { SheetLimits } from './sheetLimits.ts';
import type { SheetRow } from './sheetRow.ts';
import { readDateStyles } from './xlsx/dateStyles.ts';
import { readSharedStrings, SharedStrings } from './xlsx/sharedStrings.ts';
import { findWorkbookParts } from './xlsx/workbookParts.ts';
import { worksheetRows } from './xlsx/worksheetRows.ts';
import { ZipDirectory } from './xlsx/zipDirectory.ts';

/**
 * The rows of the first visible sheet of an .xlsx. Everything is streamed; only the shared strings stay in memory. Throws
 * `SheetRefusal` at the first problem, possibly after rows have been returned.
 */
export async function* readXlsx(
  file: FileHandle,
  size: number,
  limits: SheetLimits,
): AsyncGenerator<SheetRow, void, undefined> {
  const zip = await ZipDirectory.read(file, size, limits);
  const parts = await findWorkbookParts(zip, limits);
  const sharedStrings = parts.sharedStrings
    ? await readSharedStrings(parts.sharedStrings, zip.part(parts.sharedStrings), limits)
    : new SharedStrings(limits);
  const dateStyles = parts.styles
    ? await readDateStyles(parts.styles, zip.part(parts.styles), limits)
    : new Set<number>();
  const context = { sharedStrings, dateStyles, date1904: parts.date1904 };
  for await (const rows of worksheetRows(parts.sheet, zip.part(parts.sheet), context, limits)) {
    for (const row of rows) yield row;
  }
}
