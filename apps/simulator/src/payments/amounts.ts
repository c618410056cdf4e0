import { moneyText, parseMoney } from '@cardinal/primitives/money.ts';

/** `12.50`, `300` for yen. */
export const decimalText = (minor: number, currency: string): string => moneyText({ minor: BigInt(minor), currency });

/** The smallest units of a decimal text above zero; undefined if it is none, or has more decimals than its currency. */
export function minorOf(written: unknown, currency: unknown): number | undefined {
  if (typeof written !== 'string' || typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return undefined;
  const read = parseMoney(written, currency);
  return read && read.minor > 0n ? Number(read.minor) : undefined;
}
