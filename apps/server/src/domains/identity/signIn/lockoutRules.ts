const MINUTE_MS = 60_000;
/** Failures further apart than this do not add up. */
export const WINDOW_MS = 15 * MINUTE_MS;
const LONGEST_LOCK_MS = 24 * 60 * MINUTE_MS;

/** The first lock's duration, doubled for every earlier lock, at most a day. */
export const lockLength = (strikesBefore: number, firstMinutes: number): number =>
  Math.min(firstMinutes * MINUTE_MS * 2 ** Math.min(strikesBefore, 10), LONGEST_LOCK_MS);

/** Strikes are forgotten after a quiet day. */
export const STRIKES_KEPT_MS = LONGEST_LOCK_MS;

/** The rest of a lock in whole minutes, rounded up: never «0 minutes». */
export const minutesLeft = (until: Date, now: Date): number =>
  Math.max(1, Math.ceil((until.getTime() - now.getTime()) / MINUTE_MS));
