import { actionNotSupported, type FlowRule, thresholdText } from '@cardinal/contract/api/control/flowRules.ts';
import { FlowBase } from '@cardinal/contract/enumerations/control.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import type { FieldProblem } from '@cardinal/contract/framework/refusal.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import { limitNotUsable } from '../limits/limitRules.ts';
import { STRICTEST } from '../strategyRules.ts';

const { LIMIT, NO_CONTROL } = ControlAction.values;

const noLimit = problem('请选择限速策略', 'Choose a speed-limit strategy');
const limitOfNone = problem('只有限速才选限速策略', 'Only a limit has a speed-limit strategy');
const nobodyTold = problem('提醒至少要有一种方式', 'A reminder needs a way to notify');
const notRising = (rule: FlowRule): Problem =>
  problem('必须大于前面规则的 {before}', 'Must be greater than {before} of the rule before', {
    before: thresholdText(rule),
  });
/** What is wrong with rules, each at its place in the form. `can` are the carrier's actions, `limits` what may be referred to. */
export function ruleProblems(
  rules: readonly FlowRule[],
  can: readonly ControlAction[],
  limits: ReadonlySet<string>,
): readonly FieldProblem[] {
  const found: FieldProblem[] = [];
  const lasts = new Map<FlowBase, FlowRule>();
  rules.forEach((rule, index) => {
    const at = (part: keyof FlowRule, { text, facts = {} }: Problem) =>
      found.push({ field: `rules.${index}.${part}`, text, facts });
    const { base, threshold, action, limitStrategyId, notify } = rule;
    const before = lasts.get(base);
    if (before && BigInt(threshold) <= BigInt(before.threshold)) at('threshold', notRising(before));
    if (!can.includes(action)) at('action', actionNotSupported(action));
    if (action !== LIMIT && limitStrategyId !== null) at('limitStrategyId', limitOfNone);
    if (action === LIMIT && limitStrategyId === null) at('limitStrategyId', noLimit);
    if (action === LIMIT && limitStrategyId !== null && !limits.has(limitStrategyId))
      at('limitStrategyId', limitNotUsable);
    if (action === NO_CONTROL && notify.length === 0) at('notify', nobodyTold);
    lasts.set(base, rule);
  });
  return found;
}

/** What is known of a card when rules are asked. What is unknown is null, and no rule goes by it. */
export type FlowFacts = {
  /** Null: the package has no limit. */
  readonly allowanceBytes: bigint | null;
  readonly usedBytes: bigint;
  readonly dayBytes: bigint | null;
  /** How full the pool of the card is; 100 or more: it gives nothing any more. */
  readonly poolPercent: number | null;
};

const { allowance, day, pool } = FlowBase.values;

const WHOLE = 100n;

/** A rule that does more than remind at the whole allowance or beyond waits as long as a pool gives the card more. */
export const waitsForPool = ({ base, threshold, action }: Pick<FlowRule, 'base' | 'threshold' | 'action'>): boolean =>
  base === allowance && BigInt(threshold) >= WHOLE && action !== NO_CONTROL;

/** Whether a rule's threshold is reached. */
export function fires(rule: FlowRule, facts: FlowFacts): boolean {
  const { base, threshold } = rule;
  const limit = BigInt(threshold);
  const { poolPercent } = facts;
  if (poolPercent !== null && BigInt(poolPercent) < WHOLE && waitsForPool(rule)) return false;
  if (base === allowance)
    return facts.allowanceBytes !== null && facts.usedBytes * 100n >= facts.allowanceBytes * limit;
  if (base === pool) return poolPercent !== null && BigInt(poolPercent) >= limit;
  if (base === day) return facts.dayBytes !== null && facts.dayBytes >= limit;
  return facts.usedBytes >= limit;
}

/** Every rule that fires, in its order, and the one action taken: the strictest. */
export function firingOf(
  rules: readonly FlowRule[],
  facts: FlowFacts,
): { readonly fired: readonly FlowRule[]; readonly action: ControlAction | null } {
  const fired = rules.filter((rule) => fires(rule, facts));
  return { fired, action: STRICTEST.find((action) => fired.some((rule) => rule.action === action)) ?? null };
}

/** How strict an action is; nothing is 0. */
export const strictness = (action: ControlAction | null): number =>
  action === null ? 0 : STRICTEST.length - STRICTEST.indexOf(action);
