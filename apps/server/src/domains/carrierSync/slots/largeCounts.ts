/** Counting this many rows is slow, so the result is cached for a minute. */
const LARGE = 200_000;
const KEPT_MS = 60_000;

/** Caches results that cover many rows (`rowsOf`) by key; small ones are counted every time. */
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
