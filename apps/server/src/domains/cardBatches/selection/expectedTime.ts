/** Cards of one carrier account in a batch; `callsPerSecond` is absent if the carrier is not asked. */
export type Share = { readonly count: number; readonly callsPerSecond: number | undefined };

/**
 * Seconds until the last card of each account is confirmed. No faster than the account's call limit, and no faster than recent
 * batches of that size (`pace`, cards a second). The pace includes server, answers and confirmations. A slower pace stretches
 * all accounts alike.
 */
export function expectedSeconds(shares: readonly Share[], pace: number | undefined): number[] {
  const byBudget = shares.map(({ count, callsPerSecond }) => (callsPerSecond ? count / callsPerSecond : 0));
  const longest = Math.max(0, ...byBudget);
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  const whole = Math.max(longest, pace ? total / pace : 0);
  return byBudget.map((seconds) => Math.ceil(longest > 0 ? (seconds / longest) * whole : whole));
}

/**
 * Merges accounts with the same name into one line: the sum of their cards, the latest confirmation. Paused or failing accounts
 * get a line of their own.
 */
export function mergeByAccountName<
  Line extends {
    readonly name: string;
    readonly count: number;
    readonly seconds: number;
    readonly out?: { readonly words: string } | null;
  },
>(lines: readonly Line[]): Line[] {
  const merged = new Map<string, Line>();
  for (const line of lines) {
    const key = JSON.stringify([line.name, line.out?.words ?? null]);
    const before = merged.get(key);
    merged.set(
      key,
      before ? { ...before, count: before.count + line.count, seconds: Math.max(before.seconds, line.seconds) } : line,
    );
  }
  return [...merged.values()];
}
