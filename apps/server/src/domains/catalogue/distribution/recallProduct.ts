import {
  alreadyRecalled,
  type previewRecall as previewEndpoint,
  type recallProduct as recallEndpoint,
  type readDistributionTree as treeEndpoint,
} from '@cardinal/contract/api/catalogue/productDistributions.ts';
import type { AnswerOf, BodyOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { subtreeIds } from '../../customers/face.ts';
import type { ProductRow } from '../catalogueTables.ts';
import { holdersAmong, lockGiven, takeBack } from '../distributing/giving.ts';
import { findMine, PRODUCTS } from '../products/productStore.ts';
import { cardsUnder, sumCards } from '../productUse.ts';

/** A product and all variants made from it by these customers. */
async function withVariants(ctx: Ctx, productId: string, makers: readonly string[]): Promise<ProductRow[]> {
  const variants = await ctx.db
    .selectFrom('catalogue.product')
    .selectAll()
    .where('base_id', '=', productId)
    .where('customer_id', 'in', [...makers])
    .orderBy('id')
    .execute();
  const further = await Promise.all(variants.map((variant) => withVariants(ctx, variant.id, makers)));
  return [...variants, ...further.flat()];
}

async function reach(ctx: Ctx, row: { product_id: string; customer_id: string }) {
  const below = await subtreeIds(ctx.db, row.customer_id);
  const variants = await withVariants(ctx, row.product_id, below);
  const holders = await holdersAmong(ctx, PRODUCTS, [row.product_id, ...variants.map(({ id }) => id)], below);
  return { below, variants, holders };
}

export async function previewRecall(
  ctx: Ctx,
  { id }: QueryOf<typeof previewEndpoint>,
): Promise<AnswerOf<typeof previewEndpoint>> {
  const row = await ctx.db
    .selectFrom('catalogue.product_distribution as d')
    .innerJoin('catalogue.product as p', 'p.id', 'd.product_id')
    .innerJoin('customers.v_customer as c', 'c.id', 'd.customer_id')
    .select(['d.product_id', 'd.customer_id', 'd.state', 'p.code', 'c.name', 'c.level'])
    .where('d.id', '=', id)
    .where('d.from_customer_id', '=', accountOf(ctx).customerId)
    .executeTakeFirst();
  if (!row) throw new Refused(notFound);
  if (row.state === 'recalled') throw new Refused(alreadyRecalled);
  const { variants, holders, below } = await reach(ctx, row);
  const within = new Set(below);
  const use = (await cardsUnder(ctx, [row.code, ...variants.map((variant) => variant.code)])).filter((each) =>
    within.has(each.customerId),
  );
  const depths = holders.map((holder) => holder.level - row.level);
  return {
    productCode: row.code,
    customerName: row.name,
    levels: Math.max(0, ...depths) + 1,
    customers: holders.map((holder, at) => ({
      id: holder.customer_id,
      name: holder.name,
      depth: depths[at] ?? 0,
      cards: sumCards(use.filter((each) => each.customerId === holder.customer_id)).cards,
    })),
    variants: variants.filter(({ state }) => state === 'on').map(({ code, name }) => ({ code, name })),
    ...sumCards(use),
  };
}

/**
 * Takes the product back from a child and its descendants; variants they made from it are unpublished. Cards are not changed.
 */
export async function recallProduct(
  ctx: Ctx,
  { id }: BodyOf<typeof recallEndpoint>,
): Promise<AnswerOf<typeof recallEndpoint>> {
  const { of: product_id, customer_id } = await lockGiven(ctx, PRODUCTS, id);
  const now = ctx.clock.now();
  const { below, variants } = await reach(ctx, { product_id, customer_id });
  const customers = await takeBack(ctx, PRODUCTS, product_id, below);
  const shelved = variants.filter(({ state }) => state === 'on').map((variant) => variant.id);
  if (shelved.length > 0) {
    await ctx.db
      .updateTable('catalogue.product')
      .set({ state: 'off', updated_at: now })
      .where('id', 'in', shelved)
      .execute();
  }
  ctx.note({
    objectKind: 'productDistribution',
    objectId: id,
    summary: `${customers}`,
    customerId: customer_id,
    before: { state: 'on' },
    after: { state: 'recalled', customers, variants: shelved.length },
  });
  return { customers, variants: shelved.length };
}

export async function readDistributionTree(
  ctx: Ctx,
  { productId }: QueryOf<typeof treeEndpoint>,
): Promise<AnswerOf<typeof treeEndpoint>> {
  const product = await findMine(ctx, productId);
  if (!product) throw new Refused(notFound);
  const rows = await ctx.db
    .selectFrom('catalogue.product_distribution as d')
    .innerJoin('customers.v_customer as c', 'c.id', 'd.customer_id')
    .select(['d.customer_id', 'c.name', 'c.level', 'd.given_at', PRODUCTS.stateAt(ctx.clock.now()).as('state')])
    .where('d.product_id', '=', productId)
    .orderBy('c.path')
    .execute();
  const top = Math.min(...rows.map((row) => row.level));
  const use = await cardsUnder(ctx, [product.code]);
  return rows.map((row) => ({
    customerId: row.customer_id,
    customerName: row.name,
    depth: row.level - top,
    state: row.state as 'on',
    ...sumCards(use.filter((each) => each.customerId === row.customer_id)),
    givenAt: row.given_at.toISOString(),
  }));
}
