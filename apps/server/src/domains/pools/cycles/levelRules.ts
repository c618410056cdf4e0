/** How full a pool is: whole percent, rounded down, 100 or more once it is used up; null where there is nothing to use. */
export type Level = number | null;

const MOST = 1_000_000;

export function levelOf(used: bigint, total: bigint): Level {
  if (total > 0n) return Number((used * 100n) / total < MOST ? (used * 100n) / total : MOST);
  return used > 0n ? 100 : null;
}

/** The pool gives; one without anything to use gives nothing. */
export const gives = (level: Level): boolean => level !== null && level < 100;

/** Of several pools that a card uses at once, the one that ends first. */
export const fullest = (levels: readonly Level[]): Level =>
  levels.reduce((most, each) => (most === null || (each !== null && each > most) ? each : most), null);
