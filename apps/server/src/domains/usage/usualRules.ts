import { DAY_MS } from '@cardinal/primitives/time.ts';

/** What a card uses on an ordinary day. Volumes are bytes, days those of its carrier account's calendar. */
export type Usual = {
  /** Whose days these are. */
  readonly customerId: string;
  /** Up to and with this day. */
  readonly day: string;
  /** Whether anything is known of that very day. */
  readonly isKnown: boolean;
  /** How many days the mean is made of, `MEAN_DAYS` at most. */
  readonly days: number;
  readonly mean: bigint;
};

export type DayBytes = { readonly day: string; readonly bytes: bigint };

/** So many days the mean looks back: from then on each day counts for one part in so many. */
export const MEAN_DAYS = 30;
/** Of a card that is known for less nobody can say what is ordinary. */
const KNOWN_DAYS = 7;
const TIMES = 3n;
/** Below this no card costs anybody anything, whatever it used before. */
const LEAST_BYTES = 100_000n;

/** The calendar day so many days from one. */
export const dayFrom = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** More than three times the ordinary day. */
export const isUnusual = (usual: Usual | undefined, bytes: bigint): boolean =>
  usual !== undefined && usual.days >= KNOWN_DAYS && bytes > TIMES * usual.mean && bytes >= LEAST_BYTES;

/**
 * Takes the days up to and with `through` into the ordinary day of a card, oldest first, and names those that were unusual
 * when they came. A day after one of which nothing is known is passed over: what was used since the last reading all
 * stands under it.
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
