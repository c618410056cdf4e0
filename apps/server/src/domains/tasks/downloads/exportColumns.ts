import { type Field, field } from '@cardinal/contract/framework/fields.ts';
import { type Language, say, type Text, text } from '@cardinal/primitives/text.ts';
import { DEFAULT_ZONE, wallTimeIn } from '@cardinal/primitives/zone.ts';
import type { SheetColumn, SheetColumnKind, SheetValue } from '../../../sheets/sheetColumns.ts';

/** Money, and fields that need a permission of their own. */
export const isSensitive = (field: Field): boolean => field.kind === 'money' || field.permission !== undefined;

const KINDS: Partial<Record<Field['kind'], SheetColumnKind>> = {
  number: 'number',
  bytes: 'number',
  seconds: 'number',
  money: 'money',
  time: 'time',
  day: 'date',
};

/** Units are in the heading, so that cells remain numbers. */
const UNITS: Partial<Record<Field['kind'], Text>> = { bytes: text('（KB）', ' (KB)'), seconds: text('（秒）', ' (s)') };

export function columnOf(field: Field, language: Language): SheetColumn {
  const unit = UNITS[field.kind];
  return {
    title: say(field.label, language) + (unit ? say(unit, language) : ''),
    kind: KINDS[field.kind] ?? 'text',
  };
}

/** Who exported the file, as a column: a row copied out of it still shows it. */
export const WATERMARK: Field = field.text('导出标识', 'Exported by');

export const watermarkOf = (row: { account_name: string; download_no: string; created_at: Date }): string => {
  const { year, month, day } = wallTimeIn(DEFAULT_ZONE, row.created_at);
  const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
  return `${row.account_name} ${date} ${row.download_no}`;
};

const YES = text('是', 'Yes');
const NO = text('否', 'No');

/**
 * Converts a list value into a cell. Called for millions of cells, so everything that depends only on the field is computed
 * once.
 */
export function cellWriter(field: Field, language: Language): (value: unknown) => SheetValue {
  const write = presentWriter(field, language);
  const absent = field.absent ? say(field.absent, language) : null;
  return (value) => (value === null || value === undefined ? absent : write(value));
}

function presentWriter(field: Field, language: Language): (value: unknown) => SheetValue {
  const joint = language === 'en' ? ', ' : '、';
  const words = new Map<unknown, string>(field.choices?.map(({ value, label }) => [value, say(label, language)]));
  const wordOf = (value: unknown) => words.get(value) ?? String(value);
  switch (field.kind) {
    case 'flag': {
      const [yes, no] = [say(YES, language), say(NO, language)];
      return (value) => (value ? yes : no);
    }
    case 'enumeration':
      return wordOf;
    case 'enumerations':
      return (value) => (value as unknown[]).map(wordOf).join(joint);
    case 'labels':
      return (value) => (value as { name: string }[]).map((label) => label.name).join(joint);
    case 'bytes':
      return (value) => kilobytes(String(value));
    case 'money':
      return (value) => decimal(BigInt(String(value)), 2);
    case 'number':
      return (value) => value as number;
    case 'time':
      return (value) => (value instanceof Date ? value : String(value));
    case 'object':
      return (value) => JSON.stringify(value);
    default:
      return String;
  }
}

/** Volumes below 2^53 / 2000 need no large integers. */
const PLAIN_BYTES = /^\d{1,12}$/;
function kilobytes(bytes: string): string {
  if (!PLAIN_BYTES.test(bytes)) return thousandths(BigInt(bytes), 1_024n);
  const value = Number(bytes);
  const rounded = Math.floor((value * 2_000 + 1_024) / 2_048);
  return (value > 0 ? Math.max(rounded, 1) / 1_000 : 0).toFixed(3);
}

/** An integer divided with three decimals, rounded half up; a small value never becomes zero. */
export function thousandths(value: bigint, divisor: bigint): string {
  const sign = value < 0n ? -1n : 1n;
  const size = value * sign;
  const rounded = (size * 1_000n * 2n + divisor) / (divisor * 2n);
  return decimal(sign * (rounded === 0n && size > 0n ? 1n : rounded), 3);
}

/** An integer of minor units as a decimal number. */
export function decimal(value: bigint, places: number): string {
  const digits = String(value < 0n ? -value : value).padStart(places + 1, '0');
  const whole = digits.slice(0, -places);
  return `${value < 0n ? '-' : ''}${whole}.${digits.slice(-places)}`;
}
