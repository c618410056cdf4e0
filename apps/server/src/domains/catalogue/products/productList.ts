import { listProducts } from '@cardinal/contract/api/catalogue/products.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { type AnyQuery, dataset } from '../../../framework/dataset.ts';
import { likeContains } from '../../../framework/likeContains.ts';
import type { ProductRow } from '../catalogueTables.ts';
import { cardsUnder, sumCards } from '../productUse.ts';
import { accountNames } from './accountNames.ts';
import { gapsByProduct, type HeldProduct, heldProducts, PRODUCTS } from './productStore.ts';

/** How many of my direct children have each product now. */
export async function childrenWith(ctx: Ctx, productIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (productIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('catalogue.product_distribution as d')
    .select(['d.product_id', sql<string>`count(*)`.as('n')])
    .where('d.product_id', 'in', [...productIds])
    .where('d.from_customer_id', '=', accountOf(ctx).customerId)
    .where('d.state', '=', 'on')
    .groupBy('d.product_id')
    .execute();
  return new Map(rows.map((row) => [row.product_id, Number(row.n)]));
}

type Shown = ProductRow & Pick<HeldProduct, 'from_customer_id' | 'my_reserve_price'>;

/** Products the caller's customer made, and those it was given and still has. */
const mine = <Q extends AnyQuery>(query: Q, ctx: Ctx) =>
  query.where('d.customer_id', '=', accountOf(ctx).customerId).where('d.state', '=', 'on') as Q;

export const productDataset = dataset(listProducts, {
  isShort: true,
  from: (ctx) =>
    mine(
      ctx.db
        .selectFrom('catalogue.product_distribution as d')
        .innerJoin('catalogue.product as p', 'p.id', 'd.product_id'),
      ctx,
    ),
  table: 'p',
  carrier: sql`p.platform`,
  columns: {
    isOwn: sql`(d.from_customer_id is null)`,
  },
  select: (query, ctx) => {
    const now = ctx.clock.now();
    return query
      .selectAll('p')
      .select([
        'd.from_customer_id',
        PRODUCTS.priceAt(PRODUCTS.pricedBy('d'), 'reserve_price', now).as('my_reserve_price'),
      ]);
  },
  present: async (rows, ctx) => presentProducts(rows, ctx),
  extra: async (query, asked, ctx) => {
    let so = query;
    if (asked.keyword) {
      const like = likeContains(asked.keyword);
      so = so.where(sql<boolean>`(p.code ilike ${like} or p.name ilike ${like})`);
    }
    if (asked.distributedTo) {
      const given = ctx.db
        .selectFrom('catalogue.product_distribution as g')
        .select('g.product_id')
        .where('g.customer_id', '=', asked.distributedTo)
        .where('g.from_customer_id', '=', accountOf(ctx).customerId)
        .where('g.state', '=', 'on');
      so = so.where('p.id', 'in', given);
    }
    if (asked.incomplete !== undefined) {
      const all = await mine(heldProducts(ctx), ctx).execute();
      const gaps = await gapsByProduct(ctx, all);
      const incomplete = [...gaps].filter(([, found]) => found.length > 0).map(([id]) => id);
      so = so.where(sql<boolean>`(p.id = any(${incomplete}::bigint[])) = ${asked.incomplete === true}`);
    }
    return so;
  },
});

async function presentProducts(rows: readonly Shown[], ctx: Ctx) {
  const own = accountOf(ctx).customerId;
  const [names, gaps, children, use] = await Promise.all([
    accountNames(
      ctx,
      rows.map((row) => row.carrier_account_id),
    ),
    gapsByProduct(ctx, rows),
    childrenWith(
      ctx,
      rows.map((row) => row.id),
    ),
    cardsUnder(
      ctx,
      rows.map((row) => row.code),
    ),
  ]);
  return rows.map((row) => ({
    carrierAccountName: names.get(row.carrier_account_id) ?? '',
    ...sumCards(use.filter((each) => each.code === row.code)),
    distributed: children.get(row.id) ?? 0,
    gaps: gaps.get(row.id) ?? [],
    isOwn: row.customer_id === own,
    cardPrice: row.customer_id === own ? row.card_price : null,
  }));
}
