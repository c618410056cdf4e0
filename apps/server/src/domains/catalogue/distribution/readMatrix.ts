import {
  MatrixFind,
  MOST_IN_MATRIX,
  type readDistributionMatrix,
} from '@cardinal/contract/api/catalogue/productDistributions.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { DistributionState } from '@cardinal/contract/enumerations/product.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import { type SqlBool, sql } from 'kysely';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { hiddenPlatforms } from '../../../framework/hiding.ts';
import { likeContains } from '../../../framework/likeContains.ts';
import { subtreeIds } from '../../customers/face.ts';
import { type HeldProduct, heldProducts, PRODUCTS } from '../products/productStore.ts';
import { whyNotSoldEach } from '../products/soldProduct.ts';
import { cardsUnder, sumCards } from '../productUse.ts';

const { priceAt, stateAt, marginAt } = PRODUCTS;
type Query = QueryOf<typeof readDistributionMatrix>;

/** The products the caller's customer can distribute now, by code. */
async function products(ctx: Ctx, { product, platform }: Query): Promise<HeldProduct[]> {
  let asked = heldProducts(ctx)
    .where('d.customer_id', '=', accountOf(ctx).customerId)
    .where('d.state', '=', 'on')
    .where('p.state', '=', 'on');
  const hidden = [...(await hiddenPlatforms(ctx))] as Platform[];
  if (platform !== undefined) asked = asked.where('p.platform', '=', platform as Platform);
  else if (hidden.length > 0) asked = asked.where('p.platform', 'not in', hidden);
  if (product) {
    const within = likeContains(product);
    asked = asked.where(sql<SqlBool>`(p.code ilike ${within} or p.name ilike ${within})`);
  }
  const held = await asked.orderBy('p.code').execute();
  const why = await whyNotSoldEach(ctx, held);
  return held.filter((_, at) => why[at] === undefined);
}

/** Direct children by name; of these products, those matching a search. */
function children(ctx: Ctx, { child, find, marginBelow }: Query, productIds: readonly string[]) {
  const now = ctx.clock.now();
  const own = accountOf(ctx).customerId;
  let asked = ctx.db.selectFrom('customers.v_customer as c').where('c.parent_id', '=', own);
  if (child) {
    const within = likeContains(child);
    asked = asked.where(sql<SqlBool>`(c.name ilike ${within} or c.code ilike ${within})`);
  }
  const has = sql`select 1 from catalogue.product_distribution d
    where d.customer_id = c.id and d.from_customer_id = ${own}::bigint and d.state = 'on'`;
  if (find === MatrixFind.values.missing) {
    const some = sql`select 1 from unnest(${[...productIds]}::bigint[]) as wanted (id)`;
    asked = asked.where(sql<SqlBool>`exists (${some} where not exists (${has} and d.product_id = wanted.id))`);
  }
  const among = sql`${has} and d.product_id = any(${[...productIds]}::bigint[])`;
  if (find === MatrixFind.values.belowMargin) {
    asked = asked.where(sql<SqlBool>`exists (${among} and ${marginAt(now)} < ${marginBelow ?? '0'}::bigint)`);
  }
  if (find === MatrixFind.values.toReprice) {
    asked = asked.where(sql<SqlBool>`exists (${among} and ${stateAt(now)} = 'toReprice')`);
  }
  return asked;
}

/** Which of the caller's children have which of the products it can distribute. */
export async function readMatrix(ctx: Ctx, query: Query): Promise<AnswerOf<typeof readDistributionMatrix>> {
  const maySeeMoney = holds(ctx.actor, 'proDistribute.money');
  if (query.find === MatrixFind.values.belowMargin && !maySeeMoney) throw new Refused(noPermission);
  const all = await products(ctx, query);
  const shown = all.slice(0, MOST_IN_MATRIX.products);
  const productIds = shown.map((product) => product.id);
  const asked = children(ctx, query, productIds);
  const { children: pageSize } = MOST_IN_MATRIX;
  const [{ n }, rows] = await Promise.all([
    asked.select((on) => on.fn.countAll<string>().as('n')).executeTakeFirstOrThrow(),
    asked
      .select(['c.id', 'c.name'])
      .orderBy('c.name')
      .orderBy('c.id')
      .limit(pageSize)
      .offset(((query.pageNum ?? 1) - 1) * pageSize)
      .execute(),
  ]);
  const cells = await cellsOf(
    ctx,
    rows.map((row) => row.id),
    shown,
  );
  return {
    products: shown.map(({ id, code, name, currency, my_reserve_price }) => ({
      id,
      code,
      name,
      currency,
      myReservePrice: maySeeMoney ? my_reserve_price : null,
    })),
    moreProducts: all.length - shown.length,
    children: rows.map(({ id, name }) => ({
      id,
      name,
      cells: cells
        .filter((cell) => cell.childId === id)
        .map(({ childId: _, ...cell }) =>
          maySeeMoney ? cell : { ...cell, reservePrice: null, minPrice: null, margin: null },
        ),
    })),
    total: Number(n),
    pageSize,
  };
}

async function cellsOf(ctx: Ctx, childIds: readonly string[], shown: readonly HeldProduct[]) {
  if (childIds.length === 0 || shown.length === 0) return [];
  const now = ctx.clock.now();
  const rows = await ctx.db
    .selectFrom('catalogue.product_distribution as d')
    .select([
      'd.id',
      'd.customer_id',
      'd.product_id',
      stateAt(now).as('state'),
      priceAt(sql`d.id`, 'reserve_price', now).as('reserve'),
      priceAt(sql`d.id`, 'min_price', now).as('min'),
      marginAt(now).as('margin'),
      sql<string>`${priceAt(sql`d.id`, 'currency', now)}`.as('currency'),
    ])
    .where('d.from_customer_id', '=', accountOf(ctx).customerId)
    .where('d.customer_id', 'in', [...childIds])
    .where(
      'd.product_id',
      'in',
      shown.map((product) => product.id),
    )
    .execute();
  const [below, use] = await Promise.all([
    Promise.all(childIds.map(async (id) => [id, new Set(await subtreeIds(ctx.db, id))] as const)),
    cardsUnder(
      ctx,
      shown.map((product) => product.code),
    ),
  ]);
  const codes = new Map(shown.map(({ id, code }) => [id, code]));
  const subtrees = new Map(below);
  return rows.map((row) => ({
    childId: row.customer_id,
    id: row.id,
    productId: row.product_id,
    state: row.state as DistributionState,
    reservePrice: row.reserve,
    minPrice: row.min,
    margin: row.margin,
    currency: row.currency,
    /** Cards of the child and its descendants. */
    cards: sumCards(
      use.filter(
        (each) => each.code === codes.get(row.product_id) && subtrees.get(row.customer_id)?.has(each.customerId),
      ),
    ).cards,
  }));
}
