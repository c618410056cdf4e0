import { monthsText, stepText, type Tier, tierGroups } from '@cardinal/contract/api/control/limitTiers.ts';
import { SpeedLimitType } from '@cardinal/contract/enumerations/package.ts';
import { volumeText } from '@cardinal/primitives/dataVolume.ts';
import type { Language } from '@cardinal/primitives/text.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { type LimitRule, standingAt } from './limitRules.ts';

/** «1 GB → 1024 kbps, 5 GB → 128 kbps», months first where there are any. */
export const tiersText = (tiers: readonly Tier[], language: Language): string =>
  tierGroups(tiers)
    .map((group) => {
      const steps = group.tiers.map(stepText).join(', ');
      return group.months.length === 0 ? steps : `${say(monthsText(group.months), language)}: ${steps}`;
    })
    .join('; ');

const words = {
  nothing: text('{month}没有分段，不限速', 'No tiers in {month}: not limited'),
  below: text('已用 {used}，未达到 {volume}，不限速', 'Used {used}, below {volume}: not limited'),
  reached: text(
    '已用 {used}，达到第 {n} 段的 {volume}，限速 {kbps} kbps',
    'Used {used}, from {volume} of tier {n}: limited to {kbps} kbps',
  ),
  inMonth: text('{month}：{why}', '{month}: {why}'),
};

/** Why a volume is given its speed. */
export function standingText(rule: LimitRule, usedBytes: bigint, month: number, language: Language): string {
  const { tier, number, next } = standingAt(rule, usedBytes, month);
  const name = monthsText([month]);
  const of = tier ?? next;
  if (!of) return say(words.nothing, language, { month: name });
  const facts = { used: volumeText(usedBytes), volume: volumeText(BigInt(of.afterBytes)) };
  const why = tier
    ? say(words.reached, language, { ...facts, n: number, kbps: tier.kbps })
    : say(words.below, language, facts);
  return rule.type === SpeedLimitType.values.segmentedByMonth
    ? say(words.inMonth, language, { month: name, why })
    : why;
}
