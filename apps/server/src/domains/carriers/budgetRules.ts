/** A call that counts against an account's limits: under way, or ended a moment ago. */
export type Slot = {
  readonly holder: string;
  /** When it ended; null while it is under way. */
  readonly endedAt: number | null;
  /** A call under way whose process died counts as ended from here on. */
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

/** What still counts at `now` (milliseconds of one clock for everybody). */
export function counting(slots: readonly Slot[], limits: Limits, now: number): Slot[] {
  const { ms } = windowOf(limits.callsPerSecond);
  return slots
    .map((slot) => (slot.endedAt === null && slot.until <= now ? { ...slot, endedAt: slot.until } : slot))
    .filter((slot) => slot.endedAt === null || slot.endedAt + ms > now);
}

/**
 * How many of `wanted` calls may begin now, and when to ask again for the rest. A call counts from its beginning until
 * one window after its END, because it reached the carrier somewhere between the two: so no window at the carrier ever
 * holds more than allowed, however the network delays things. `waitMs` is null when only the end of a call helps.
 */
export function admitted(
  slots: readonly Slot[],
  limits: Limits,
  wanted: number,
  now: number,
): { count: number; waitMs: number | null } {
  const { calls, ms } = windowOf(limits.callsPerSecond);
  const counted = counting(slots, limits, now);
  const flying = counted.filter((slot) => slot.endedAt === null);
  const count = Math.max(0, Math.min(wanted, calls - counted.length, limits.inFlight - flying.length));
  if (count === wanted) return { count, waitMs: 0 };
  const ends = counted.flatMap((slot) => (slot.endedAt === null ? [] : [slot.endedAt + ms]));
  const lapses = flying.map((slot) => slot.until);
  const isFull = flying.length + count >= limits.inFlight;
  const soonest = isFull ? lapses : [...ends, ...lapses];
  return { count, waitMs: soonest.length > 0 ? Math.max(1, Math.min(...soonest) - now) : null };
}
