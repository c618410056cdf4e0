import { type Money, partOf } from '@cardinal/primitives/money.ts';

/**
 * What a customer owes its parent for one package; that of the root is its cost, undefined where it is known in another currency.
 * The first is the root, the last the payer.
 */
export type ChainLevel = {
  readonly customerId: string;
  readonly reservePrice: Money | undefined;
  /** By which share it follows from what is paid; left out of a price of its own. */
  readonly share?: string;
};

/**
 * What one level of a sale earns with one package: it sells at `price` to the level below and owes `reserve` itself. Of the root
 * alone reserve and margin may be unknown.
 */
export type Step = {
  readonly level: number;
  readonly customerId: string;
  readonly reserve: Money | undefined;
  readonly price: Money;
  readonly margin: Money | undefined;
  readonly share?: string;
};

/** An amount that only a root may not know. */
function known(amount: Money | undefined): Money {
  if (!amount) throw new RangeError('What a level below the root owes is always known');
  return amount;
}

const less = (price: Money, reserve: Money | undefined): Money | undefined =>
  reserve && { minor: price.minor - reserve.minor, currency: price.currency };

/** An amount of a step as rows and answers have it: null where it is unknown. */
export const minorOrNull = (amount: Money | undefined): string | null => (amount ? String(amount.minor) : null);

/** What each level owes for so many of the package at once. */
export const chainTimes = (chain: readonly ChainLevel[], times: number): ChainLevel[] =>
  chain.map(({ reservePrice, ...level }) => ({
    ...level,
    reservePrice: reservePrice && { ...reservePrice, minor: reservePrice.minor * BigInt(times) },
  }));

/** A row for each level above the payer, from the root down. Together the margins and the reserve of the root are the price. */
export function stepsOf(chain: readonly ChainLevel[]): Step[] {
  return chain.slice(0, -1).map(({ reservePrice: reserve, ...earner }, level) => {
    const price = known((chain[level + 1] as ChainLevel).reservePrice);
    if (reserve && reserve.currency !== price.currency) {
      throw new RangeError(`A chain in ${reserve.currency} has a price in ${price.currency}`);
    }
    return { level, ...earner, reserve, price, margin: less(price, reserve) };
  });
}

/** What each level owed for one of `times` packages that were sold together: the opposite of both. */
export const levelsOfSteps = (
  steps: readonly Step[],
  payer: { readonly customerId: string; readonly price: Money },
  times: number,
): ChainLevel[] => {
  const one = (amount: Money | undefined) => amount && { ...amount, minor: amount.minor / BigInt(times) };
  return [
    ...steps.map(({ customerId, reserve }) => ({ customerId, reservePrice: one(reserve) })),
    { customerId: payer.customerId, reservePrice: one(payer.price) },
  ];
};

const KEPT_MS = 15 * 60_000;

/** Whether failed cards of an order are still retried at its price. */
export const isPriceKept = (finishedAt: Date | null, now: Date): boolean =>
  finishedAt === null || now.getTime() <= finishedAt.getTime() + KEPT_MS;

/** What the payer pays for one package. A root pays nobody for its own. */
export const priceOf = (chain: readonly ChainLevel[]): Money => {
  const owed = known((chain.at(-1) as ChainLevel).reservePrice);
  return chain.length === 1 ? { ...owed, minor: 0n } : owed;
};

/**
 * The levels that sell below what they owe; only a chain without them may be sold. The root may, whose loss is nobody else's: it
 * is warned where it sets its price.
 */
export const soldAtLoss = (steps: readonly Step[]): Step[] =>
  steps.filter(({ level, margin }) => level > 0 && known(margin).minor < 0n);

/** Who gets how much of a package that is paid: the root its whole price, each level between its margin. */
export type Share = { readonly customerId: string; readonly isRoot: boolean; readonly amount: Money };

export const sharesOf = (steps: readonly Step[]): Share[] =>
  steps.map(({ customerId, price, margin, level }) => ({
    customerId,
    isRoot: level === 0,
    amount: level === 0 ? price : known(margin),
  }));

/**
 * What one of `units` equal records costs of the whole, counted from 1. What does not divide is spread over the first ones, a cent
 * each: so together they are the whole, and of two amounts the greater has no smaller record.
 */
export function shareOfUnit(whole: bigint, unit: number, units: number): bigint {
  const [quotient, rest] = [whole / BigInt(units), whole % BigInt(units)];
  return quotient + (BigInt(unit) <= rest ? 1n : 0n);
}

/** The steps of one record of a package that has several: each price in the chain is divided for itself. */
export function stepsOfUnit(steps: readonly Step[], unit: number, units: number): Step[] {
  if (units === 1) return [...steps];
  const share = ({ minor, currency }: Money): Money => ({ minor: shareOfUnit(minor, unit, units), currency });
  return steps.map((step) => {
    const [reserve, price] = [step.reserve && share(step.reserve), share(step.price)];
    return { ...step, reserve, price, margin: less(price, reserve) };
  });
}

/** The part of a paid package that is given back. */
export type Part = { readonly of: bigint; readonly whole: bigint };

/**
 * The steps of what is given back: each price in the chain is rounded for itself, then the differences are taken, so that no
 * level gives back more than it had and together they give back what the payer gets.
 */
export function stepsBack(steps: readonly Step[], { of, whole }: Part): Step[] {
  const back = (amount: Money) => partOf(amount, of, whole);
  return steps.map((step) => {
    const [reserve, price] = [step.reserve && back(step.reserve), back(step.price)];
    return { ...step, reserve, price, margin: less(price, reserve) };
  });
}
