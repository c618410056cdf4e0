/** Pasted segments: one per line, both ends separated by anything but digits. */
export const segmentRows = (typed: string): { startIccid: string; endIccid: string }[] =>
  typed
    .split(/\r?\n/)
    .map((line) => line.match(/\d+/g) ?? [])
    .filter((numbers) => numbers.length > 0)
    .map(([startIccid = '', endIccid = '']) => ({ startIccid, endIccid }));
