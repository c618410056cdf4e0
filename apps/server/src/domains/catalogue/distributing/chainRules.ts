/** What one customer of a chain has. */
export type ChainStep = {
  readonly customerId: string;
  /** Null for who made the thing. */
  readonly fromCustomerId: string | null;
  readonly state: 'on' | 'recalled';
  /** In force; null for who made it, and for whose price has not begun. */
  readonly reservePrice: string | null;
  readonly minPrice: string | null;
};

/** `recalled`: somebody on the way does not have it. `toReprice`: somebody would sell below what may be asked. */
export type ChainBreak = { readonly why: 'recalled' | 'toReprice'; readonly at: string };

const sellsBelow = ({ minPrice }: ChainStep, { reservePrice }: ChainStep): boolean =>
  minPrice !== null && reservePrice !== null && BigInt(reservePrice) < BigInt(minPrice);

/**
 * The steps from the maker down to a customer, if each on the way has the thing from its parent at a price in force that is
 * no loss; otherwise the lowest place where the chain breaks. `path` are the customers from the root down to it.
 */
export function chainDown<Step extends ChainStep>(
  path: readonly string[],
  steps: ReadonlyMap<string, Step>,
): readonly Step[] | ChainBreak {
  const chain: Step[] = [];
  for (let at = path.length - 1; at >= 0; at -= 1) {
    const customerId = path[at] as string;
    const step = steps.get(customerId);
    const isMaker = step?.fromCustomerId === null;
    const isGiven = step?.fromCustomerId === path[at - 1] && step?.reservePrice !== null;
    if (step?.state !== 'on' || !(isMaker || isGiven)) return { why: 'recalled', at: customerId };
    const below = chain[0];
    if (below && sellsBelow(step, below)) return { why: 'toReprice', at: below.customerId };
    chain.unshift(step);
    if (isMaker) return chain;
  }
  return { why: 'recalled', at: path[0] ?? '' };
}

export const isBroken = (chain: readonly ChainStep[] | ChainBreak): chain is ChainBreak => 'why' in chain;
