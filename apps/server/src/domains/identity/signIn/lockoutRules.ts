const MINUTE_MS = 60_000;
/** Failures further apart than this do not add up. */
export const WINDOW_MS = 15 * MINUTE_MS;
export const LONGEST_LOCK_MS = 24 * 60 * MINUTE_MS;

/** Failures on one account from all strange addresses together. The captcha stops no machine, so this does. */
export const ACCOUNT_FAILURES = 20;
/** Failures from one address with all names together; an office behind one address stays below. */
export const ADDRESS_FAILURES = 30;
/** A pace makes guessing slow; it does not shut out the owner's new device, or the office, for a day. */
export const LONGEST_PACE_MS = 60 * MINUTE_MS;

/** The first lock's duration, doubled for every earlier lock. */
export const lockLength = (strikesBefore: number, firstMinutes: number, longestMs: number): number =>
  Math.min(firstMinutes * MINUTE_MS * 2 ** Math.min(strikesBefore, 10), longestMs);

/** Strikes are forgotten after a quiet day. */
export const STRIKES_KEPT_MS = LONGEST_LOCK_MS;

/** The rest of a lock in whole minutes, rounded up: never «0 minutes». */
export const minutesLeft = (until: Date, now: Date): number =>
  Math.max(1, Math.ceil((until.getTime() - now.getTime()) / MINUTE_MS));
