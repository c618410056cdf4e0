import type { ReleaseRule } from '@cardinal/contract/enumerations/profit.ts';
import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';

export type Release = { readonly rule: ReleaseRule; readonly days: number };

/** Of a customer for whom nobody has decided: a week, in which most packages that were a mistake are unsubscribed. */
export const DEFAULT_RELEASE: Release = { rule: 'afterDays', days: 7 };

/** The moment from which a profit of now may be used: at once, or at midnight in China. */
export function releaseMoment({ rule, days }: Release, now: Date): Date {
  if (rule === 'realTime') return now;
  const today = wallTimeIn(DEFAULT_ZONE, now);
  return startOfDay(DEFAULT_ZONE, { ...today, day: today.day + (rule === 'daily' ? 1 : days) });
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
