import type { FlowRule } from '@cardinal/contract/api/control/flowRules.ts';
import { FlowBase } from '@cardinal/contract/enumerations/control.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { type CycleRule, cycleOf } from '@cardinal/primitives/cycle.ts';
import { dayText } from '@cardinal/primitives/time.ts';

export { countedUntil, firstWholeDay, isTooOld } from '../../control/face.ts';

const { STOP, NO_CONTROL } = ControlAction.values;
const { pool, day } = FlowBase.values;

/** Whether a rule does something once its strategy is on. The others are only counted, in shadow. */
export const isActedOn = ({ action, base }: Pick<FlowRule, 'action' | 'base'>): boolean =>
  (action === STOP || action === NO_CONTROL) && base !== pool;

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
