import type { FlowRule } from '@cardinal/contract/api/control/flowRules.ts';
import { FlowBase } from '@cardinal/contract/enumerations/control.ts';
import { type CycleRule, cycleOf } from '@cardinal/primitives/cycle.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { waitsForPool } from '../../control/face.ts';
import type { Level } from '../../pools/face.ts';

export { countedUntil, firstWholeDay, isTooOld } from '../../control/face.ts';

const { pool, day } = FlowBase.values;

/**
 * Whether a pool that moved from one level to another changes what becomes of its cards: it reached the threshold of a rule, a rule
 * that waits as long as it gives waits no more, or it is below again where it was not.
 */
export function movesCards(
  rules: readonly Pick<FlowRule, 'base' | 'threshold' | 'action'>[],
  before: Level,
  after: Level,
): boolean {
  const crosses = (at: number) => (before ?? 0) < at !== (after ?? 0) < at;
  return rules.some((rule) =>
    rule.base === pool ? crosses(Number(rule.threshold)) : waitsForPool(rule) && crosses(100),
  );
}

/** What a package on a card and those added to it have given; null: as much as there is. */
export type Part = { readonly flowBytes: bigint | null; readonly total: bigint };

/** The allowance of a main package with what was added to it, and what was used of it, overage included. Null: without a limit, or without data. */
export function shareOf(
  parts: readonly Part[],
  overage: bigint,
): { readonly allowanceBytes: bigint | null; readonly usedBytes: bigint } {
  const limits = parts.map(({ flowBytes }) => flowBytes);
  const sum = limits.reduce<bigint>((so, each) => so + (each ?? 0n), 0n);
  return {
    allowanceBytes: limits.includes(null) || sum === 0n ? null : sum,
    usedBytes: parts.reduce((so, { total }) => so + total, overage),
  };
}

/** What a rule fires once in, and when the cycle turns. */
export function periodOf(rule: Pick<FlowRule, 'base'>, now: Date, cycle: CycleRule): { period: string; turnsAt: Date } {
  const { key, end } = cycleOf(now, cycle);
  return { period: rule.base === day ? dayText(now, cycle.zone) : key, turnsAt: end };
}
