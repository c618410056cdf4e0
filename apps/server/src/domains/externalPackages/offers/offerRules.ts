import type { OfferState, SuspendReason, UnitBase } from '@cardinal/contract/enumerations/externalPackage.ts';
import { VOLUME_UNITS } from '@cardinal/primitives/dataVolume.ts';
import { type Decimal, divideHalfUp, parseDecimal } from '@cardinal/primitives/decimal.ts';
import type { StatedTerms } from '../statedTerms.ts';

/** What a source states of a package, or what of it was accepted. */
export type Stated = { readonly price: bigint; readonly currency: string; readonly terms: StatedTerms };

export type Seen = Stated & { readonly isGone: boolean };

/** `from`: the price a person agreed to; `terms` and `currency` as accepted last. */
export type Accepted = Stated & { readonly from: bigint };

export type Policy = {
  readonly isEnabled: boolean;
  /** Hundredths of a per cent. */
  readonly tolerance: number;
};

const WHOLE = 10_000n;

/** Whether a price lies above what a person agreed to by more than the tolerance. */
export const isBeyond = (agreed: bigint, now: bigint, tolerance: number): boolean =>
  now * WHOLE > agreed * (WHOLE + BigInt(tolerance));

/** The bytes of a stated volume; null: unlimited. */
export function bytesOf({ flow }: Pick<StatedTerms, 'flow'>, base: UnitBase): bigint | null {
  if (flow === null) return null;
  const { units, scale } = parseDecimal(flow.amount) as Decimal;
  return divideHalfUp(units * BigInt(base) ** BigInt(VOLUME_UNITS.indexOf(flow.unit)), 10n ** BigInt(scale));
}

const same = (a: StatedTerms, b: StatedTerms): boolean =>
  a.kind === b.kind &&
  a.flow?.amount === b.flow?.amount &&
  a.flow?.unit === b.flow?.unit &&
  a.voiceSeconds === b.voiceSeconds &&
  a.smsCount === b.smsCount &&
  a.validityUnit === b.validityUnit &&
  a.validityCount === b.validityCount &&
  a.units === b.units;

/** Whether a card would get less of anything, or something else; a period in another unit may be shorter. */
export function isLess(now: StatedTerms, before: StatedTerms, base: UnitBase): boolean {
  const [flow, was] = [bytesOf(now, base), bytesOf(before, base)];
  const flowIsLess = flow !== null && (was === null || flow < was);
  return (
    now.kind !== before.kind ||
    flowIsLess ||
    (now.voiceSeconds ?? 0) < (before.voiceSeconds ?? 0) ||
    (now.smsCount ?? 0) < (before.smsCount ?? 0) ||
    now.validityUnit !== before.validityUnit ||
    now.validityCount < before.validityCount ||
    now.units < before.units
  );
}

export const differs = (seen: Stated, accepted: Stated): boolean =>
  seen.price !== accepted.price || seen.currency !== accepted.currency || !same(seen.terms, accepted.terms);

/** What a package of a source is to us, and why ours is off the shelf, if it is. */
export function judge(
  seen: Seen,
  accepted: Accepted | undefined,
  policy: Policy,
  base: UnitBase,
): { readonly state: OfferState; readonly suspended: SuspendReason | null } {
  if (!accepted) return { state: seen.isGone ? 'gone' : 'new', suspended: null };
  const state = seen.isGone ? 'gone' : differs(seen, accepted) ? 'changed' : 'same';
  return { state, suspended: whyOff(seen, accepted, policy, base) };
}

function whyOff(seen: Seen, accepted: Accepted, policy: Policy, base: UnitBase): SuspendReason | null {
  if (!policy.isEnabled) return 'source';
  if (seen.isGone) return 'gone';
  if (seen.currency !== accepted.currency) return 'currency';
  if (isLess(seen.terms, accepted.terms, base)) return 'terms';
  return isBeyond(accepted.from, seen.price, policy.tolerance) ? 'price' : null;
}

/** Only a price may be accepted by itself, and only within the tolerance of what a person agreed to. */
export const mayAcceptItself = (seen: Seen, accepted: Accepted, tolerance: number): boolean =>
  !seen.isGone &&
  seen.price !== accepted.price &&
  seen.currency === accepted.currency &&
  same(seen.terms, accepted.terms) &&
  !isBeyond(accepted.from, seen.price, tolerance);

/** What one costs us once their price has moved: it moves alike. Never below nothing. */
export const costAfter = (cost: bigint, before: bigint, now: bigint): bigint => {
  const moved = cost + now - before;
  return moved < 0n ? 0n : moved;
};

/** What was looked at: unlike for any other price, currency or terms. */
export const shownOf = ({ price, currency, terms }: Stated): string => {
  const { kind, flow, voiceSeconds, smsCount, validityUnit, validityCount, units } = terms;
  const parts = [price, currency, kind, flow ? `${flow.amount}${flow.unit}` : '~', voiceSeconds, smsCount];
  return [...parts, validityUnit, validityCount, units].map((part) => part ?? '-').join(' ');
};
