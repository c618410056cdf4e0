import { listDistributions } from '@cardinal/contract/api/catalogue/productDistributions.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { subtreeIds } from '../../customers/face.ts';
import { PRODUCTS } from '../products/productStore.ts';
import { cardsUnder, sumCards } from '../productUse.ts';

const { priceAt, nextPrice, stateAt, marginAt } = PRODUCTS;
/** The query's time is part of the query itself: dataset columns have no access to the context. */
const NOW = sql<Date>`asked.at`;
const reserve = priceAt(sql`d.id`, 'reserve_price', NOW);

export const distributionDataset = dataset(listDistributions, {
  from: (ctx) =>
    ctx.db
      .selectFrom('catalogue.product_distribution as d')
      .innerJoin('catalogue.product as p', 'p.id', 'd.product_id')
      .innerJoin('customers.v_customer as c', 'c.id', 'd.customer_id')
      .innerJoin(sql<{ at: Date }>`(select ${ctx.clock.now()}::timestamptz as at)`.as('asked'), (on) => on.onTrue())
      .where('d.from_customer_id', '=', accountOf(ctx).customerId),
  table: 'd',
  carrier: sql`p.platform`,
  columns: {
    customerName: sql`c.name`,
    productCode: sql`p.code`,
    productName: sql`p.name`,
    platform: sql`p.platform`,
    state: {
      sql: sql`d.state`,
      where: (_, value, ctx) => sql<boolean>`${stateAt(ctx.clock.now())} = any(${value}::text[])`,
    },
    reservePrice: reserve,
    margin: marginAt(NOW),
  },
  select: (query, ctx) => {
    const now = ctx.clock.now();
    return query.select([
      'd.id',
      'd.customer_id',
      'c.name as customer_name',
      'd.product_id',
      'p.code',
      'p.name',
      'p.platform',
      sql<string>`${priceAt(sql`d.id`, 'currency', now)}`.as('currency'),
      stateAt(now).as('state'),
      reserve.as('reserve_price'),
      priceAt(sql`d.id`, 'min_price', now).as('min_price'),
      marginAt(NOW).as('margin'),
      nextPrice<string>('reserve_price', now).as('next_reserve_price'),
      nextPrice<string>('min_price', now).as('next_min_price'),
      nextPrice<Date>('effective_at', now).as('next_from'),
      'd.given_at',
      'd.updated_at',
    ]);
  },
  present: async (rows, ctx) => {
    const customerIds = [...new Set(rows.map((row) => row.customer_id))];
    // A child's cards include those of its whole subtree.
    const below = new Map(
      await Promise.all(customerIds.map(async (id) => [id, new Set(await subtreeIds(ctx.db, id))] as const)),
    );
    const [use, further] = await Promise.all([
      cardsUnder(ctx, [...new Set(rows.map((row) => row.code))]),
      furtherOf(ctx, rows),
    ]);
    return rows.map((row) => {
      const [customerId, productId] = [row.customer_id, row.product_id];
      return {
        customerId,
        productId,
        productCode: row.code,
        productName: row.name,
        ...sumCards(use.filter((each) => each.code === row.code && below.get(customerId)?.has(each.customerId))),
        further: further.get(`${productId}:${customerId}`) ?? 0,
      };
    });
  },
});

async function furtherOf(
  ctx: Ctx,
  rows: readonly { product_id: string; customer_id: string }[],
): Promise<ReadonlyMap<string, number>> {
  if (rows.length === 0) return new Map();
  const found = await ctx.db
    .selectFrom('catalogue.product_distribution as d')
    .select(['d.product_id', 'd.from_customer_id', sql<string>`count(*)`.as('n')])
    .where(
      'd.product_id',
      'in',
      rows.map((row) => row.product_id),
    )
    .where(
      'd.from_customer_id',
      'in',
      rows.map((row) => row.customer_id),
    )
    .where('d.state', '=', 'on')
    .groupBy(['d.product_id', 'd.from_customer_id'])
    .execute();
  return new Map(found.map((row) => [`${row.product_id}:${row.from_customer_id}`, Number(row.n)]));
}
