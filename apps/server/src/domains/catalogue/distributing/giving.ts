import { alreadyRecalled, notADirectChild } from '@cardinal/contract/api/catalogue/productDistributions.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { compareIds } from '@cardinal/primitives/ids.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { customerOf } from '../../customers/face.ts';
import type { Distributed } from './distributed.ts';
import { type Price, type SharePrice, setPrice, setPrices } from './prices.ts';

/** The tables of every kind have the columns of the products'; only the name of the thing differs. */
const tableOf = (thing: Distributed) => thing.distributions as 'catalogue.product_distribution';
const nameOf = (thing: Distributed) => thing.thing as 'product_id';
/** Only what is given in the way of the thing. */
const inItsWay = ({ way }: Distributed) => (way ? sql<boolean>`way = ${way.is}` : sql<boolean>`true`);

/** Refuses anyone but direct children of the caller's customer; a foreign one reads as unknown. */
export async function directChildren(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids)];
  for (const id of wanted) {
    const customer = await customerOf(ctx.db, id);
    if (!customer) throw new Refused(notFound);
    if (customer.parentId !== accountOf(ctx).customerId) throw refusedAt('customerIds', notADirectChild);
  }
  return wanted;
}

/** Whoever makes a thing has it from nobody and at no price. */
export async function keepMaker(ctx: Ctx, thing: Distributed, id: string, customerId: string): Promise<void> {
  await insert(ctx, thing, [{ id: ctx.ids.next(), of: id, customerId, from: null }]);
}

const insert = (
  ctx: Ctx,
  thing: Distributed,
  rows: readonly { id: string; of: string; customerId: string; from: string | null }[],
) => {
  const now = ctx.clock.now();
  const values = rows.map((row) => ({
    id: row.id,
    [nameOf(thing)]: row.of,
    customer_id: row.customerId,
    from_customer_id: row.from,
    state: 'on',
    ...(thing.way && { way: thing.way.is }),
    given_at: now,
    recalled_at: null,
    updated_at: now,
  }));
  return ctx.db
    .insertInto(tableOf(thing))
    .values(values as never)
    .execute();
};

/** One thing for one child from a time on. */
export type Gift = {
  readonly of: string;
  readonly customerId: string;
  readonly price: Price | SharePrice;
  readonly from: Date;
};

/**
 * Gives things to children without them, and changes the price for those with them; answers for each, in order, whether it is new.
 * Rows are locked and written in one order, so that two who give the same never wait for each other in a circle.
 */
export async function giveEach(ctx: Ctx, thing: Distributed, gifts: readonly Gift[]): Promise<boolean[]> {
  if (gifts.length === 0) return [];
  const now = ctx.clock.now();
  const own = accountOf(ctx).customerId;
  const name = nameOf(thing);
  const keyOf = (of: string, customerId: string) => `${of} ${customerId}`;
  const rows = await ctx.db
    .selectFrom(tableOf(thing))
    .select(['id', `${name} as of`, 'customer_id', 'state', inItsWay(thing).as('isInWay')])
    .where(
      sql<boolean>`(${sql.ref(name)}, customer_id) in (
        select * from unnest(${gifts.map(({ of }) => of)}::bigint[], ${gifts.map((gift) => gift.customerId)}::bigint[]))`,
    )
    .orderBy(name)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (thing.way && rows.some(({ state, isInWay }) => state === 'on' && !isInWay))
    throw new Refused(thing.way.otherwise);
  const had = new Map(rows.map((row) => [keyOf(row.of, row.customer_id), row]));
  const each = gifts.map((gift) => {
    const row = had.get(keyOf(gift.of, gift.customerId));
    return { ...gift, row, id: row?.id ?? ctx.ids.next(), isNew: row?.state !== 'on' };
  });
  const fresh = each.filter(({ row }) => row === undefined);
  fresh.sort((a, b) => compareIds(a.of, b.of) || compareIds(a.customerId, b.customerId));
  if (fresh.length > 0)
    await insert(
      ctx,
      thing,
      fresh.map(({ id, of, customerId }) => ({ id, of, customerId, from: own })),
    );
  const known = each.filter(({ row }) => row !== undefined);
  if (known.length > 0)
    await ctx.db
      .updateTable(tableOf(thing))
      .set({ state: 'on', recalled_at: null, updated_at: now, ...(thing.way && { way: thing.way.is }) })
      .set({ given_at: sql`case when state = 'on' then given_at else ${now} end` })
      .where(sql<boolean>`id = any(${known.map(({ id }) => id)}::bigint[])`)
      .execute();
  // A child without a price so far gets this one at once: nothing is distributed without a price.
  await setPrices(
    ctx,
    thing,
    each.map(({ id, price, isNew, from }) => ({ distributionId: id, price, at: isNew ? now : from })),
  );
  return each.map(({ isNew }) => isNew);
}

