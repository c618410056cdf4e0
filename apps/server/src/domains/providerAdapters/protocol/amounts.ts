import { Currency } from '@cardinal/contract/enumerations/money.ts';
import { parseMoney } from '@cardinal/primitives/money.ts';
import type { Money } from './operations.ts';

/** `12.50` with its currency; null where one of them is not ours to know. */
export function decimalAmount(written: string | null | undefined, currency: string | null | undefined): Money | null {
  if (!written || !currency || !Currency.has(currency)) return null;
  const read = parseMoney(written, currency);
  return read && read.minor >= 0n ? { minor: read.minor, currency } : null;
}
