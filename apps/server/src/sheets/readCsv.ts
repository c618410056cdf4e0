import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { extensionOf, fileSizeRule, sheetKindOf } from '@cardinal/primitives/file.ts';
import { SHEET_LIMITS, type SheetLimits } from './sheetLimits.ts';
import { refusal, SheetRefusal } from './sheetRefusal.ts';
import { RowAssembly, type SheetRow } from './sheetRow.ts';

const HEAD_BYTES = 65_536;
/** A long number after a spreadsheet has saved it as text: its last digits are lost. */
const ROUNDED = /^\d(\.\d+)?E\+?\d\d$/i;

/**
 * Opens a text of values separated by commas, semicolons or tabs, as programs and people write them: UTF-8, UTF-16 or GB 18030.
 * Refuses at once what is no text; otherwise like `openSheet`.
 */
export async function openCsv(path: string, fileName: string, tightened: Partial<SheetLimits> = {}) {
  const limits = { ...SHEET_LIMITS, ...tightened };
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const wrongSize = fileSizeRule(limits.bytes)({ name: fileName, size });
    if (wrongSize) throw new SheetRefusal('size', wrongSize);
    const encoding = await encodingOf(file, extensionOf(fileName));
    return { rows: () => readRows(path, encoding, limits) };
  } finally {
    await file.close();
  }
}

async function encodingOf(file: FileHandle, extension: string): Promise<string> {
  const start = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(start, 0, start.length, 0);
  const head = start.subarray(0, bytesRead);
  const workbook = sheetKindOf(head);
  if (workbook) throw refusal('contentMismatch', { extension, found: workbook });
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head.includes(0)) throw refusal('notWorkbook');
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'gb18030';
  }
}

async function* readRows(
  path: string,
  encoding: string,
  limits: SheetLimits,
): AsyncGenerator<SheetRow, void, undefined> {
  const assembly = new RowAssembly(limits);
  const decoder = new TextDecoder(encoding);
  const done: SheetRow[] = [];
  let rowNumber = 1;
  let column = 0;
  let cell = '';
  let isQuoted = false;
  let wasQuote = false;
  assembly.begin(rowNumber);

  const endCell = () => {
    const value = cell.trim();
    assembly.put(column, value, ROUNDED.test(value) ? 'damagedNumber' : undefined);
    column += 1;
    cell = '';
    wasQuote = false;
  };
  const endRow = () => {
    endCell();
    const row = assembly.end();
    if (row) done.push(row);
    rowNumber += 1;
    column = 0;
    assembly.begin(rowNumber);
  };
  const take = (text: string) => {
    for (const sign of text) {
      if (isQuoted) {
        if (sign === '"') {
          isQuoted = false;
          wasQuote = true;
        } else cell += sign;
      } else if (sign === '"' && (wasQuote || cell.trim() === '')) {
        // Two quotes in a row inside quotes mean one.
        if (wasQuote) cell += sign;
        isQuoted = true;
        wasQuote = false;
      } else if (sign === ',' || sign === ';' || sign === '\t') endCell();
      else if (sign === '\n') endRow();
      else {
        wasQuote = false;
        cell += sign;
      }
      // An unclosed quote would swallow the rest of the file.
      if (cell.length > limits.cellLength) {
        throw refusal('cellTooLong', { row: rowNumber, column: column + 1, limit: limits.cellLength });
      }
    }
  };

  for await (const bytes of createReadStream(path)) {
    take(decoder.decode(bytes as Buffer, { stream: true }));
    yield* done;
    done.length = 0;
  }
  take(decoder.decode());
  if (cell !== '' || column > 0) endRow();
  yield* done;
}
