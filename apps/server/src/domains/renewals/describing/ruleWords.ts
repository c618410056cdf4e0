import { SalesChannel } from '@cardinal/contract/enumerations/package.ts';
import { RenewalLimit } from '@cardinal/contract/enumerations/renewal.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { type Language, say, type Text, text } from '@cardinal/primitives/text.ts';
import type { RuleRow } from '../renewalTables.ts';

type Named = ReadonlyMap<string, string>;
/** Names of what rules name; what is not named is shown by its id. */
export type RuleNames = { readonly customers: Named; readonly packages: Named };

export type Sentenced = Pick<
  RuleRow,
  | 'package_ids'
  | 'product_codes'
  | 'customer_ids'
  | 'channels'
  | 'limits'
  | 'listed_ids'
  | 'months'
  | 'days_ahead'
  | 'min_price'
  | 'currency'
  | 'from_day'
  | 'to_day'
>;

const PACKAGES = text('套餐 {names}', 'package {names}');
const PRODUCTS = text('产品 {names}', 'product {names}');
const CUSTOMERS = text('客户 {names} 及下级', '{names} and below');
const RENEWALS = text('{scope} 的续费', 'Renewals of {scope}');
const IN = text('（{channels}）', ' ({channels})');
const FROM = text('，{day} 起', ', from {day}');
const UNTIL = text('，至 {day}', ', until {day}');

const LIMITS: Readonly<Record<RenewalLimit, Text>> = {
  forbid: RenewalLimit.labelOf('forbid'),
  samePackage: RenewalLimit.labelOf('samePackage'),
  listed: text('只能续 {names}', 'only with {names}'),
  months: text('最多叠加 {months} 个月', 'at most {months} {months|month|months} stacked'),
  daysAhead: text('到期前 {days} 天内', 'within {days} {days|day|days} of the end'),
  realName: RenewalLimit.labelOf('realName'),
  minPrice: text('不低于 {price}', 'at {price} or more'),
};

/** «Renewals of package A (API) → No renewal». */
export function sentenceOf(rule: Sentenced, names: RuleNames, language: Language): string {
  const comma = language === 'en' ? ', ' : '、';
  const joined = (ids: readonly string[], known: Named) => ids.map((id) => known.get(id) ?? id).join(comma);
  const part = (words: Text, ids: readonly string[], known: Named) =>
    ids.length === 0 ? [] : [say(words, language, { names: joined(ids, known) })];
  const scope = [
    ...part(PACKAGES, rule.package_ids, names.packages),
    ...part(PRODUCTS, rule.product_codes, new Map()),
    ...part(CUSTOMERS, rule.customer_ids, names.customers),
  ];
  const facts = {
    names: joined(rule.listed_ids, names.packages),
    months: rule.months ?? 0,
    days: rule.days_ahead ?? 0,
    price: rule.min_price === null ? '' : `${moneyText(money(BigInt(rule.min_price), rule.currency))} ${rule.currency}`,
  };
  const isEverywhere = rule.channels.length === SalesChannel.options.length;
  const channels = rule.channels.map((each) => say(SalesChannel.labelOf(each), language)).join(comma);
  const days = [
    rule.from_day === null ? '' : say(FROM, language, { day: rule.from_day }),
    rule.to_day === null ? '' : say(UNTIL, language, { day: rule.to_day }),
  ].join('');
  const limits = rule.limits.map((limit) => say(LIMITS[limit], language, facts)).join(comma);
  const where = isEverywhere ? '' : say(IN, language, { channels });
  return `${say(RENEWALS, language, { scope: scope.join(comma) })}${where}${days} → ${limits}`;
}
