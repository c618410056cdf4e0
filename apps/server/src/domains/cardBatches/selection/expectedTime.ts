/** Cards of one carrier account in a batch; no `callsPerSecond` where the carrier is not asked. */
export type Share = { readonly count: number; readonly callsPerSecond: number | undefined };

/**
 * Seconds until the last card of each account is confirmed. No faster than the account's calls allow, and no faster than
 * batches of that size went lately (`pace`, cards a second): machine, answers and confirmations take their time too. What
 * was slower than the budgets stretches all accounts alike.
 */
export function expectedSeconds(shares: readonly Share[], pace: number | undefined): number[] {
  const byBudget = shares.map(({ count, callsPerSecond }) => (callsPerSecond ? count / callsPerSecond : 0));
  const longest = Math.max(0, ...byBudget);
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  const whole = Math.max(longest, pace ? total / pace : 0);
  return byBudget.map((seconds) => Math.ceil(longest > 0 ? (seconds / longest) * whole : whole));
}

/**
 * Accounts that are called the same are one line: their cards together, until the last of them is confirmed. Those that
 * are out are a line of their own.
 */
export function oneLineEach<
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
