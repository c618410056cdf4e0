/** What a top-up put on a card, and what is left and was spent of it; all in minor units. */
export type OnCard = {
  readonly amount: bigint;
  /** What was really added; 0 while it waits or was lost. */
  readonly gift: bigint;
  readonly paidLeft: bigint;
  readonly giftLeft: bigint;
  readonly giftSpent: bigint;
};

/** The most that goes back: what is left of what was paid, less what was spent of the gift. */
export const mostBack = ({ paidLeft, giftSpent }: Pick<OnCard, 'paidLeft' | 'giftSpent'>): bigint =>
  paidLeft > giftSpent ? paidLeft - giftSpent : 0n;

/** How much of the gift is reversed with a refund: its share, rounded up, and all that is left with the last of it. */
export function giftBack(on: OnCard, refund: bigint): bigint {
  if (refund >= mostBack(on)) return on.giftLeft;
  const share = (on.gift * refund + on.amount - 1n) / on.amount;
  return share < on.giftLeft ? share : on.giftLeft;
}

/** What is still added of a bonus that waits, once so much of what it was promised for has gone back. */
export const bonusLeft = (bonus: bigint, amount: bigint, paidBack: bigint): bigint =>
  (bonus * (amount - paidBack)) / amount;
