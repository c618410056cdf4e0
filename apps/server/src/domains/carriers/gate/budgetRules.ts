/** A call that counts against an account's limits: under way, or ended a moment ago. */
export type Slot = {
  readonly holder: string;
  /** By when it had reached the carrier at the latest; none while that is not known before its end. */
  readonly arrivedAt?: number | undefined;
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

/**
 * By how much journeys to one carrier differ at most. How long they take does not matter: what is as late as what came
 * before it keeps its distance.
 */
export const STRAY_MS = 40;
/** When a request that the network took at `sentAt` has arrived, as far as the budget is concerned. */
export const arrivalOf = (sentAt: number): number => sentAt + STRAY_MS;

/** What still counts at `now` (milliseconds of one clock for everybody). */
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

/** Leave is given so long before it holds: settling it takes a few milliseconds, which the rate need not lose each time. */
export const AHEAD_MS = 50;

/**
 * When up to `wanted` calls may begin: now, or at a moment within `AHEAD_MS` from now, the soonest first; and when to ask
 * again for the rest. A call counts against the rate from its leave until one window after it has ARRIVED: as soon as
 * the network has taken it, or else when it ends, for it reached the carrier somewhere between. So no window at the carrier holds more than
 * allowed, and slow answers cost nothing of the rate; they bound it by the calls in flight alone. `waitMs` is null when
 * only the end of a call helps.
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
  // Who leaves the window last comes first: the n-th new call finds room when all but `calls - n` of them have left.
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
