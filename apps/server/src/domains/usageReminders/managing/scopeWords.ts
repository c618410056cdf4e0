import { type Language, say, text } from '@cardinal/primitives/text.ts';
import type { RuleRow } from '../reminderTables.ts';

const ALL_CARDS = text('全部卡', 'All cards');
const ALL_POOLS = text('全部池', 'All pools');
const PRODUCTS = text('产品 {names}', 'product {names}');
const CUSTOMERS = text('{names} 及下级', '{names} and below');

/** Whose cards or pools a rule is about, in words. */
export function coversText(
  { kind, customer_ids, product_codes }: Pick<RuleRow, 'kind' | 'customer_ids' | 'product_codes'>,
  customers: ReadonlyMap<string, string>,
  language: Language,
): string {
  const comma = language === 'en' ? ', ' : '、';
  const parts = [
    ...(customer_ids.length === 0
      ? []
      : [say(CUSTOMERS, language, { names: customer_ids.map((id) => customers.get(id) ?? id).join(comma) })]),
    ...(product_codes.length === 0 ? [] : [say(PRODUCTS, language, { names: product_codes.join(comma) })]),
  ];
  if (parts.length > 0) return parts.join(comma);
  return say(kind === 'poolPercent' ? ALL_POOLS : ALL_CARDS, language);
}
