import { type WallTime, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { looksLikeFormula, MAYBE_FORMULA_START } from './formulaText.ts';
import { plainTextTest } from './plainTextTest.ts';
import { isPlainDay, momentOf, numberText, plainText, type SheetColumn, type SheetValue } from './sheetColumns.ts';
import type { ByteSink } from './sheetFile.ts';

const PIECE = 64 * 1024;
const ZERO = 0x30;
const BYTE_ORDER_MARK = '\ufeff';
const NEEDS_QUOTES = /[",;\t\r\n']|^\s|\s$/;
const isPlain = plainTextTest({
  anywhere: /[",;\t\r\n']/,
  atStart: new RegExp(`\\d|${MAYBE_FORMULA_START.source}`),
  atEnd: /\s/,
});

/**
 * Writes a CSV as spreadsheets expect it: UTF-8 with a byte order mark, lines ended by CR LF. A CSV has no cell types, so the
 * text itself is marked. A possible formula gets a leading apostrophe; a long number in a text column gets a trailing tab,
 * which trimming programs remove.
 */
export async function writeCsv(
  sink: ByteSink,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly SheetValue[]> | Iterable<readonly SheetValue[]>,
  options: { readonly timeZone: string },
): Promise<{ rows: number; sheets: number }> {
  const fields = columns.map((column) => fieldWriter(column, options.timeZone));
  let piece = `${BYTE_ORDER_MARK}${columns.map((column) => csvText(column.title)).join(',')}\r\n`;
  let count = 0;
  for await (const row of rows) {
    count += 1;
    for (let index = 0; index < fields.length; index += 1) {
      const value = row[index];
      if (index > 0) piece += ',';
      if (value !== null && value !== undefined && value !== '') piece += fields[index]!(value);
    }
    piece += '\r\n';
    if (piece.length > PIECE) {
      await sink.write(Buffer.from(piece));
      piece = '';
    }
  }
  await sink.write(Buffer.from(piece));
  return { rows: count, sheets: 1 };
}

function fieldWriter(column: SheetColumn, timeZone: string): (value: SheetValue) => string {
  switch (column.kind) {
    case 'text':
      return (value) => csvText(plainText(value));
    case 'number':
    case 'money':
      return (value) => numberText(value) ?? csvText(plainText(value));
    case 'time':
      return (value) => {
        const moment = momentOf(value);
        return moment === undefined ? csvText(plainText(value)) : momentText(wallTimeIn(timeZone, moment));
      };
    case 'date':
      return (value) => {
        if (isPlainDay(value)) return value;
        const moment = momentOf(value);
        return moment === undefined ? csvText(plainText(value)) : dayText(wallTimeIn(timeZone, moment));
      };
  }
}

function csvText(text: string): string {
  if (isPlain(text)) return text;
  if (losesDigits(text)) return `"${text}\t"`;
  if (looksLikeFormula(text)) return quoted(`'${text}`);
  return NEEDS_QUOTES.test(text) ? quoted(text) : text;
}

/** Whether a spreadsheet that opens the file would round these digits or drop their leading zeros. */
function losesDigits(text: string): boolean {
  if (text.length < 12 && !(text.length > 1 && text.charCodeAt(0) === ZERO)) return false;
  for (let index = 0; index < text.length; index += 1) {
    const digit = text.charCodeAt(index) - ZERO;
    if (digit < 0 || digit > 9) return false;
  }
  return true;
}

/** 2026-11-21, the form of days in sheets; without a pattern, because there are millions. */
const dayText = ({ year, month, day }: WallTime): string => `${year}-${two(month)}-${two(day)}`;

/** 2026-11-21 08:30:00 */
function momentText(wall: WallTime): string {
  return `${dayText(wall)} ${two(wall.hour)}:${two(wall.minute)}:${two(wall.second)}`;
}

const two = (count: number): string => (count < 10 ? `0${count}` : String(count));

const quoted = (text: string): string => `"${text.includes('"') ? text.replaceAll('"', '""') : text}"`;
