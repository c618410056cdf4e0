import type { Tier } from '@cardinal/contract/api/control/limitTiers.ts';
import { LimitSource } from '@cardinal/contract/enumerations/control.ts';
import { SpeedLimitType } from '@cardinal/contract/enumerations/package.ts';
import type { LimitRule } from '../limits/limitRules.ts';

const { exception, own, chosen, rule } = LimitSource.values;

export type Exception = {
  readonly customerId: string;
  /** Null: not limited. */
  readonly limit: LimitRule | null;
  /** The last day it holds, `yyyy-MM-dd`; null: without end. */
  readonly endsOn: string | null;
};
export type Limits = {
  readonly exceptions: readonly Exception[];
  readonly ownTiers: readonly Tier[] | null;
  readonly chosen: LimitRule | null;
  /** Of the rules of the strategy. */
  readonly rules: readonly LimitRule[];
};
/** What limits, and by which; several at once: the lowest speed holds. No limits: it may run at full speed. */
export type Governing = { readonly source: LimitSource | null; readonly limits: readonly LimitRule[] };

export const hasEnded = (endsOn: string | null, today: string): boolean => endsOn !== null && endsOn < today;

/** Tiers of a package alone are in steps: from each volume on its own speed. */
export const ownRule = (tiers: readonly Tier[]): LimitRule => ({ type: SpeedLimitType.values.segmented, tiers });

/**
 * Which limit holds for a customer, given from the root down to itself: the exception nearest above it, else the package's own
 * tiers, else the strategy chosen for the package, else the strategies of the rules.
 */
export function governingLimit(of: Limits, customerPath: readonly string[], today: string): Governing {
  const nearest = customerPath
    .toReversed()
    .flatMap((id) => of.exceptions.find((each) => each.customerId === id && !hasEnded(each.endsOn, today)) ?? [])[0];
  if (nearest) return { source: exception, limits: nearest.limit ? [nearest.limit] : [] };
  if (of.ownTiers) return { source: own, limits: [ownRule(of.ownTiers)] };
  if (of.chosen) return { source: chosen, limits: [of.chosen] };
  return of.rules.length > 0 ? { source: rule, limits: of.rules } : { source: null, limits: [] };
}
