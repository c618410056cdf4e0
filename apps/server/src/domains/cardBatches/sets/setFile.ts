import { extensionOf, fileTypeRule, NUMBERS_FILE } from '@cardinal/primitives/file.ts';
import { openCsv } from '../../../sheets/readCsv.ts';
import { openSheet } from '../../../sheets/readSheet.ts';
import { SheetRefusal } from '../../../sheets/sheetRefusal.ts';
import type { SheetRow } from '../../../sheets/sheetRow.ts';
import { waitingFiles } from '../../sheetImports/face.ts';

/** Where a set's file waits to be read. */
export const setFiles = waitingFiles('sets');

export type OpenedNumbers = { rows(): AsyncGenerator<SheetRow, void, undefined>; close(): Promise<void> };

/** Opens a workbook or a text file of numbers; refuses an invalid name, size or file type at once. */
export async function openNumbers(path: string, fileName: string): Promise<OpenedNumbers> {
  const wrongType = fileTypeRule(NUMBERS_FILE.extensions)({ name: fileName, size: 0 });
  if (wrongType) throw new SheetRefusal('extension', wrongType);
  const limits = { bytes: NUMBERS_FILE.maxBytes, rows: NUMBERS_FILE.maxRows };
  const extension = extensionOf(fileName);
  if (extension === 'xlsx' || extension === 'xls') return openSheet(path, fileName, limits);
  return { ...(await openCsv(path, fileName, limits)), close: async () => {} };
}
