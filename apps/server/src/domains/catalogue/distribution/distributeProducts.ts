import {
  alreadyRecalled,
  type copyDistributions as copyEndpoint,
  type distributeProducts as distributeEndpoint,
  notADirectChild,
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
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { customerOf } from '../../customers/face.ts';
import { isBelowFloor } from '../products/productRules.ts';
import { findMany, type HeldProduct, priceAt } from '../products/productStore.ts';
import { whyNotSold } from '../products/soldProduct.ts';
import { beginningOf, type CardPrice, cardPrice, floorFrom, refuseBelow, setPrice } from './cardPrices.ts';

/** Refuses anyone but direct children of the caller's customer; a foreign one reads as unknown. */
async function directChildren(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids)];
  for (const id of wanted) {
    const customer = await customerOf(ctx.db, id);
    if (!customer) throw new Refused(notFound);
    if (customer.parentId !== accountOf(ctx).customerId) throw refusedAt('customerIds', notADirectChild);
  }
  return wanted;
}

const saidBy = (given: { margin?: string | undefined }) => (given.margin === undefined ? 'reservePrice' : 'margin');

/** Gives a product to children without it, and changes the price for those with it. */
async function give(ctx: Ctx, productId: string, customerIds: readonly string[], price: CardPrice, from: Date) {
  const now = ctx.clock.now();
  const own = accountOf(ctx).customerId;
  const rows = await ctx.db
    .selectFrom('catalogue.product_distribution')
    .selectAll()
    .where('product_id', '=', productId)
    .where('customer_id', 'in', [...customerIds])
    .orderBy('id')
    .forUpdate()
    .execute();
  const had = new Map(rows.map((row) => [row.customer_id, row]));
  let given = 0;
  for (const customerId of customerIds) {
    const row = had.get(customerId);
    const id = row?.id ?? ctx.ids.next();
    const isNew = row?.state !== 'on';
    if (!row) {
      await ctx.db
        .insertInto('catalogue.product_distribution')
        .values({
          id,
          product_id: productId,
          customer_id: customerId,
          from_customer_id: own,
          state: 'on',
          given_at: now,
          recalled_at: null,
          updated_at: now,
        })
        .execute();
    } else {
      await ctx.db
        .updateTable('catalogue.product_distribution')
        .set({ state: 'on', recalled_at: null, updated_at: now, ...(isNew ? { given_at: now } : {}) })
        .where('id', '=', id)
        .execute();
    }
    // A child without a price so far gets this one at once: nothing is distributed without a price.
    await setPrice(ctx, id, price, isNew ? now : from);
    if (isNew) given += 1;
  }
  return { given, repriced: customerIds.length - given };
}

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
    const price = await cardPrice(ctx, line, product.priced_by, from);
    const by = saidBy(line);
    refuseBelow(price, product.floor, `lines.${at}.`, by);
    refuseBelow(price, await floorFrom(ctx, product.priced_by, from), `lines.${at}.`, by);
    const done = await give(ctx, line.productId, children, price, from);
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

/** A distribution from the caller to a child, locked until the transaction ends; any other reads as unknown. */
export async function lockGiven(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('catalogue.product_distribution')
    .selectAll()
    .where('id', '=', id)
    .where('from_customer_id', '=', accountOf(ctx).customerId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(notFound);
  return row;
}

export async function editDistributionPrice(
  ctx: Ctx,
  { id, effective, effectiveOn, ...given }: BodyOf<typeof priceEndpoint>,
): Promise<typeof DONE> {
  const now = ctx.clock.now();
  const from = beginningOf(now, { effective, effectiveOn });
  const row = await lockGiven(ctx, id);
  if (row.state === 'recalled') throw new Refused(alreadyRecalled);
  const mine = (await findMany(ctx, [row.product_id])).get(row.product_id);
  if (!mine) throw new Refused(notFound);
  const price = await cardPrice(ctx, given, mine.priced_by, from);
  refuseBelow(price, await floorFrom(ctx, mine.priced_by, from), '', saidBy(given));
  const before = await ctx.db
    .selectNoFrom([
      priceAt(sql`${id}::bigint`, 'reserve_price', now).as('reservePrice'),
      priceAt(sql`${id}::bigint`, 'min_price', now).as('minPrice'),
    ])
    .executeTakeFirst();
  await setPrice(ctx, id, price, from);
  await ctx.db.updateTable('catalogue.product_distribution').set({ updated_at: now }).where('id', '=', id).execute();
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
async function wrongLine(ctx: Ctx, product: HeldProduct, price: CardPrice): Promise<Text | undefined> {
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
  const lines = await ctx.db
    .selectFrom('catalogue.product_distribution as d')
    .select([
      'd.product_id',
      priceAt(sql`d.id`, 'reserve_price', now).as('reservePrice'),
      priceAt(sql`d.id`, 'min_price', now).as('minPrice'),
    ])
    .where('d.customer_id', '=', templateCustomerId)
    .where('d.from_customer_id', '=', accountOf(ctx).customerId)
    .where('d.state', '=', 'on')
    .orderBy('d.id')
    .execute();
  const products =
    lines.length > 0
      ? await findMany(
          ctx,
          lines.map((line) => line.product_id),
        )
      : new Map();
  const wrong: { productCode: string; words: string }[] = [];
  const valid: { productId: string; price: CardPrice }[] = [];
  for (const line of lines) {
    const product = products.get(line.product_id) as HeldProduct;
    const price = { reservePrice: line.reservePrice ?? '0', minPrice: line.minPrice ?? '0' };
    const why = await wrongLine(ctx, product, price);
    if (why) wrong.push({ productCode: product.code, words: say(why, ctx.language) });
    else valid.push({ productId: product.id, price });
  }
  if (wrong.length > 0 && !validOnly) throw new Refused(templateHasWrongLines, { n: wrong.length });
  let [given, repriced] = [0, 0];
  for (const { productId, price } of valid) {
    const done = children.length > 0 ? await give(ctx, productId, children, price, now) : { given: 0, repriced: 0 };
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
