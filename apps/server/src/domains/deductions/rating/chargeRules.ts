import type { DeductionRounding } from '@cardinal/contract/enumerations/deduction.ts';
import { DeductionType } from '@cardinal/contract/enumerations/settlement.ts';
import { bytesPerUnit, wholeGigabytes } from '@cardinal/primitives/dataVolume.ts';
import { decimalText, divideHalfUp } from '@cardinal/primitives/decimal.ts';
import { placesOf } from '@cardinal/primitives/money.ts';

const GB = bytesPerUnit('GB');
/** Prices have six decimals. */
export const PRICE_PLACES = 6;
const MILLION = 10n ** BigInt(PRICE_PLACES);

/** What a version of a tariff charges by. */
export type Priced = {
  readonly revision: number;
  /** Millionths of the currency's unit, a GB. */
  readonly price: bigint;
  readonly freeBytes: bigint;
  readonly rounding: DeductionRounding;
};
/** What was used under each version, in their order. */
export type Used = { readonly version: Priced; readonly bytes: bigint };
/** What a version charges; weight: its price times its bytes. */
export type Charged = { readonly version: Priced; readonly bytes: bigint; readonly weight: bigint };

/** What of so many bytes of a cycle is paid for. */
function paidBytes({ freeBytes, rounding }: Priced, bytes: bigint): bigint {
  const beyond = bytes > freeBytes ? bytes - freeBytes : 0n;
  return rounding === 'exact' ? beyond : wholeGigabytes(beyond) * GB;
}

/**
 * What each version charges for a cycle of a card, or of an account. A version pays for what goes beyond all that was used before
 * it: a GB begun under the old price is not charged again by the new one.
 */
export function chargesOf(used: readonly Used[]): Charged[] {
  let until = 0n;
  return used.map(({ version, bytes }) => {
    const before = paidBytes(version, until);
    until += bytes;
    const paid = paidBytes(version, until) - before;
    return { version, bytes: paid, weight: paid * version.price };
  });
}

/** What a cycle comes to: by card, or all of its cards as one account. */
export function cycleCharges(type: DeductionType, cards: Iterable<readonly Used[]>): Charged[] {
  const sums = new Map<number, { version: Priced; bytes: bigint; weight: bigint }>();
  const add = ({ version, bytes, weight }: Charged) => {
    const sum = sums.get(version.revision) ?? { version, bytes: 0n, weight: 0n };
    sum.bytes += bytes;
    sum.weight += weight;
    sums.set(version.revision, sum);
  };
  if (type === DeductionType.values.AccountPayByQuantity) {
    const account = new Map<number, { version: Priced; bytes: bigint }>();
    for (const own of cards)
      for (const { version, bytes } of own) {
        const sum = account.get(version.revision) ?? { version, bytes: 0n };
        sum.bytes += bytes;
        account.set(version.revision, sum);
      }
    chargesOf([...account.values()].sort((a, b) => a.version.revision - b.version.revision)).forEach(add);
  } else for (const own of cards) chargesOf(own).forEach(add);
  return [...sums.values()].sort((a, b) => a.version.revision - b.version.revision);
}

export const weightOf = (charges: readonly Pick<Charged, 'weight'>[]): bigint =>
  charges.reduce((sum, { weight }) => sum + weight, 0n);

/** The amount of a weight in minor units: the only rounding there is, half up. */
export const amountOf = (weight: bigint, currency: string): bigint =>
  divideHalfUp(weight * 10n ** BigInt(placesOf(currency)), MILLION * GB);

/** A weight as an amount that is not rounded to the minor unit, for a formula. */
export const exactText = (weight: bigint): string =>
  trimmed(decimalText({ units: divideHalfUp(weight, GB), scale: PRICE_PLACES }));

/** A price without the zeros nobody wrote, with two decimals at least: `5.00`, `0.125`. */
export const trimmed = (written: string): string => written.replace(/(\.\d\d\d*?)0+$/, '$1');

/** A price in millionths. */
export function priceOf(written: string): bigint {
  const [whole = '0', places = ''] = written.split('.');
  return BigInt(whole + places.padEnd(PRICE_PLACES, '0').slice(0, PRICE_PLACES));
}
