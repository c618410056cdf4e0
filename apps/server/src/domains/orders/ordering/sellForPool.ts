import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { EffectiveType } from '@cardinal/contract/enumerations/package.ts';
import { type Money, money } from '@cardinal/primitives/money.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { feedsPools, packageHeldBy, packagesHeldBy, priceChains, whyNotOrderableEach } from '../../packages/face.ts';
import { placeOf } from '../records/recordRules.ts';
import { closeOrder } from './closeOrders.ts';
import { payBack, payLines, stepsOfOrders } from './orderMoney.ts';
import { priceOf } from './orderRules.ts';
import { channelOfActor, payerOf } from './payers.ts';
import { placeOrder } from './placeOrder.ts';
import { quoteOf } from './quote.ts';
import { asSold, type CarrierClock, wishFor } from './soldPackage.ts';

const { success } = FulfilmentState.values;
const MOST = 200;
const FOR_POOL = 'an order belongs to its payer, its lines to the pool they fill';

/** A pool that is filled: its customer pays, its cycle is the packages' clock. */
export type FilledPool = {
  readonly id: string;
  readonly poolCode: string;
  readonly customerId: string;
  readonly clock: CarrierClock;
  /** When the last that it was filled with ends; null where nothing waits or runs. */
  readonly lastEndsAt: Date | null;
};

export type SoldForPool = {
  readonly orderId: string;
  readonly orderNo: string;
  readonly packageId: string;
  readonly packageVersionId: string;
  readonly name: string;
  readonly price: Money;
  /** Null: without a limit. */
  readonly bytes: bigint | null;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** One for each that was ordered, by what the pool gets. */
  readonly lines: readonly { readonly id: string; readonly feedId: string }[];
};

type Asked = { readonly packageId: string; readonly effectiveType: EffectiveType | undefined };

/** What filling a pool costs and brings; undefined where its customer has the package not. Refused as an order is. */
async function quoted(ctx: Ctx, pool: FilledPool, { packageId, effectiveType }: Asked) {
  const payerId = await payerOf(ctx, pool.customerId, 'packageId');
  const found = await packageHeldBy(ctx, packageId, payerId);
  if (!found || !feedsPools(found)) return undefined;
  const now = ctx.clock.now();
  const sold = asSold(found);
  const { chain } = await quoteOf(ctx, { sold, payerId, periods: 1, repeats: undefined });
  const kind = effectiveType ?? sold.effectiveType;
  const wish = wishFor(sold, { effectiveType: kind }, pool.clock, now);
  const isBehind = kind === EffectiveType.values.postpone && pool.lastEndsAt !== null;
  const place = placeOf({ isMain: true, follows: false, period: sold.periodIn(pool.clock), wish }, [], now);
  const startsAt = isBehind && pool.lastEndsAt > place.startsAt ? pool.lastEndsAt : place.startsAt;
  const period = startsAt === place.startsAt ? place : sold.periodIn(pool.clock).of(startsAt);
  const bytes = sold.flowBytes === null ? null : sold.flowBytes * BigInt(sold.units);
  return { found, sold, chain, kind, bytes, startsAt, endsAt: period.endsAt, price: priceOf(chain) };
}

/**
 * Orders so many of a package for a pool, and delivers and pays them at once: nothing outside has to confirm it. Undefined where
 * its customer has the package not. What the pool gets is kept by whoever asked, under the ids of the lines.
 */
export async function sellForPool(
  ctx: Ctx,
  pool: FilledPool,
  asked: Asked & { readonly count: number },
): Promise<SoldForPool | undefined> {
  const quote = await quoted(ctx, pool, asked);
  if (!quote) return undefined;
  const { found, sold, chain, kind, bytes, startsAt, endsAt, price } = quote;
  const feeds = Array.from({ length: asked.count }, () => ctx.ids.next());
  const { id } = await placeOrder(ctx, {
    chain,
    sold: { ...sold, units: 1 },
    periods: 1,
    effectiveType: kind,
    postponeDays: 0,
    // It is done here: no task will.
    taskId: ctx.ids.next(),
    fills: pool.id,
    cards: feeds.map((feedId) => ({ id: feedId, iccid: pool.poolCode })),
  });
  const db = ctx.beyondScope(FOR_POOL);
  const now = ctx.clock.now();
  const lines = await db
    .updateTable('orders.order_line')
    .set({ state: success, settled_at: now })
    .where('order_id', '=', id)
    .returning(['id', 'card_id'])
    .execute();
  const order = await db
    .updateTable('orders.package_order')
    .set({ settled_lines: feeds.length })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { platform } = sold;
  const ofPool = { iccid: pool.poolCode, platform, unit: 1 };
  const soldLines = lines.map((line) => ({ id: line.id, cardId: line.card_id, ...ofPool }));
  await payLines(ctx, order, soldLines);
  await closeOrder(ctx, order);
  return {
    orderId: id,
    orderNo: order.order_no,
    packageId: found.package_id,
    packageVersionId: found.id,
    name: found.name,
    price,
    bytes,
    startsAt,
    endsAt,
    lines: lines.map((line) => ({ id: line.id, feedId: line.card_id })),
  };
}

/** Gives back the whole of a line that filled a pool and was not used, at every level. Answers what its payer gets. */
export async function refundPoolLine(ctx: Ctx, lineId: string): Promise<Money> {
  const db = ctx.beyondScope(FOR_POOL);
  const line = await db
    .selectFrom('orders.order_line')
    .select(['order_id'])
    .where('id', '=', lineId)
    .where('fills_pool_id', 'is not', null)
    .where('refunded', '=', '0')
    .executeTakeFirstOrThrow();
  const order = await db
    .selectFrom('orders.package_order')
    .selectAll()
    .where('id', '=', line.order_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const steps = (await stepsOfOrders(ctx, [order])).get(order.id) ?? [];
  await payBack(ctx, order, steps, [lineId]);
  await db.updateTable('orders.order_line').set({ refunded: order.price }).where('id', '=', lineId).execute();
  await db
    .updateTable('orders.package_order')
    .set((row) => ({ refunded: sql<string>`${row.ref('refunded')} + ${order.price}::bigint` }))
    .where('id', '=', order.id)
    .execute();
  return money(BigInt(order.price), order.currency);
}

/** What may fill a pool of the customer, at its price, with what keeps each from being ordered. */
export async function packagesForPool(ctx: Ctx, customerId: string) {
  const payerId = await payerOf(ctx, customerId, 'poolId');
  const held = (await packagesHeldBy(ctx, payerId, { types: ['flow'], keyword: '', most: MOST })).filter(feedsPools);
  const ids = held.map(({ package_id }) => package_id);
  const [whys, chainTo] = await Promise.all([
    whyNotOrderableEach(
      ctx,
      ids.map((packageId) => ({ packageId, customerId: payerId })),
      channelOfActor(ctx),
    ),
    priceChains(ctx, ids, [payerId], ctx.clock.now()),
  ]);
  return held.map((found, at) => {
    const own = chainTo(found.package_id, payerId)?.at(-1);
    return { found, price: own?.reservePrice ?? '0', currency: own?.currency ?? found.currency, whyNot: whys[at] };
  });
}
