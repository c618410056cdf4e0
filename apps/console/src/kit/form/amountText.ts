import { CNY, money, moneyText, parseMoney } from '@cardinal/primitives/money.ts';

/** Minor units of an amount as it is typed; what is no amount stays as it is, for the schema to say so. */
export function minorOf(typed: unknown): unknown {
  if (typed === undefined || typed === null || typed === '') return undefined;
  const found = parseMoney(String(typed), CNY);
  return found ? String(found.minor) : String(typed);
}

/** An amount as it is typed: `5.00`. */
export const typedAmount = (minor: string | null | undefined): string | undefined =>
  minor === null || minor === undefined ? undefined : moneyText(money(BigInt(minor)));
