import type { Field } from '@cardinal/contract/framework/fields.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { type Language, say, type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { visibleFields } from '../../../framework/dataset.ts';
import type { SheetColumn, SheetColumnKind, SheetValue } from '../../../sheets/sheetColumns.ts';

/** Fields of a list that this actor may take away, in the list's order. */
export const exportableFields = (endpoint: ListEndpoint, ctx: Pick<Ctx, 'actor'>): string[] =>
  visibleFields(endpoint, ctx).filter((name) => endpoint.fields[name]?.exportable);

/** Money, and whatever needs a permission of its own to be seen. */
export const isSensitive = (field: Field): boolean => field.kind === 'money' || field.permission !== undefined;

const KINDS: Partial<Record<Field['kind'], SheetColumnKind>> = {
  number: 'number',
  bytes: 'number',
  seconds: 'number',
  money: 'money',
  time: 'time',
  day: 'date',
};

/** Units stand in the heading, so that the cells stay numbers. */
const UNITS: Partial<Record<Field['kind'], Text>> = { bytes: text('（KB）', ' (KB)'), seconds: text('（秒）', ' (s)') };

export function columnOf(field: Field, language: Language): SheetColumn {
  const unit = UNITS[field.kind];
  return {
    title: say(field.label, language) + (unit ? say(unit, language) : ''),
    kind: KINDS[field.kind] ?? 'text',
  };
}

const YES = text('是', 'Yes');
const NO = text('否', 'No');

/** What a cell of the sheet holds for a value of the list's row. */
export function cellOf(field: Field, value: unknown, language: Language): SheetValue {
  if (value === null || value === undefined) return null;
  const joint = language === 'en' ? ', ' : '、';
  switch (field.kind) {
    case 'flag':
      return say(value ? YES : NO, language);
    case 'enumeration':
      return wordOf(field, value, language);
    case 'enumerations':
      return (value as unknown[]).map((each) => wordOf(field, each, language)).join(joint);
    case 'labels':
      return (value as { name: string }[]).map((label) => label.name).join(joint);
    case 'bytes':
      return thousandths(BigInt(String(value)), 1_024n);
    case 'money':
      return decimal(BigInt(String(value)), 2);
    case 'number':
      return value as number;
    case 'object':
      return JSON.stringify(value);
    default:
      return String(value);
  }
}

const wordOf = (field: Field, value: unknown, language: Language): string => {
  const choice = field.choices?.find((each) => each.value === value);
  return choice ? say(choice.label, language) : String(value);
};

/** A whole number over a divisor with three decimals, half up; something small never reads as nothing. */
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
