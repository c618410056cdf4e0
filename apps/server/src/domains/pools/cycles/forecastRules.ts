import { DAY_MS } from '@cardinal/primitives/time.ts';

export type Forecast = { readonly percent: number; readonly runsOutAt: Date | null };

/** A tenth of a percent; null where there is nothing to compare with. */
export const percentOf = (part: bigint, whole: bigint): number | null =>
  whole > 0n ? Number((part * 1_000n) / whole) / 10 : null;

/**
 * Where a pool ends: what was used so far, and on top what the cards that still run use until the end of the cycle at the pace of the
 * cycle so far. `running` is what those cards have used: a card that is stopped or has left adds nothing more. Nothing before a day of
 * data. A pool that is used up has run out already.
 */
export function forecast(
  { used, running, allowance }: { readonly used: bigint; readonly running: bigint; readonly allowance: bigint },
  { startsAt, endsAt, now }: { readonly startsAt: Date; readonly endsAt: Date; readonly now: Date },
): Forecast | undefined {
  const at = Math.min(now.getTime(), endsAt.getTime());
  const [elapsed, rest] = [BigInt(at - startsAt.getTime()), BigInt(endsAt.getTime() - at)];
  if (elapsed < BigInt(DAY_MS) || allowance <= 0n) return undefined;
  const percent = percentOf(used + (running * rest) / elapsed, allowance) ?? 0;
  if (used >= allowance) return { percent, runsOutAt: null };
  const until = running > 0n ? at + Number(((allowance - used) * elapsed) / running) : Number.POSITIVE_INFINITY;
  return { percent, runsOutAt: until < endsAt.getTime() ? new Date(until) : null };
}
