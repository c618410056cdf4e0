/** A card's time in a pool, as far as days decide. `null`: it is still there. */
export type Stay = {
  readonly joinDay: string;
  readonly joinMark: bigint;
  readonly leaveDay: string | null;
  readonly leaveMark: bigint | null;
};

export const covers = ({ joinDay, leaveDay }: Pick<Stay, 'joinDay' | 'leaveDay'>, day: string): boolean =>
  joinDay <= day && (leaveDay === null || day <= leaveDay);

/**
 * How much of a day's bytes are a stay's: those after the mark it began at and up to the one it ended at. Stays of one card on
 * one day lie behind each other, so no byte is in two of them, whatever the day is corrected to.
 */
export function partOfDay(stay: Stay, day: string, bytes: bigint): bigint {
  if (!covers(stay, day)) return 0n;
  const from = stay.joinDay === day ? stay.joinMark : 0n;
  const to = stay.leaveDay === day && stay.leaveMark !== null && stay.leaveMark < bytes ? stay.leaveMark : bytes;
  return to > from ? to - from : 0n;
}

/** Where the next stay of a card begins on a day of which so much is known: never before the end of the last one. */
export const markAfter = (known: bigint, ends: readonly bigint[]): bigint =>
  ends.reduce((latest, end) => (end > latest ? end : latest), known);
