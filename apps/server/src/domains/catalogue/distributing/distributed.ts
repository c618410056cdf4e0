import type { Refusal } from '@cardinal/contract/framework/refusal.ts';
import { type RawBuilder, sql } from 'kysely';

/** Where a kind of thing that parents give to their children is kept. The tables are those of the room that declares it. */
type Declared = {
  /** Columns as in `catalogue.product_distribution`, but for the name of `thing`. */
  readonly distributions: string;
  /** Columns as in `catalogue.card_price`, and `suggest_price` if it `suggests` one. */
  readonly prices: string;
  /** The column of a distribution that names what is given. */
  readonly thing: string;
  readonly suggests?: boolean;
  /**
   * Where children have the thing in one of several ways (column `way`): the one that is given, changed and copied here, and how
   * another is refused. A chain and a recall know no difference.
   */
  readonly way?: { readonly is: DistributionWay; readonly otherwise: Refusal };
  /** The distribution whose prices the holder of a row pays; `row` is the alias of a distribution. */
  readonly pricedBy: (row: string) => RawBuilder<string>;
  /** Of how many of what it is priced by a row's thing was made; left out: of one. */
  readonly times?: (row: string) => RawBuilder<number>;
  /** What the thing of `d` costs whoever made it, in a currency; null where it is known in another. Left out: nothing. */
  readonly makersCost?: (currency: RawBuilder<string | null>) => RawBuilder<string | null>;
};

/** At a price of its own, or for a share of what end users pay. */
export type DistributionWay = 'resale' | 'share';

type PriceColumn = 'reserve_price' | 'min_price' | 'suggest_price' | 'currency';

export type Distributed = ReturnType<typeof distributed>;

/** A kind of thing with what SQL says of its distributions: the one in question has the alias `d`. */
export function distributed(declared: Declared) {
  const [distributions, prices, thing] = [
    sql.table(declared.distributions),
    sql.table(declared.prices),
    sql.ref(declared.thing),
  ];

  /** A price column of a distribution (`d.id`, `up.id`, …) as in force at a time; null for who made the thing. */
  const priceAt = (
    distribution: RawBuilder<unknown>,
    column: PriceColumn,
    at: Date | RawBuilder<Date>,
  ): RawBuilder<string | null> => sql`(
    select price.${sql.ref(column)} from ${prices} price
    where price.distribution_id = ${distribution} and price.effective_at <= ${at}
    order by price.effective_at desc limit 1)`;

  /** A column of the price that waits for its start. */
  const nextPrice = <T>(column: PriceColumn | 'effective_at', at: Date): RawBuilder<T | null> => sql`(
    select price.${sql.ref(column)} from ${prices} price
    where price.distribution_id = d.id and price.effective_at > ${at} order by price.effective_at limit 1)`;

  /** The distribution whose prices the giver pays itself. */
  const givenBy = sql`(select ${declared.pricedBy('up')} from ${distributions} up
    where up.${thing} = d.${thing} and up.customer_id = d.from_customer_id)`;

  /** What the giver pays or may ask at least, for as many as its thing was made of. */
  const giversPrice = (
    column: 'reserve_price' | 'min_price',
    at: Date | RawBuilder<Date>,
  ): RawBuilder<string | null> => {
    const one = priceAt(givenBy, column, at);
    const { times } = declared;
    if (!times) return one;
    return sql`(${one} * (select ${times('up')} from ${distributions} up
      where up.${thing} = d.${thing} and up.customer_id = d.from_customer_id))`;
  };

  /** `on`, `recalled`, or `toReprice`: the customer pays its parent less than the parent's minimum. */
  const stateAt = (at: Date): RawBuilder<string> => sql`case
    when d.state = 'recalled' then 'recalled'
    when ${priceAt(sql`d.id`, 'reserve_price', at)} < ${giversPrice('min_price', at)} then 'toReprice'
    else 'on' end`;

  /** Whether the giver pays nobody: it made the thing itself. What it made out of another's it pays as that. */
  const isMakers = sql<boolean>`exists (select from ${distributions} up
    where up.id = ${givenBy} and up.from_customer_id is null)`;

  /** What the giver pays its own parent; null for a thing it made itself. */
  const paidAt = (at: Date | RawBuilder<Date>): RawBuilder<string | null> =>
    sql`case when ${isMakers} then null else coalesce(${giversPrice('reserve_price', at)}, 0) end`;

  /** What the giver earns over what it pays, or over what a thing it made costs; null where that is unknown. */
  const marginAt = (at: Date | RawBuilder<Date>): RawBuilder<string | null> => {
    const cost = declared.makersCost?.(priceAt(sql`d.id`, 'currency', at)) ?? sql`0`;
    return sql`(${priceAt(sql`d.id`, 'reserve_price', at)} - case when ${isMakers} then ${cost}
      else coalesce(${giversPrice('reserve_price', at)}, 0) end)`;
  };

  return { ...declared, priceAt, nextPrice, givenBy, stateAt, paidAt, marginAt };
}
