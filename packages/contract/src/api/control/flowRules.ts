import { volumeText } from '@cardinal/primitives/dataVolume.ts';
import { type Problem, problem, type Rule, ruledAt } from '@cardinal/primitives/problem.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { FlowBase, FlowNotify, FlowRestore } from '../../enumerations/control.ts';
import { ControlAction } from '../../enumerations/package.ts';
import { idSchema } from '../../framework/endpoint.ts';

export const MOST_RULES = 10;
export const MOST_PERCENT = 200;

/** A rule goes by a percentage, or by a volume in bytes. */
export const isPercent = (base: unknown): boolean => base === 'allowance' || base === 'pool';

const noThreshold = problem('请输入阈值', 'Enter a threshold');
const tooMuch = problem('流量过大', 'The volume is too large');
const notPercent = problem('必须是 1-{most} 的整数', 'Must be a whole number from 1 to {most}', { most: MOST_PERCENT });
const thresholdRule: Rule<{ base: FlowBase; threshold: string }> = ({ base, threshold }) => {
  if (!/^\d+$/.test(threshold) || BigInt(threshold) === 0n) return noThreshold;
  if (isPercent(base)) return BigInt(threshold) > BigInt(MOST_PERCENT) ? notPercent : undefined;
  return threshold.length > 18 ? tooMuch : undefined;
};

export const actionNotSupported = (action: ControlAction): Problem =>
  problem('没有通道支持「{action}」', 'No carrier account supports “{action}”', {
    action: ControlAction.labelOf(action),
  });

/** «At x do y». */
export const flowRuleSchema = z
  .strictObject({
    base: FlowBase.schema,
    /** Percent, or bytes of a volume. */
    threshold: z.string().max(30),
    action: ControlAction.schema,
    /** Of a limit only: the tiers it limits by. */
    limitStrategyId: idSchema.nullable(),
    notify: z.array(FlowNotify.schema).max(3),
    restore: FlowRestore.schema,
  })
  .check(ruledAt(['threshold'], thresholdRule));
export type FlowRule = z.output<typeof flowRuleSchema>;

/** «80 %», «2 GB a day». */
export const thresholdText = ({ base, threshold }: Pick<FlowRule, 'base' | 'threshold'>): Text => {
  const amount = isPercent(base) ? `${threshold}%` : volumeText(BigInt(threshold));
  switch (base) {
    case 'allowance':
      return text(amount, amount);
    case 'pool':
      return text(`流量池 ${amount}`, `${amount} of the pool`);
    case 'day':
      return text(`当日 ${amount}`, `${amount} in a day`);
    default:
      return text(`累计 ${amount}`, `${amount} in all`);
  }
};

/** What a rule does, in one word. */
export const actionText = ({ action }: Pick<FlowRule, 'action'>): Text =>
  action === ControlAction.values.NO_CONTROL ? text('提醒', 'Remind') : ControlAction.labelOf(action);
