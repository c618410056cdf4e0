import type { CellFlawKind } from './sheetRow.ts';

/** What a cell shows, and what is wrong with it. */
export type CellContent = { readonly text: string; readonly flaw?: CellFlawKind };

const PLAIN_INTEGER = /^-?(?:0|[1-9]\d{0,14})$/;
const PLAIN_FRACTION = /^-?(?:0|[1-9]\d*)\.\d*[1-9]$/;
const DISPLAYED_SCIENTIFIC = /^\d(?:\.\d+)?E\+\d{2,3}$/i;
const DAY_MS = 86_400_000;
const LAST_SERIAL = 2_958_466;

/**
 * A numeric cell as digits. Excel keeps 15 significant digits, so an integer of 16 or more digits typed as a number has lost
 * some. Other writers keep a double, which is exact up to 2^53 only.
 */
export function numberContent(raw: string): CellContent {
  if (PLAIN_INTEGER.test(raw)) return { text: raw };
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return { text: raw };
  const magnitude = Math.abs(value);
  if (magnitude < 1e15) return { text: decimal(raw, value) };
  const digits = BigInt(Math.round(value)).toString();
  const exact = Number.isSafeInteger(value) && value % 10 !== 0;
  return exact ? { text: digits } : { text: digits, flaw: 'damagedNumber' };
}

/** A text cell; one that reads 8.98601E+19 is a rounded number saved as text. */
export function stringContent(value: string): CellContent {
  return DISPLAYED_SCIENTIFIC.test(value) ? { text: value, flaw: 'damagedNumber' } : { text: value };
}

/** A date serial as ISO: date, date and time, or time alone. A serial Excel cannot show as a date becomes a number. */
export function dateContent(raw: string, date1904: boolean): CellContent {
  const serial = Number(raw);
  if (raw.trim() === '' || !(serial >= 0 && serial < LAST_SERIAL)) return numberContent(raw);
  const wholeSeconds = Math.round(serial * 86_400);
  const days = Math.floor(wholeSeconds / 86_400);
  const clock = clockOf(wholeSeconds % 86_400);
  if (days === 0 && !date1904) return { text: clock };
  // The 1900 system counts a 29 February 1900 that never was: serials before it are one day short.
  const epoch = date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const day = dayOf(epoch + days * DAY_MS);
  return { text: wholeSeconds % 86_400 === 0 ? day : `${day}T${clock}` };
}

/** Neighbouring rows mostly have the same day. */
let lastDay = { moment: 0, text: '1970-01-01' };

function dayOf(moment: number): string {
  if (lastDay.moment !== moment) lastDay = { moment, text: new Date(moment).toISOString().slice(0, 10) };
  return lastDay.text;
}

function clockOf(seconds: number): string {
  return `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

const two = (count: number): string => (count < 10 ? `0${count}` : String(count));

/** Whether a number format shows a date or time. Durations ([h]:mm) are numbers. */
export function isDateFormat(code: string): boolean {
  const section = code
    .replace(/"[^"]*"?/g, '')
    .replace(/\\.|_.|\*./g, '')
    .split(';')[0]!;
  if (/\[(?:h+|m+|s+)\]/i.test(section)) return false;
  return /[ymdhs]/i.test(section.replace(/\[[^\]]*\]?/g, '').replace(/General/gi, ''));
}

/** Built-in format numbers that show a date or time, including the Chinese and Japanese ones. */
export function isDateFormatId(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || id === 45 || id === 47 || (id >= 50 && id <= 58);
}

/** A fraction as Excel shows it: 15 significant digits, never an exponent. */
function decimal(raw: string, value: number): string {
  if (raw.length <= 16 && PLAIN_FRACTION.test(raw)) return raw;
  const rounded = Number(value.toPrecision(15));
  const shown = String(rounded);
  if (!shown.includes('e')) return shown;
  return rounded.toFixed(20).replace(/0+$/, '');
}
