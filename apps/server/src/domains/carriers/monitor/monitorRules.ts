/** A reading counts as in time until its interval plus a quarter has passed. */
export const IN_TIME = 1.25;

/** One decimal, rounded down, so that 99.96 % is not shown as 100. */
export const percentOf = (part: number, whole: number): number => Math.floor((part * 1_000) / whole) / 10;

/** The used share of a rate limit over a period; above 100 % is possible if the limit was lowered meanwhile. */
export const budgetUsed = (calls: number, callsPerSecond: number, seconds: number): number =>
  percentOf(calls, callsPerSecond * seconds);

/** Seconds a full pass takes at the last hour's pace; null if nothing was read. */
export const fullPassSeconds = (cards: number, readLastHour: number): number | null =>
  readLastHour > 0 ? Math.round((cards / readLastHour) * 3_600) : null;
