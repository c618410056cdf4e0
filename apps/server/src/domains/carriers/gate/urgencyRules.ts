/**
 * What a call is for, most urgent first: `now`, somebody waits or a command does; `soon`, a limit is near; `rotation`, a
 * reading that is merely due.
 */
export const URGENCIES = ['now', 'soon', 'rotation'] as const;
export type Urgency = (typeof URGENCIES)[number];

/** Every so many turns the longest waiting goes, whatever it is for: rotation stands still for nobody. */
export const FAIR_TURN = 10;

/** Who of those in line goes in this turn: an index, 0 where nobody waits. Equals go in the order they came. */
export function nextInLine(line: readonly { readonly urgency: Urgency }[], turn: number): number {
  if (turn % FAIR_TURN === FAIR_TURN - 1) return 0;
  for (const urgency of URGENCIES) {
    const at = line.findIndex((each) => each.urgency === urgency);
    if (at >= 0) return at;
  }
  return 0;
}
