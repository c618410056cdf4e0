const MINUTE_MS = 60_000;

/**
 * Counts the requests of each account by the minute. Returns for how many seconds an account beyond its number has to wait.
 * Each process counts for itself.
 */
export function requestPace(perMinute: number, now: () => Date): (accountId: string) => number | undefined {
  let begun = 0;
  const counts = new Map<string, number>();
  return (accountId) => {
    const passed = now().getTime() - begun;
    // A clock set back begins a new minute too.
    if (passed >= MINUTE_MS || passed < 0) {
      counts.clear();
      begun += passed;
      counts.set(accountId, 1);
      return undefined;
    }
    const count = (counts.get(accountId) ?? 0) + 1;
    counts.set(accountId, count);
    return count > perMinute ? Math.ceil((MINUTE_MS - passed) / 1_000) : undefined;
  };
}