/** The same of one thing at one price. */
export async function give(
  ctx: Ctx,
  thing: Distributed,
  of: string,
  customerIds: readonly string[],
  price: Price | SharePrice,
  from: Date,
) {
  const isNew = await giveEach(
    ctx,
    thing,
    customerIds.map((customerId) => ({ of, customerId, price, from })),
  );
  const given = isNew.filter(Boolean).length;
  return { given, repriced: customerIds.length - given };
}

/** A distribution from the caller to a child, locked until the transaction ends; any other reads as unknown. */
export async function lockGiven(ctx: Ctx, thing: Distributed, id: string) {
  const row = await ctx.db
    .selectFrom(tableOf(thing))
    .select(['id', `${nameOf(thing)} as of`, 'customer_id', 'state'])
    .where('id', '=', id)
    .where('from_customer_id', '=', accountOf(ctx).customerId)
    .where(inItsWay(thing))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(notFound);
  if (row.state === 'recalled') throw new Refused(alreadyRecalled);
  return row;
}

/** Changes the price of a distribution; answers with the prices that were in force. */
export async function reprice(ctx: Ctx, thing: Distributed, id: string, price: Price | SharePrice, from: Date) {
  const now = ctx.clock.now();
  const before = await ctx.db
    .selectNoFrom([
      thing.priceAt(sql`${id}::bigint`, 'reserve_price', now).as('reservePrice'),
      thing.priceAt(sql`${id}::bigint`, 'min_price', now).as('minPrice'),
    ])
    .executeTakeFirst();
  await setPrice(ctx, thing, id, price, from);
  await ctx.db.updateTable(tableOf(thing)).set({ updated_at: now }).where('id', '=', id).execute();
  return before;
}

/** Who among these customers has one of these things now, in tree order. */
export const holdersAmong = (ctx: Ctx, thing: Distributed, things: readonly string[], customerIds: readonly string[]) =>
  ctx.db
    .selectFrom(`${tableOf(thing)} as d`)
    .innerJoin('customers.v_customer as c', 'c.id', 'd.customer_id')
    .select(['d.customer_id', 'c.name', 'c.level', 'c.path'])
    .where(`d.${nameOf(thing)}`, 'in', [...things])
    .where('d.customer_id', 'in', [...customerIds])
    .where('d.state', '=', 'on')
    .distinct()
    .orderBy('c.path')
    .execute();

/** Takes a thing back from these customers, with the prices that wait; answers how many had it. */
export async function takeBack(
  ctx: Ctx,
  thing: Distributed,
  of: string,
  customerIds: readonly string[],
): Promise<number> {
  const now = ctx.clock.now();
  const recalled = await ctx.db
    .updateTable(tableOf(thing))
    .set({ state: 'recalled', recalled_at: now, updated_at: now })
    .where(nameOf(thing), '=', of)
    .where('customer_id', 'in', [...customerIds])
    .where('state', '=', 'on')
    .returning('id')
    .execute();
  if (recalled.length === 0) return 0;
  await ctx.db
    .deleteFrom(thing.prices as 'catalogue.card_price')
    .where(
      'distribution_id',
      'in',
      recalled.map((each) => each.id),
    )
    .where('effective_at', '>', now)
    .execute();
  return recalled.length;
}

/** What a child has from the caller now, at the prices in force. */
export const heldFromMe = (ctx: Ctx, thing: Distributed, customerId: string) => {
  const now = ctx.clock.now();
  const price = (column: 'reserve_price' | 'min_price' | 'suggest_price') => thing.priceAt(sql`d.id`, column, now);
  return ctx.db
    .selectFrom(`${tableOf(thing)} as d`)
    .select([
      `d.${nameOf(thing)} as of`,
      price('reserve_price').as('reservePrice'),
      price('min_price').as('minPrice'),
      (thing.suggests ? price('suggest_price') : sql<null>`null`).as('suggestPrice'),
    ])
    .where('d.customer_id', '=', customerId)
    .where('d.from_customer_id', '=', accountOf(ctx).customerId)
    .where('d.state', '=', 'on')
    .where(inItsWay(thing))
    .orderBy('d.id')
    .execute();
};
