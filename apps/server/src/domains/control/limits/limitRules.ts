import { MOST_TIERS, type Tier } from '@cardinal/contract/api/control/limitTiers.ts';
import { SpeedLimitType } from '@cardinal/contract/enumerations/package.ts';
import type { FieldProblem } from '@cardinal/contract/framework/refusal.ts';
import { volumeText } from '@cardinal/primitives/dataVolume.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';

const { reach, segmentedByMonth } = SpeedLimitType.values;

const oneTier = problem('达量限速只有一个分段', 'A limit on reaching a volume has one tier only');
const noMonth = problem('请选择月份', 'Choose a month');
const monthOfNone = problem('只有按月分段的策略才有月份', 'Only a strategy by month has months');
const tooMany = problem('每组最多 {most} 段', 'At most {most} tiers each', { most: MOST_TIERS });
const notRising = (before: string): Problem =>
  problem('必须大于上一段的 {before}', 'Must be greater than {before} of the tier before', { before });
const notFalling = (before: number): Problem =>
  problem('不能高于上一段的 {before} kbps', 'Must be at most {before} kbps as in the tier before', { before });
const notOffered = (speeds: readonly number[]): Problem =>
  problem('通道可限的速率：{speeds} kbps', 'Speeds the carrier offers: {speeds} kbps', { speeds: speeds.join(' / ') });

/** Of what may be referred to by a rule or a package. */
export const limitNotUsable = problem('限速策略不存在、已停用或不属于该运营商', 'Not an enabled limit of this carrier');

/** What is wrong with tiers, each at its place in the form. `speeds` are those the carrier offers. */
export function tierProblems(
  type: SpeedLimitType,
  tiers: readonly Tier[],
  speeds: readonly number[],
): readonly FieldProblem[] {
  const found: FieldProblem[] = [];
  const at = (field: string, { text, facts = {} }: Problem) => found.push({ field, text, facts });
  if (type === reach && tiers.length !== 1) at('tiers', oneTier);
  const counts = new Map<number | null, number>();
  const lasts = new Map<number | null, Tier>();
  tiers.forEach((tier, index) => {
    const place = `tiers.${index}`;
    const { month, afterBytes, kbps } = tier;
    if (type === segmentedByMonth && month === null) at(`${place}.month`, noMonth);
    if (type !== segmentedByMonth && month !== null) at(`${place}.month`, monthOfNone);
    const before = lasts.get(month);
    if (before && BigInt(afterBytes) <= BigInt(before.afterBytes))
      at(`${place}.afterBytes`, notRising(volumeText(BigInt(before.afterBytes))));
    if (!speeds.includes(kbps)) at(`${place}.kbps`, notOffered(speeds));
    else if (before && kbps > before.kbps) at(`${place}.kbps`, notFalling(before.kbps));
    const count = (counts.get(month) ?? 0) + 1;
    if (count === MOST_TIERS + 1) at('tiers', tooMany);
    counts.set(month, count);
    lasts.set(month, tier);
  });
  return found;
}

/** The tiers as they are kept: month by month. */
export const inOrder = (tiers: readonly Tier[]): Tier[] => tiers.toSorted((a, b) => (a.month ?? 0) - (b.month ?? 0));

export type LimitRule = { readonly type: SpeedLimitType; readonly tiers: readonly Tier[] };

/** Where a volume stands among the tiers of its month. */
export type Standing = {
  /** The tier that is reached; none below the first. */
  readonly tier: Tier | undefined;
  /** Its number, from 1; 0 without one. */
  readonly number: number;
  readonly next: Tier | undefined;
};

export function standingAt({ type, tiers }: LimitRule, usedBytes: bigint, month: number): Standing {
  const asked = type === segmentedByMonth ? tiers.filter((tier) => tier.month === month) : tiers;
  const number = asked.filter(({ afterBytes }) => BigInt(afterBytes) <= usedBytes).length;
  return { tier: asked[number - 1], number, next: asked[number] };
}

/** The speed for a used volume in a calendar month, in kbit/s; null: not limited. */
export const speedAt = (rule: LimitRule, usedBytes: bigint, month: number): number | null =>
  standingAt(rule, usedBytes, month).tier?.kbps ?? null;

/** Of several limits on one card the lowest speed holds; null: none of them limits. */
export const lowestSpeed = (rules: readonly LimitRule[], usedBytes: bigint, month: number): number | null => {
  const speeds = rules.flatMap((rule) => speedAt(rule, usedBytes, month) ?? []);
  return speeds.length > 0 ? Math.min(...speeds) : null;
};
