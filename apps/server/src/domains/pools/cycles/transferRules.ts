import { forecast, percentOf } from './forecastRules.ts';

/** A pool with its sub-pools as a transfer finds it. */
export type Side = {
  readonly path: string;
  readonly cards: number;
  readonly contributed: bigint;
  readonly used: bigint;
  /** Of that, by cards that go on. */
  readonly running: bigint;
  readonly quota: bigint | null;
};

/** What goes from one pool to another. */
export type Going = { readonly cards: number; readonly contributed: bigint; readonly running: bigint };

export const allowanceOf = ({ quota, contributed }: Pick<Side, 'quota' | 'contributed'>): bigint =>
  quota ?? contributed;

const isWithin = (inner: string, outer: string) => inner.startsWith(outer);

/**
 * A side once cards went from one pool to another. A pool that has both in it stays as it is. What was used stays where it was used; what
 * runs goes on elsewhere.
 */
export function afterTransfer(
  side: Side,
  { from, to }: { readonly from: string; readonly to: string },
  going: Going,
): Side {
  const by = Number(isWithin(to, side.path)) - Number(isWithin(from, side.path));
  return {
    ...side,
    cards: side.cards + by * going.cards,
    contributed: side.contributed + BigInt(by) * going.contributed,
    running: side.running + BigInt(by) * going.running,
  };
}

/** It used more than it has, only because of the transfer. */
export const isOverBecause = (before: Side, after: Side): boolean =>
  before.used <= allowanceOf(before) && after.used > allowanceOf(after);

/** What a pane says of a side. */
export function figuresOf(side: Side, cycle: { readonly startsAt: Date; readonly endsAt: Date; readonly now: Date }) {
  const allowance = allowanceOf(side);
  return {
    cards: side.cards,
    contributed: String(side.contributed),
    used: String(side.used),
    usedPercent: percentOf(side.used, allowance),
    forecastPercent: forecast({ used: side.used, running: side.running, allowance }, cycle)?.percent ?? null,
  };
}
