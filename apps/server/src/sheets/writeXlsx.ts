import { DAY_MS } from '@cardinal/primitives/time.ts';
import { type WallTime, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { looksLikeFormula, MAYBE_FORMULA_START } from './formulaText.ts';
import { plainTextTest } from './plainTextTest.ts';
import {
  isPlainDay,
  momentOf,
  numberText,
  plainText,
  type SheetColumn,
  type SheetValue,
  widthOf,
} from './sheetColumns.ts';
import type { ByteSink } from './sheetFile.ts';
import {
  NEEDS_CARE,
  ROOT_RELATIONSHIPS,
  SHEET_END,
  STYLE,
  STYLES,
  sheetPart,
  sheetStart,
  workbookParts,
  xmlText,
} from './xlsx/workbookText.ts';
import { type ZipEntryWriter, ZipWriter } from './xlsx/zipWriter.ts';

export type XlsxOptions = {
  readonly sheetName: string;
  readonly timeZone: string;
  /** Data rows per sheet; further rows go to the next one. */
  readonly rowsPerSheet: number;
};

const isPlain = plainTextTest({ anywhere: NEEDS_CARE, atStart: MAYBE_FORMULA_START, atEnd: /\s/ });

type WriteCell = (reference: string, value: SheetValue) => string;

/** Excel's own limit of a cell; a longer text would make it repair the file. */
const LONGEST_TEXT = 32_767;
const PIECE = 64 * 1024;
/** A part of 4 GB would need a zip extension that not every reader supports, so the next sheet begins earlier. */
const LARGEST_SHEET = 3_500_000_000;
const EPOCH_1900 = Date.UTC(1899, 11, 30);

/** Writes a workbook front to back: only one piece of one sheet is in memory, however many rows there are. */
export async function writeXlsx(
  sink: ByteSink,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly SheetValue[]> | Iterable<readonly SheetValue[]>,
  options: XlsxOptions,
): Promise<{ rows: number; sheets: number }> {
  const zip = new ZipWriter(sink);
  await zip.add('_rels/.rels', ROOT_RELATIONSHIPS);
  await zip.add('xl/styles.xml', STYLES);
  const letters = columns.map((_column, index) => lettersOf(index));
  const writers = columns.map((column) => cellWriter(column, options.timeZone));
  const head = sheetStart(columns.map((column) => ({ width: widthOf(column), style: STYLE[column.kind] })));
  const titles = columns.map((column, index) => textCell(`${letters[index]}1`, column.title, STYLE.title)).join('');

  const names: string[] = [];
  let sheet: ZipEntryWriter | undefined;
  let piece = '';
  let onSheet = 0;
  let count = 0;
  const begin = async () => {
    names.push(sheetNameOf(options.sheetName, names.length + 1));
    sheet = await zip.open(sheetPart(names.length));
    piece = `${head}<row r="1">${titles}</row>`;
    onSheet = 0;
    return sheet;
  };
  const finish = async (entry: ZipEntryWriter) => {
    await entry.write(piece + SHEET_END);
    await entry.end();
  };

  sheet = await begin();
  for await (const row of rows) {
    if (onSheet === options.rowsPerSheet || sheet.length > LARGEST_SHEET) {
      await finish(sheet);
      sheet = await begin();
    }
    onSheet += 1;
    count += 1;
    const number = onSheet + 1;
    let cells = '';
    for (let index = 0; index < writers.length; index += 1) {
      const value = row[index];
      if (value === null || value === undefined || value === '') continue;
      cells += writers[index]!(letters[index]! + number, value);
    }
    piece += `<row r="${number}">${cells}</row>`;
    if (piece.length > PIECE) {
      const ready = piece;
      piece = '';
      await sheet.write(ready);
    }
  }
  await finish(sheet);
  for (const [name, content] of workbookParts(names)) await zip.add(name, content);
  await zip.end();
  return { rows: count, sheets: names.length };
}

function cellWriter(column: SheetColumn, timeZone: string): WriteCell {
  switch (column.kind) {
    case 'text':
      return (reference, value) => textCell(reference, plainText(value));
    case 'money':
      return (reference, value) => numberCell(reference, value, STYLE.money);
    case 'number':
      return (reference, value) => {
        const long = typeof value === 'number' ? Math.abs(value) >= 1e11 : plainText(value).length > 11;
        return numberCell(reference, value, long ? STYLE.longNumber : STYLE.number);
      };
    case 'time':
      return (reference, value) => momentCell(reference, value, STYLE.time, timeZone);
    case 'date':
      return (reference, value) => momentCell(reference, value, STYLE.date, isPlainDay(value) ? 'UTC' : timeZone);
  }
}

function textCell(reference: string, text: string, style?: number): string {
  if (text.length <= LONGEST_TEXT && isPlain(text)) {
    return `<c r="${reference}" s="${style ?? STYLE.text}" t="inlineStr"><is><t>${text}</t></is></c>`;
  }
  const shown = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
  const written = xmlText(shown);
  const space = /^\s|\s$|\n/.test(shown) ? ' xml:space="preserve"' : '';
  const kept = style ?? (looksLikeFormula(text) ? STYLE.guardedText : STYLE.text);
  return `<c r="${reference}" s="${kept}" t="inlineStr"><is><t${space}>${written}</t></is></c>`;
}

function numberCell(reference: string, value: SheetValue, style: number): string {
  const digits = numberText(value);
  if (digits === undefined) return textCell(reference, plainText(value));
  return `<c r="${reference}" s="${style}"><v>${digits}</v></c>`;
}

function momentCell(reference: string, value: SheetValue, style: number, timeZone: string): string {
  const moment = momentOf(value);
  const serial = moment && serialOf(wallTimeIn(timeZone, moment), style === STYLE.date);
  if (serial === undefined) return textCell(reference, plainText(value));
  return `<c r="${reference}" s="${style}"><v>${serial}</v></c>`;
}

/** Days since the end of 1899. Excel's calendar is wrong before March 1900 and ends with the year 9999. */
function serialOf({ year, month, day, hour, minute, second }: WallTime, dayOnly: boolean): number | undefined {
  if (year <= 1900 || year > 9999) return undefined;
  const days = (Date.UTC(year, month - 1, day) - EPOCH_1900) / DAY_MS;
  return dayOnly ? days : days + (hour * 3_600 + minute * 60 + second) / 86_400;
}

/** 0 → A, 27 → AB */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last;
}

/** Sheet names have at most 31 characters and none of those used in formulas. */
function sheetNameOf(wanted: string, number: number): string {
  const ending = number === 1 ? '' : ` ${number}`;
  const allowed = wanted.replace(/[[\]:*?/\\]|\p{Cc}/gu, ' ').replace(/^[\s']+|[\s']+$/g, '') || 'Sheet';
  return allowed.slice(0, 31 - ending.length).trimEnd() + ending;
}
