/** Segments as they are pasted: one a line, both ends apart by anything that is no digit. */
export const segmentRows = (typed: string): { startIccid: string; endIccid: string }[] =>
  typed
    .split(/\r?\n/)
    .map((line) => line.match(/\d+/g) ?? [])
    .filter((numbers) => numbers.length > 0)
    .map(([startIccid = '', endIccid = '']) => ({ startIccid, endIccid }));
