import { listPackageDistributions } from '@cardinal/contract/api/packages/packageDistributions.ts';
import { amountRule, parseMoney } from '@cardinal/primitives/money.ts';
import type { Problem } from '@cardinal/primitives/problem.ts';
import { filled, type Text, text } from '@cardinal/primitives/text.ts';
import type { SheetRow } from '../../../sheets/sheetRow.ts';
import {
  cellsOf,
  FLAW_FAULTS,
  type Places,
  SHARED_FAULTS,
  type SheetColumns,
  type StoredWords,
  splitStored,
} from '../../sheetImports/face.ts';

const { fields } = listPackageDistributions;

/** The columns of a price sheet; names and currency are for its reader only. */
export const PRICE_COLUMNS = {
  customerCode: {
    title: text('客户编码', 'Child code'),
    also: ['下级编码', '下级客户编码', 'customer code'],
    isRequired: true,
    isNumber: true,
    example: 'C10001',
  },
  customerName: {
    title: fields.customerName.label,
    also: ['客户名称', 'customer'],
    example: text('某公司', 'A company'),
  },
  packageCode: {
    title: fields.packageCode.label,
    also: ['套餐编号'],
    isRequired: true,
    isNumber: true,
    example: 'LT-1GB-M',
  },
  packageName: { title: fields.packageName.label, also: [], example: text('1GB 月包', '1 GB monthly') },
  currency: { title: fields.currency.label, also: ['货币'], example: 'CNY' },
  reservePrice: { title: fields.reservePrice.label, also: ['底价'], isRequired: true, example: '8.00' },
  minPrice: { title: fields.minPrice.label, also: ['限价'], example: '9.00' },
  suggestPrice: { title: fields.suggestPrice.label, also: [], example: '12.00' },
  effectiveOn: { title: text('生效日期', 'From'), also: ['价格生效', 'effective from'], example: '2027-01-01' },
} as const satisfies SheetColumns;
export type PriceColumn = keyof typeof PRICE_COLUMNS;

const FAULTS: Readonly<Record<string, Text>> = {
  ...SHARED_FAULTS,
  dayForm: text('生效日期应为 YYYY-MM-DD，如 2027-01-01', 'From must be a day as YYYY-MM-DD, such as 2027-01-01'),
  childUnknown: text('客户编码 {fact} 不是您的直属下级', 'Child code {fact} is none of your direct children'),
  packageUnknown: text('您没有编码为 {fact} 的套餐', 'You have no package with the code {fact}'),
  otherCurrency: text('币种应为该客户的 {fact}', 'Currency must be the child’s, {fact}'),
  unchanged: text('价格没有变化', 'The price is unchanged'),
  repeated: text('与第 {fact} 行的客户和套餐重复', 'Same child and package as row {fact}'),
  atLoss: text(
    '{fact} 将低于最低售价，应用后暂停其销售',
    '{fact} would be below the price floor; applied, their sale stops',
  ),
  belowCost: text('低于您的成本 {fact}，每卖一份都亏损', 'Below your cost of {fact}: each sale loses money'),
};

/** The fault of a row whose price holds anyway. */
export const UNCHANGED = 'unchanged';

/** What stands in a row, as it was typed; amounts are read once the child's currency is known. */
export type TypedPrice = {
  readonly customerCode: string;
  readonly packageCode: string;
  readonly currency: string;
  readonly reservePrice: string;
  readonly minPrice: string;
  readonly suggestPrice: string;
  readonly effectiveOn: string;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The same day in what people and Excel write: `2027/1/1`, `2027-1-1`, a moment of the day. */
function dayOf(typed: string): string | undefined {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]00:00(?::00)?)?$/.exec(typed) ?? [];
  if (year === undefined) return undefined;
  const plain = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  if (!DAY.test(plain)) return undefined;
  const moment = new Date(`${plain}T00:00:00Z`);
  // The 31st of a month of thirty days is no day.
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== plain ? undefined : plain;
}

/** Reads one row, and reports what is wrong with it by itself. */
export function readPriceRow(row: SheetRow, places: Places<PriceColumn>) {
  const { cell, value, faults } = cellsOf<PriceColumn>(PRICE_COLUMNS, row, places);
  const as = (name: PriceColumn) => value(name, '', (typed) => typed.slice(0, 64)) ?? '';
  const typed: TypedPrice = {
    customerCode: as('customerCode'),
    packageCode: as('packageCode'),
    currency: as('currency').toUpperCase(),
    reservePrice: as('reservePrice'),
    minPrice: as('minPrice'),
    suggestPrice: as('suggestPrice'),
    effectiveOn: value('effectiveOn', 'dayForm', dayOf) ?? '',
  };
  return { subject: `${cell('customerCode')} ${cell('packageCode')}`.slice(0, 130), typed, faults };
}

/** The most digits of an amount in minor units, as in forms. */
const MOST_DIGITS = 12;

/** A typed amount in minor units of a currency; a fault with its column if it is none. */
export function amountOf(column: PriceColumn, typed: string, currency: string): { minor: string } | { fault: string } {
  const written = typed.replace(/,/g, '');
  const minor = parseMoney(written, currency)?.minor;
  if (minor !== undefined && minor >= 0n && String(minor).length <= MOST_DIGITS) return { minor: String(minor) };
  const found: Problem | undefined = amountRule(currency)(written) ?? amountRule(currency)('x');
  return { fault: saidAt(column, filled((found as Problem).text, found?.facts ?? {})) };
}

/** A fault in the words of the form, with the column it is about. */
export const saidAt = (column: PriceColumn | '', { zh, en }: Text): string =>
  `said:${JSON.stringify([column, zh, en])}`;

const titleOf = (column: string): Text | undefined =>
  (PRICE_COLUMNS as Readonly<Record<string, { readonly title: Text }>>)[column]?.title;

/** The words of a stored fault or warning. */
export function storedFault(stored: string): StoredWords {
  const [code, fact] = splitStored(stored);
  if (code === 'said') {
    // Grouped reasons hold the code whole: the words are part of it.
    const [column, zh, en] = JSON.parse(fact) as [string, string, string];
    const title = titleOf(column);
    const words = title ? text('{title}：{said}', '{title}: {said}') : text('{said}', '{said}');
    return { words: filled(words, { title: title ?? '', said: text(zh, en) }), facts: { fact: '' } };
  }
  const isColumn = ['missing', ...Object.values<string>(FLAW_FAULTS)].includes(code);
  return { words: FAULTS[code] ?? text(code, code), facts: { fact: (isColumn && titleOf(fact)) || fact } };
}
