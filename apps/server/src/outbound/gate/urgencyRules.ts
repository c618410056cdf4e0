/**
 * What a call is for, most urgent first: `now`, a person or a command waits; `soon`, a limit is near; `rotation`, a reading
 * that is merely due.
 */
export const URGENCIES = ['now', 'soon', 'rotation'] as const;
export type Urgency = (typeof URGENCIES)[number];

/** Every so many calls the longest waiting one goes, whatever it is for, so that rotation never starves. */
export const LONGEST_WAITING_EVERY = 10;

/** Which waiting call goes next: its index, 0 if none waits. Equals go in order of arrival. */
export function nextInLine(line: readonly { readonly urgency: Urgency }[], turn: number): number {
  if (turn % LONGEST_WAITING_EVERY === LONGEST_WAITING_EVERY - 1) return 0;
  for (const urgency of URGENCIES) {
    const at = line.findIndex((each) => each.urgency === urgency);
    if (at >= 0) return at;
  }
  return 0;
}
