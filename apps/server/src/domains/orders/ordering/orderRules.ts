import { type Money, partOf } from '@cardinal/primitives/money.ts';

/** What a customer owes its parent for one package; that of the root is its cost. The first is the root, the last the payer. */
export type ChainLevel = { readonly customerId: string; readonly reservePrice: Money };

/** What one level of a sale earns with one package: it sells at `price` to the level below and owes `reserve` itself. */
export type Step = {
  readonly level: number;
  readonly customerId: string;
  readonly reserve: Money;
  readonly price: Money;
  readonly margin: Money;
};

/** A row for each level above the payer, from the root down. Together the margins and the reserve of the root are the price. */
export function stepsOf(chain: readonly ChainLevel[]): Step[] {
  const currency = chain[0]?.reservePrice.currency;
  return chain.slice(0, -1).map(({ customerId, reservePrice }, level) => {
    const price = (chain[level + 1] as ChainLevel).reservePrice;
    if (price.currency !== currency) throw new RangeError(`A chain in ${currency} has a price in ${price.currency}`);
    const margin = { minor: price.minor - reservePrice.minor, currency: price.currency };
    return { level, customerId, reserve: reservePrice, price, margin };
  });
}

/** What the payer pays for one package. A root pays nobody for its own. */
export const priceOf = (chain: readonly ChainLevel[]): Money => {
  const payer = chain.at(-1) as ChainLevel;
  return chain.length === 1 ? { ...payer.reservePrice, minor: 0n } : payer.reservePrice;
};

/** The levels that sell below what they owe; only a chain without them may be sold. */
export const soldAtLoss = (steps: readonly Step[]): Step[] => steps.filter(({ margin }) => margin.minor < 0n);

/** Who gets how much of a package that is paid: the root its whole price, each level between its margin. */
export type Share = { readonly customerId: string; readonly isRoot: boolean; readonly amount: Money };

export const sharesOf = (steps: readonly Step[]): Share[] =>
  steps.map(({ customerId, price, margin, level }) => ({
    customerId,
    isRoot: level === 0,
    amount: level === 0 ? price : margin,
  }));

/** The part of a paid package that is given back. */
export type Part = { readonly of: bigint; readonly whole: bigint };

/**
 * The steps of what is given back: each price in the chain is rounded for itself, then the differences are taken, so that no
 * level gives back more than it had and together they give back what the payer gets.
 */
export function stepsBack(steps: readonly Step[], { of, whole }: Part): Step[] {
  const back = (amount: Money) => partOf(amount, of, whole);
  return steps.map((step) => {
    const [reserve, price] = [back(step.reserve), back(step.price)];
    return { ...step, reserve, price, margin: { minor: price.minor - reserve.minor, currency: price.currency } };
  });
}
