import { CNY, money, moneyText, parseMoney } from '@cardinal/primitives/money.ts';

/** Converts a typed amount to minor units; invalid input stays unchanged and is refused by the schema. */
export function minorOf(typed: unknown): unknown {
  if (typed === undefined || typed === null || typed === '') return undefined;
  const found = parseMoney(String(typed), CNY);
  return found ? String(found.minor) : String(typed);
}

/** An amount as it is typed: `5.00`. */
export const typedAmount = (minor: string | null | undefined): string | undefined =>
  minor === null || minor === undefined ? undefined : moneyText(money(BigInt(minor)));
