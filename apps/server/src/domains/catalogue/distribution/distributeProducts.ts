import {
  type copyDistributions as copyEndpoint,
  type distributeProducts as distributeEndpoint,
  type editDistributionPrice as priceEndpoint,
  productNotSold,
  templateHasWrongLines,
} from '@cardinal/contract/api/catalogue/productDistributions.ts';
import { priceBelowFloor } from '@cardinal/contract/api/catalogue/products.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { say, type Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { directChildren, give, heldFromMe, lockGiven, reprice } from '../distributing/giving.ts';
import { isBelowFloor } from '../distributing/priceRules.ts';
import { beginningOf, floorFrom, type Price, priceFor, refuseBelow } from '../distributing/prices.ts';
import { findMany, type HeldProduct, PRODUCTS } from '../products/productStore.ts';
import { whyNotSold } from '../products/soldProduct.ts';

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
    const price = await priceFor(ctx, PRODUCTS, line, product.priced_by, from);
    const by = saidBy(line);
    refuseBelow(price, product.floor, `lines.${at}.`, by);
    refuseBelow(price, await floorFrom(ctx, PRODUCTS, product.priced_by, from), `lines.${at}.`, by);
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
  const price = await priceFor(ctx, PRODUCTS, given, mine.priced_by, from);
  refuseBelow(price, await floorFrom(ctx, PRODUCTS, mine.priced_by, from), '', saidBy(given));
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

/** Why a line of a template cannot be distributed now. */
async function wrongLine(ctx: Ctx, product: HeldProduct, price: Price): Promise<Text | undefined> {
  const why = await whyNotSold(ctx, product);
  if (why) return why;
  if (product.floor === null || !isBelowFloor(price.reservePrice, product.floor)) return undefined;
  const x = moneyText(money(BigInt(product.floor)));
  const { zh, en } = priceBelowFloor.text;
  return { zh: zh.replace('{x}', x), en: en.replace('{x}', x) };
}

export async function copyDistributions(
  ctx: Ctx,
  { templateCustomerId, customerIds, validOnly }: BodyOf<typeof copyEndpoint>,
): Promise<AnswerOf<typeof copyEndpoint>> {
  const now = ctx.clock.now();
  const [template] = await directChildren(ctx, [templateCustomerId]);
  const children = (await directChildren(ctx, customerIds)).filter((id) => id !== template);
  const lines = await heldFromMe(ctx, PRODUCTS, templateCustomerId);
  const products =
    lines.length > 0
      ? await findMany(
          ctx,
          lines.map((line) => line.of),
        )
      : new Map();
  const wrong: { productCode: string; words: string }[] = [];
  const valid: { productId: string; price: Price }[] = [];
  for (const line of lines) {
    const product = products.get(line.of) as HeldProduct;
    const price = { reservePrice: line.reservePrice ?? '0', minPrice: line.minPrice ?? '0' };
    const why = await wrongLine(ctx, product, price);
    if (why) wrong.push({ productCode: product.code, words: say(why, ctx.language) });
    else valid.push({ productId: product.id, price });
  }
  if (wrong.length > 0 && !validOnly) throw new Refused(templateHasWrongLines, { n: wrong.length });
  let [given, repriced] = [0, 0];
  for (const { productId, price } of valid) {
    const done = await give(ctx, PRODUCTS, productId, children, price, now);
    given += done.given;
    repriced += done.repriced;
  }
  ctx.note({
    objectKind: 'productDistribution',
    summary: `${templateCustomerId} → ${children.length}`,
    after: { templateCustomerId, customerIds: children, products: valid.length },
  });
  return { given, repriced, wrong };
}
