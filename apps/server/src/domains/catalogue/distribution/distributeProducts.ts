import {
  type copyDistributions as copyEndpoint,
  type distributeProducts as distributeEndpoint,
  type editDistributionPrice as priceEndpoint,
  productNotSold,
} from '@cardinal/contract/api/catalogue/productDistributions.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { copyGiven } from '../distributing/copying.ts';
import { directChildren, give, lockGiven, reprice } from '../distributing/giving.ts';
import { beginningOf, floorFrom, priceFor, refuseBelow } from '../distributing/prices.ts';
import { findMany, PRODUCTS } from '../products/productStore.ts';
import { whyNotSold, whyNotSoldEach } from '../products/soldProduct.ts';

const saidBy = (given: { margin?: string | undefined }) => (given.margin === undefined ? 'reservePrice' : 'margin');

export async function distributeProducts(
  ctx: Ctx,
  body: BodyOf<typeof distributeEndpoint>,
): Promise<AnswerOf<typeof distributeEndpoint>> {
  const from = beginningOf(ctx.clock.now(), body);
  const children = await directChildren(ctx, body.customerIds);
  const products = await findMany(
    ctx,
    body.lines.map((line) => line.productId),
  );
  let [given, repriced] = [0, 0];
  for (const [at, line] of body.lines.entries()) {
    const product = products.get(line.productId);
    if (!product) throw new Refused(notFound);
    const why = await whyNotSold(ctx, product);
    if (why) throw refusedAt(`lines.${at}.productId`, productNotSold, { reason: why });
    const price = await priceFor(ctx, PRODUCTS, line, { pricedBy: product.priced_by }, from);
    const by = saidBy(line);
    refuseBelow(price, product.floor, `lines.${at}.`, by);
    refuseBelow(price, await floorFrom(ctx, PRODUCTS, { pricedBy: product.priced_by }, from), `lines.${at}.`, by);
    const done = await give(ctx, PRODUCTS, line.productId, children, price, from);
    given += done.given;
    repriced += done.repriced;
  }
  ctx.note({
    objectKind: 'productDistribution',
    summary: `${[...products.values()].map((product) => product.code).join(', ')} → ${children.length}`,
    after: { customerIds: children, lines: body.lines, from },
  });
  return { given, repriced };
}

export async function editDistributionPrice(
  ctx: Ctx,
  { id, effective, effectiveOn, ...given }: BodyOf<typeof priceEndpoint>,
): Promise<typeof DONE> {
  const from = beginningOf(ctx.clock.now(), { effective, effectiveOn });
  const row = await lockGiven(ctx, PRODUCTS, id);
  const mine = (await findMany(ctx, [row.of])).get(row.of);
  if (!mine) throw new Refused(notFound);
  const price = await priceFor(ctx, PRODUCTS, given, { pricedBy: mine.priced_by }, from);
  refuseBelow(price, await floorFrom(ctx, PRODUCTS, { pricedBy: mine.priced_by }, from), '', saidBy(given));
  const before = await reprice(ctx, PRODUCTS, id, price, from);
  ctx.note({
    objectKind: 'productDistribution',
    objectId: id,
    summary: mine.code,
    customerId: row.customer_id,
    before,
    after: { ...price, from },
  });
  return DONE;
}

export async function copyDistributions(
  ctx: Ctx,
  asked: BodyOf<typeof copyEndpoint>,
): Promise<AnswerOf<typeof copyEndpoint>> {
  const done = await copyGiven(ctx, PRODUCTS, asked, async (ids) => {
    const products = [...(await findMany(ctx, ids)).values()];
    const whys = await whyNotSoldEach(ctx, products);
    return new Map(products.map(({ id, code, floor }, at) => [id, { code, floor, whyNot: whys[at] }]));
  });
  ctx.note({
    objectKind: 'productDistribution',
    summary: `${asked.templateCustomerId} → ${asked.customerIds.length}`,
    after: { ...asked, given: done.given, repriced: done.repriced },
  });
  return done;
}
