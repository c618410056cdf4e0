/** Consecutive ICCIDs from a first one: the digits count up, the length stays. */
export function* iterateIccids(from: string, count: number): Generator<string> {
  const first = BigInt(from);
  for (let i = 0; i < count; i++) yield String(first + BigInt(i)).padStart(from.length, '0');
}

export function iccidsFrom(from: string, count: number): string[] {
  return [...iterateIccids(from, count)];
}

/** Both ends inclusive; undefined if they differ in length or are in the wrong order. */
export function rangeLength(from: string, to: string): number | undefined {
  if (from.length !== to.length) return undefined;
  const length = BigInt(to) - BigInt(from) + 1n;
  return length > 0n && length <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(length) : undefined;
}
