/** A call that counts against an account's limits: under way, or recently ended. */
export type Slot = {
  readonly holder: string;
  /** The latest time it had reached the carrier; absent while that is not known before its end. */
  readonly arrivedAt?: number | undefined;
  /** When it ended; null while under way. */
  readonly endedAt: number | null;
  /** A call of a dead process counts as ended from here on. */
  readonly until: number;
};

export type Limits = {
  readonly callsPerSecond: number;
  readonly inFlight: number;
};

/** How long, and how many calls: 5 a second are 5 in 1,000 ms, one every two seconds is 1 in 2,000 ms. */
export function windowOf(callsPerSecond: number): { calls: number; ms: number } {
  const calls = Math.max(1, Math.floor(callsPerSecond));
  return { calls, ms: Math.ceil((calls / callsPerSecond) * 1_000) };
}

/**
 * The maximum difference between transit times to one carrier. Their length does not matter: requests delayed equally keep
 * their distance.
 */
export const STRAY_MS = 40;
/** When a request the network accepted at `sentAt` counts as arrived. */
export const arrivalOf = (sentAt: number): number => sentAt + STRAY_MS;

/** The slots that still count at `now` (milliseconds of one common clock). */
export function counting(slots: readonly Slot[], limits: Limits, now: number): Slot[] {
  const { ms } = windowOf(limits.callsPerSecond);
  return slots
    .map((slot) => (slot.endedAt === null && slot.until <= now ? { ...slot, endedAt: slot.until } : slot))
    .filter((slot) => slot.endedAt === null || leavesWindowAt(slot, ms) > now);
}

/** When a call no longer counts against the rate; never before it is known to have arrived, which its end proves too. */
function leavesWindowAt({ arrivedAt, endedAt }: Slot, windowMs: number): number {
  const by = Math.min(arrivedAt ?? Number.POSITIVE_INFINITY, endedAt ?? Number.POSITIVE_INFINITY);
  return by + windowMs;
}

/** Permits are granted this long before they become valid, so that the milliseconds of settling do not reduce the rate. */
export const AHEAD_MS = 50;

/**
 * When up to `wanted` calls may begin: now, or within `AHEAD_MS`, soonest first; and when to ask again for the rest. A call
 * counts against the rate from its permit until one window after it has ARRIVED. It arrived when the network accepted it, or
 * else when it ended. So no window at the carrier holds more than allowed, and slow answers do not reduce the rate; only the
 * calls in flight limit them. `waitMs` is null if only the end of a call helps.
 */
export function admitted(
  slots: readonly Slot[],
  limits: Limits,
  wanted: number,
  now: number,
): { beginsAt: number[]; waitMs: number | null } {
  const { calls, ms } = windowOf(limits.callsPerSecond);
  const counted = counting(slots, limits, now);
  const flying = counted.filter((slot) => slot.endedAt === null);
  // Sorted by latest departure: the n-th new call fits once all but `calls - n` of them have left the window.
  const leaves = counted.map((slot) => leavesWindowAt(slot, ms)).sort((one, other) => other - one);
  const roomAt = (nth: number) => (nth > calls ? Number.POSITIVE_INFINITY : Math.max(now, leaves[calls - nth] ?? now));
  const most = Math.min(wanted, limits.inFlight - flying.length);
  const beginsAt: number[] = [];
  while (beginsAt.length < most && roomAt(beginsAt.length + 1) <= now + AHEAD_MS) {
    beginsAt.push(roomAt(beginsAt.length + 1));
  }
  if (beginsAt.length >= wanted) return { beginsAt, waitMs: 0 };
  const lapses = flying.map((slot) => slot.until);
  const isFull = flying.length + beginsAt.length >= limits.inFlight;
  const roomSoonest = roomAt(beginsAt.length + 1) - AHEAD_MS;
  const soonest = Math.min(...lapses, isFull ? Number.POSITIVE_INFINITY : roomSoonest);
  return { beginsAt, waitMs: Number.isFinite(soonest) ? Math.max(1, soonest - now) : null };
}
