/** A reading counts as in time until a quarter of its schedule has passed again. */
export const IN_TIME = 1.25;

/** One decimal, downwards, so that 99.96 % is not told as all. */
export const percentOf = (part: number, whole: number): number => Math.floor((part * 1_000) / whole) / 10;

/** How much of what a limit allows in a time was used; a call of before the limit was changed may make it more than all. */
export const budgetUsed = (calls: number, callsPerSecond: number, seconds: number): number =>
  percentOf(calls, callsPerSecond * seconds);

/** Seconds all cards take at the pace of the last hour; nothing at no pace. */
export const fullPassSeconds = (cards: number, readLastHour: number): number | null =>
  readLastHour > 0 ? Math.round((cards / readLastHour) * 3_600) : null;
