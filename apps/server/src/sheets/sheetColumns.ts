/**
 * What a column holds decides how its cells are written.
 * - `text`: anything, always as text; identifiers such as an ICCID keep every digit
 * - `number`: a number; one of more than 15 digits would lose some in Excel and is written as text
 * - `money`: an amount in the major unit, shown with two decimals
 * - `time`: a moment (Date, or ISO text with its zone), shown to the second in the reader's zone
 * - `date`: a day (Date, or YYYY-MM-DD)
 */
export type SheetColumnKind = 'text' | 'number' | 'money' | 'time' | 'date';

export type SheetColumn = {
  readonly title: string;
  readonly kind: SheetColumnKind;
  /** In characters, as Excel counts them; by default from the title and kind. */
  readonly width?: number;
};

export type SheetValue = string | number | bigint | boolean | Date | null | undefined;

/** Digits a spreadsheet keeps in a number. */
const KEPT_DIGITS = 15;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** The value as digits a spreadsheet can hold as a number without loss; undefined otherwise. */
export function numberText(value: SheetValue): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  const digits = typeof value === 'bigint' ? value.toString() : value;
  if (typeof digits !== 'string' || !NUMBER.test(digits)) return undefined;
  if (digits.length <= KEPT_DIGITS && !digits.startsWith('+')) return digits;
  const significant = digits.replace(/^[+-]?0*/, '').replace('.', '');
  return significant.length <= KEPT_DIGITS ? digits.replace(/^\+/, '') : undefined;
}

/** The readable form of a value written as text. */
export function plainText(value: SheetValue): string {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? value.toISOString() : String(value);
}

/** A Date or an ISO text as a time; undefined for anything else. */
export function momentOf(value: SheetValue): Date | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value;
  // Requires a year and a month, so that a number is never taken for a time.
  if (typeof value !== 'string' || value[4] !== '-' || value[7] !== '-') return undefined;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** Whether the value is a plain day, which no time zone shifts. */
export const isPlainDay = (value: SheetValue): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

export function widthOf(column: SheetColumn): number {
  if (column.width !== undefined) return column.width;
  const least = { text: 14, number: 12, money: 14, time: 20, date: 12 }[column.kind];
  // Chinese characters count as two.
  const title = [...column.title].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0xff ? 2 : 1), 0);
  return Math.min(60, Math.max(least, title + 2));
}
