/** Counting so many rows takes a moment: then it is not done again for a minute. */
const LARGE = 200_000;
const KEPT_MS = 60_000;

/** Remembers, by a key, what came to many rows by `rowsOf`; what is small is counted anew each time. */
export function largeCounts<T>(rowsOf: (counted: T) => number): (key: string, count: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, { readonly until: number; readonly counted: T }>();
  return async (key, count) => {
    const known = kept.get(key);
    if (known && known.until > performance.now()) return known.counted;
    kept.delete(key);
    const counted = await count();
    if (rowsOf(counted) >= LARGE) kept.set(key, { until: performance.now() + KEPT_MS, counted });
    return counted;
  };
}

export const sum = (counts: Iterable<number>): number => [...counts].reduce((total, n) => total + n, 0);
