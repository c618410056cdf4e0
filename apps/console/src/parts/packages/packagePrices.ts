import type { packageOptions } from '@cardinal/contract/api/packages/packageDistributions.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { minorOf } from '../../kit/form/amountText.ts';
import type { Values } from '../../kit/form/formFields.ts';

/** The ways of saying a price; the typed amount stands under the name of its way. */
export type PricedBy = 'reservePrice' | 'margin' | 'markUp';

/** What the caller pays for a package itself, and the least it may charge for it. */
export type Cost = {
  readonly reservePrice: string;
  readonly floor: string;
  /** What a package of the caller's own costs it; null where that is unknown, and for others. */
  readonly cost: { readonly minor: string; readonly currency: string } | null;
};

/** The same as the picker of packages answers it. */
export const costOf = ({ reservePrice, floor, cost, currency }: AnswerOf<typeof packageOptions>[number]): Cost => ({
  reservePrice,
  floor,
  cost: cost === null ? null : { minor: cost, currency },
});

/** For a package of its own the caller pays nobody: there is nothing to add a margin or mark-up to. */
export const isMakers = ({ reservePrice }: Cost): boolean => reservePrice === '0';

export const byOf = (typed: Values): PricedBy => (typed['by'] as PricedBy | undefined) ?? 'reservePrice';

/** A typed price as endpoints take it; an amount that is none is left for the schema to refuse. */
export function priceOf(typed: Values) {
  const by = byOf(typed);
  const amount = typed[by];
  const { minPrice, suggestPrice } = typed as { minPrice?: string; suggestPrice?: string };
  return {
    [by]: by === 'markUp' ? (amount ? Number(amount) : '') : (minorOf(amount) ?? ''),
    ...(minPrice ? { minPrice: minorOf(minPrice) } : {}),
    ...(suggestPrice ? { suggestPrice: minorOf(suggestPrice) } : {}),
  };
}

const whole = (minor: unknown): bigint | undefined =>
  typeof minor === 'string' && /^\d+$/.test(minor) ? BigInt(minor) : undefined;

export type Outcome = {
  /** What the child pays. */
  readonly reserve: bigint;
  /** What the child has to charge at least. */
  readonly floor: bigint;
  /** Undefined where what an own package costs is unknown, or known in another currency. */
  readonly margin: bigint | undefined;
};

function marginOf(reserve: bigint, own: Cost, currency: string | undefined): bigint | undefined {
  if (!isMakers(own)) return reserve - BigInt(own.reservePrice);
  return own.cost === null || own.cost.currency !== currency ? undefined : reserve - BigInt(own.cost.minor);
}

/**
 * What a typed price comes to for its giver; undefined while no amount stands there. `currency` is that of the children, unknown
 * while none is chosen and where they have several.
 */
export function outcomeOf(typed: Values, own: Cost, currency: string | undefined): Outcome | undefined {
  const price = priceOf(typed) as Readonly<Record<string, unknown>>;
  const cost = BigInt(own.reservePrice);
  const { markUp } = price;
  const over =
    typeof markUp === 'number'
      ? // Half a cent and more is a cent, as on the server.
        (cost * BigInt(markUp) + 50n) / 100n
      : whole(price['margin']);
  const reserve = over === undefined ? whole(price['reservePrice']) : cost + over;
  if (reserve === undefined) return undefined;
  return { reserve, floor: whole(price['minPrice']) ?? reserve, margin: marginOf(reserve, own, currency) };
}
