import type { ReleaseRule } from '@cardinal/contract/enumerations/profit.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';

export type Release = { readonly rule: ReleaseRule; readonly days: number };

/** Of a customer for whom nobody has decided: a week, in which most packages that were a mistake are unsubscribed. */
export const DEFAULT_RELEASE: Release = { rule: 'afterDays', days: 7 };

/** Midnight in China, so many days after that of a moment. */
export function midnightAfter(moment: Date, days: number): Date {
  const day = wallTimeIn(DEFAULT_ZONE, moment);
  return startOfDay(DEFAULT_ZONE, { ...day, day: day.day + days });
}

/** Midnights in China between two moments. */
export function midnightsBetween(from: Date, to: Date): number {
  const dayNumber = (moment: Date) => {
    const { year, month, day } = wallTimeIn(DEFAULT_ZONE, moment);
    return Date.UTC(year, month - 1, day) / DAY_MS;
  };
  return dayNumber(to) - dayNumber(from);
}

/** The moment from which a profit of now may be used, or the first part of it: at once, or at midnight in China. */
export function releaseMoment({ rule, days }: Release, now: Date): Date {
  if (rule === 'realTime') return now;
  return midnightAfter(now, rule === 'afterDays' ? days : 1);
}

export type Linear = {
  readonly amount: bigint;
  readonly reversed: bigint;
  readonly released: bigint;
  readonly parts: number;
};

/**
 * What is released of a linear profit now that so many midnights have passed: what is due of it by then, less what was. Each part
 * is rounded down, the last one takes the remainder. What was given back makes the whole smaller.
 */
export function partDue({ amount, reversed, released, parts }: Linear, passed: number): bigint {
  const whole = amount - reversed;
  const usable = passed >= parts ? whole : (whole * BigInt(passed)) / BigInt(parts);
  return usable > released ? usable - released : 0n;
}

/** What is given back comes from what is still frozen first; the rest from what was released. */
export function takenFromReleased({ amount, reversed, released }: Omit<Linear, 'parts'>, back: bigint): bigint {
  const short = back - (amount - reversed - released);
  return short > 0n ? short : 0n;
}

/**
 * The balance a payer must be back at before what was earned from it may be used: where it was before the order, at most zero.
 * Undefined where it paid from its own. `after` is its balance once the whole order was held.
 */
export function wantedBalance(after: bigint, held: bigint): bigint | undefined {
  if (after >= 0n) return undefined;
  const before = after + held;
  return before < 0n ? before : 0n;
}
