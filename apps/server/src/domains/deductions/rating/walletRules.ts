/** Amounts of a card's wallet by source. */
export type BySource = { readonly paid: bigint; readonly gift: bigint; readonly preload: bigint };

/** What was given is used up before what somebody paid. */
const ORDER = ['gift', 'preload', 'paid'] as const;

export const sumOf = ({ paid, gift, preload }: BySource): bigint => paid + gift + preload;

/**
 * From which sources a wallet pays an amount: all of it, or undefined. Less than nothing goes back to where it was taken from, what was
 * paid first; `taken` is what was taken so far.
 */
export function splitOf(amount: bigint, wallet: BySource, taken: BySource): BySource | undefined {
  const isBack = amount < 0n;
  const most = isBack ? taken : wallet;
  const split = { paid: 0n, gift: 0n, preload: 0n };
  let left = isBack ? -amount : amount;
  for (const source of isBack ? ORDER.toReversed() : ORDER) {
    const part = left < most[source] ? left : most[source];
    split[source] = isBack ? -part : part;
    left -= part;
  }
  return left === 0n ? split : undefined;
}
