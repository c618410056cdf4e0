import { DAY_MS } from '@cardinal/primitives/time.ts';

export type Forecast = { readonly percent: number; readonly runsOutAt: Date | null };

/** A tenth of a percent; null where there is nothing to compare with. */
export const percentOf = (part: bigint, whole: bigint): number | null =>
  whole > 0n ? Number((part * 1_000n) / whole) / 10 : null;

/**
 * Where a straight line from the cycle's beginning through what was used so far ends; nothing before a day of data. A pool that
 * is used up has run out already.
 */
export function forecast(
  used: bigint,
  allowance: bigint,
  { startsAt, endsAt, now }: { readonly startsAt: Date; readonly endsAt: Date; readonly now: Date },
): Forecast | undefined {
  const elapsed = BigInt(Math.min(now.getTime(), endsAt.getTime()) - startsAt.getTime());
  if (elapsed < BigInt(DAY_MS) || allowance <= 0n) return undefined;
  const whole = BigInt(endsAt.getTime() - startsAt.getTime());
  const percent = percentOf((used * whole) / elapsed, allowance) ?? 0;
  if (used >= allowance) return { percent, runsOutAt: null };
  const until = used > 0n ? startsAt.getTime() + Number((allowance * elapsed) / used) : Number.POSITIVE_INFINITY;
  return { percent, runsOutAt: until < endsAt.getTime() ? new Date(until) : null };
}
