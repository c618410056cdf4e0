import { volumeText } from '@cardinal/primitives/dataVolume.ts';
import { problem, type Rule, ruled } from '@cardinal/primitives/problem.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';

/** Of one month, or of the whole strategy. */
export const MOST_TIERS = 10;

const noVolume = problem('请输入流量', 'Enter a volume');
const tooMuch = problem('流量过大', 'The volume is too large');
/** Digits that an int8 column holds. */
const volumeRule: Rule<string> = (bytes) =>
  /^\d{1,18}$/.test(bytes) ? undefined : /^\d+$/.test(bytes) ? tooMuch : noVolume;

/** From this volume on, at most this speed. */
export const tierSchema = z.strictObject({
  /** A calendar month in a strategy by month; null in any other. */
  month: z.int().min(1).max(12).nullable(),
  afterBytes: z.string().check(ruled(volumeRule)),
  kbps: z.int().min(1).max(100_000_000),
});
export type Tier = z.output<typeof tierSchema>;

export type TierGroup = { readonly months: readonly number[]; readonly tiers: readonly Tier[] };

const stepsOf = (tiers: readonly Tier[]) => tiers.map(({ afterBytes, kbps }) => `${afterBytes}:${kbps}`).join();

/** The tiers as they are read: months with the same ones together. Without months it is one group. */
export function tierGroups(tiers: readonly Tier[]): TierGroup[] {
  const byMonth = [...Map.groupBy(tiers, ({ month }) => month)].sort(([a], [b]) => (a ?? 0) - (b ?? 0));
  return [...Map.groupBy(byMonth, ([, each]) => stepsOf(each)).values()].map((same) => ({
    months: same.flatMap(([month]) => month ?? []),
    tiers: same[0]?.[1] ?? [],
  }));
}

const monthName = (month: number): string =>
  new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' }).format(new Date(Date.UTC(2000, month - 1)));

/** «1、2 月», "Jan, Feb". */
export const monthsText = (months: readonly number[]): Text =>
  text(`${months.join('、')} 月`, months.map(monthName).join(', '));

export const stepText = ({ afterBytes, kbps }: Tier): string => `${volumeText(BigInt(afterBytes))} → ${kbps} kbps`;
