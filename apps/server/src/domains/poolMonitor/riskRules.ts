import type { PoolRisk } from '@cardinal/contract/enumerations/pool.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What a pool uses: by its carrier's days, today last. */
export type Pace = {
  readonly today: bigint;
  readonly yesterday: bigint;
  /** How much of today is over, 0 to 1. */
  readonly partOfDay: number;
};

const PARTS = 10_000;

/** Bytes of the last 24 hours: today's, and of yesterday's the part that is not older, as if it had been used evenly. */
export function lastDayOf({ today, yesterday, partOfDay }: Pace): bigint {
  const old = BigInt(Math.round(Math.min(1, Math.max(0, partOfDay)) * PARTS));
  return today + (yesterday * (BigInt(PARTS) - old)) / BigInt(PARTS);
}

/** The pace of a pool whose cards have partly stopped: that of the cards that go on, by their part of what was used in the cycle. */
export const paceOfRunning = (
  bytesADay: bigint,
  { used, running }: { readonly used: bigint; readonly running: bigint },
): bigint => (used > 0n ? (bytesADay * running) / used : bytesADay);

/** When what is left is used up at a pace of bytes a day; null where it lasts a year. */
export function runsOutAt(remaining: bigint, bytesADay: bigint, now: Date): Date | null {
  if (bytesADay <= 0n) return null;
  const ms = Number((remaining * BigInt(DAY_MS)) / bytesADay);
  return ms > 365 * DAY_MS ? null : new Date(now.getTime() + ms);
}

export type Standing = {
  readonly total: bigint;
  readonly remaining: bigint;
  /** When it runs out by its own forecast and at the pace of now, whichever is first. */
  readonly runsOutAt: Date | null;
  /** Until when it has to last. */
  readonly endsAt: Date | null;
  readonly since: Date;
  readonly readAt: Date | null;
};

/** Worst first: a pool that is used up is so however old its reading is; nothing else is said of one that nobody has read lately. */
export function riskOf(
  { total, remaining, runsOutAt: out, endsAt, since, readAt }: Standing,
  { now, soonDays, staleHours }: { readonly now: Date; readonly soonDays: number; readonly staleHours: number },
): PoolRisk {
  if (total > 0n && remaining <= 0n) return 'exhausted';
  if (readAt !== null && +now - +readAt > staleHours * HOUR_MS) return 'stale';
  if (total === 0n || readAt === null || +now - +since < DAY_MS) return 'tooEarly';
  if (out === null || (endsAt !== null && out >= endsAt)) return 'lasts';
  return +out - +now < soonDays * DAY_MS ? 'soon' : 'early';
}
