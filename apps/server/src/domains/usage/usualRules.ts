import { DAY_MS } from '@cardinal/primitives/time.ts';

/** A card's daily average. Volumes are bytes, days those of its carrier account's calendar. */
export type Usual = {
  /** The owner during these days. */
  readonly customerId: string;
  /** Up to and with this day. */
  readonly day: string;
  /** Whether that day itself is known. */
  readonly isKnown: boolean;
  /** How many days the mean covers, at most `MEAN_DAYS`. */
  readonly days: number;
  readonly mean: bigint;
};

export type DayBytes = { readonly day: string; readonly bytes: bigint };

/** The length of the mean: from then on each new day has a weight of one in this many. */
export const MEAN_DAYS = 30;
/** For a card known for fewer days there is no average. */
const KNOWN_DAYS = 7;
const TIMES = 3n;
/** Usage below this is never unusual, whatever the average. */
const LEAST_BYTES = 100_000n;

/** The calendar day this many days later. */
export const dayFrom = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** More than three times the average. */
export const isUnusual = (usual: Usual | undefined, bytes: bigint): boolean =>
  usual !== undefined && usual.days >= KNOWN_DAYS && bytes > TIMES * usual.mean && bytes >= LEAST_BYTES;

/**
 * Adds the days up to and including `through` to a card's average, oldest first, and returns those that were unusual. A day
 * after an unknown one is skipped, because it includes all usage since the last reading.
 */
export function closeDays(
  last: Usual | undefined,
  days: readonly DayBytes[],
  of: { readonly customerId: string; readonly through: string },
): { readonly usual: Usual; readonly unusual: readonly string[] } {
  const unusual: string[] = [];
  let usual = last?.customerId === of.customerId ? last : undefined;
  for (const { day, bytes } of days) {
    if (usual && day <= usual.day) continue;
    const isWhole = usual?.isKnown === true && usual.day === dayFrom(day, -1);
    if (isWhole && isUnusual(usual, bytes)) unusual.push(day);
    const counted = usual ?? { days: 0, mean: 0n };
    usual = { customerId: of.customerId, day, isKnown: true, ...(isWhole ? moved(counted, bytes) : kept(counted)) };
  }
  const before = usual ?? { days: 0, mean: 0n };
  const isKnown = usual?.day === of.through && usual.isKnown;
  return { usual: { customerId: of.customerId, day: of.through, isKnown, ...kept(before) }, unusual };
}

type Mean = Pick<Usual, 'days' | 'mean'>;
const kept = ({ days, mean }: Mean): Mean => ({ days, mean });

function moved({ days, mean }: Mean, bytes: bigint): Mean {
  const weight = BigInt(Math.min(days, MEAN_DAYS - 1));
  return { days: Math.min(days + 1, MEAN_DAYS), mean: (mean * weight + bytes) / (weight + 1n) };
}
