import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { idsOfPath } from '../../customers/face.ts';
import { type ChainBreak, type ChainStep, chainDown } from './chainRules.ts';
import type { Distributed } from './distributed.ts';
import type { SharePrice } from './prices.ts';

export type Step = ChainStep & {
  readonly suggestPrice: string | null;
  readonly currency: string | null;
  /** Had for a share: what the customer owes follows from what end users pay. */
  readonly share?: SharePrice | null;
};

/** Says what each step owes that has the thing for a share; `steps` lead from the root down. */
export type ShareOut = (of: string, customerId: string, steps: readonly Step[]) => readonly Step[];
export type Chain = readonly Step[] | ChainBreak;

const NOBODY: ChainBreak = { why: 'recalled', at: '' };

/** The share of `d` in force, if that is how its customer has the thing. */
export const sharePriceAt = (thing: Distributed, at: Date | RawBuilder<Date>) => sql<SharePrice | null>`(
  select case when price.share_kind is not null then jsonb_build_object('retailPrice', price.retail_price::text,
    'shareKind', price.share_kind, 'shareValue', price.share_value::text) end
  from ${sql.table(thing.prices)} price where price.distribution_id = d.id and price.effective_at <= ${at}
  order by price.effective_at desc limit 1)`;

/**
 * Through whom customers of the caller's scope have things, and at which prices. The steps above the caller are read too: they
 * decide what may be sold and leave the server for nobody below them.
 */
export async function chainsOf(
  ctx: Ctx,
  thing: Distributed,
  things: readonly string[],
  customerIds: readonly string[],
  at: Date,
  shareOut: ShareOut = (_, __, steps) => steps,
): Promise<(of: string, customerId: string) => Chain> {
  if (things.length === 0 || customerIds.length === 0) return () => NOBODY;
  const customers = await ctx.db
    .selectFrom('customers.v_customer')
    .select(['id', 'path'])
    .where(sql<boolean>`id = any(${[...new Set(customerIds)]}::bigint[])`)
    .execute();
  const paths = new Map(customers.map(({ id, path }) => [id, idsOfPath(path)]));
  const price = (column: 'reserve_price' | 'min_price' | 'suggest_price' | 'currency') =>
    thing.priceAt(sql`d.id`, column, at);
  const rows = await ctx
    .beyondScope('a chain of prices reaches from the maker down, above whoever asks')
    .selectFrom(`${thing.distributions as 'catalogue.product_distribution'} as d`)
    .select([
      `d.${thing.thing as 'product_id'} as of`,
      'd.customer_id as customerId',
      'd.from_customer_id as fromCustomerId',
      'd.state',
      price('reserve_price').as('reservePrice'),
      price('min_price').as('minPrice'),
      (thing.suggests ? price('suggest_price') : sql<null>`null`).as('suggestPrice'),
      price('currency').as('currency'),
      (thing.way ? sharePriceAt(thing, at) : sql<null>`null`).as('share'),
    ])
    .where(sql<boolean>`${sql.ref(`d.${thing.thing}`)} = any(${[...new Set(things)]}::bigint[])`)
    .where(sql<boolean>`d.customer_id = any(${[...new Set([...paths.values()].flat())]}::bigint[])`)
    .execute();
  const steps = new Map<string, Map<string, Step>>();
  for (const { of, ...step } of rows) {
    const held = steps.get(of) ?? new Map<string, Step>();
    steps.set(of, held.set(step.customerId, step));
  }
  return (of, customerId) => {
    const path = paths.get(customerId);
    const held = steps.get(of);
    if (!path || !held) return path ? chainDown(path, new Map()) : NOBODY;
    const onPath = shareOut(
      of,
      customerId,
      path.flatMap((id) => held.get(id) ?? []),
    );
    return chainDown(path, new Map(onPath.map((step) => [step.customerId, step])));
  };
}
