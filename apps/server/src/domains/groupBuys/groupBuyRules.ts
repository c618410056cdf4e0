import type { CodeExpiry } from '@cardinal/contract/enumerations/groupBuy.ts';

/** How many codes of a batch are in each state. */
export type Counts = {
  readonly count: number;
  readonly redeeming: number;
  readonly redeemed: number;
  readonly voided: number;
  readonly expired: number;
};

/** Codes that can still be redeemed. */
export const unusedOf = ({ count, redeeming, redeemed, voided, expired }: Counts): number =>
  count - redeeming - redeemed - voided - expired;

/** Codes whose price is owed to the buyer: those nobody redeemed, and those being redeemed. */
export const openOf = (counts: Counts): number => unusedOf(counts) + counts.redeeming;

export const costOf = (price: bigint, codes: number): bigint => price * BigInt(codes);

/** What of a batch is owed to its buyer. */
export const liabilityOf = (price: bigint, counts: Counts): bigint => costOf(price, openOf(counts));

/** What the buyer got back: the price of void codes, and of expired ones where the offer says so. */
export const returnedOf = (price: bigint, counts: Counts, expiry: CodeExpiry): bigint =>
  costOf(price, counts.voided + (expiry === 'refund' ? counts.expired : 0));

/** What the seller kept of codes that nobody redeemed in time. */
export const keptOf = (price: bigint, { expired }: Counts, expiry: CodeExpiry): bigint =>
  costOf(price, expiry === 'keep' ? expired : 0);

/** The least a code may cost: what its seller owes for the package, and what its parent wants it to ask. */
export const floorOf = (own: {
  readonly parentId: string | null;
  readonly cost: string | null;
  readonly minPrice: string;
}): bigint => {
  const cost = BigInt(own.cost ?? 0);
  if (own.parentId === null) return cost;
  const least = BigInt(own.minPrice);
  return least > cost ? least : cost;
};
