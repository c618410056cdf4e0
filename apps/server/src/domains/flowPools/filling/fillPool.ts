import type {
  flowPoolPackages,
  orderFlowPool,
  refundFeed as refundEndpoint,
} from '@cardinal/contract/api/flowPools/feeds.ts';
import {
  feedNotFound,
  feedNotUnused,
  flowPoolClosed,
  flowPoolNotFound,
  notForPools,
  otherCarrierThanPool,
  unlimitedFeed,
} from '@cardinal/contract/api/flowPools/refusals.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { type AnswerOf, type BodyOf, DONE, type QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { moneyText } from '@cardinal/primitives/money.ts';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { type FilledPool, packagesForPool, refundPoolLine, type SoldForPool, sellForPool } from '../../orders/face.ts';
import { packageVersion } from '../../packages/face.ts';
import type { FlowPoolRow } from '../flowPoolTables.ts';
import { lockPools, passTime } from '../rating/lockPools.ts';
import { feedsOf, ofPools } from '../rating/poolStore.ts';
import { judgePool } from '../thresholds/judgePool.ts';

/** A pool of the caller's tree. */
export async function poolSeen(ctx: Ctx, id: string): Promise<FlowPoolRow> {
  const pool = await ctx.db.selectFrom('flow_pools.pool').selectAll().where('id', '=', id).executeTakeFirst();
  if (!pool) throw new Refused(flowPoolNotFound);
  return pool;
}

/** The same, held; what began or ended meanwhile has. */
export async function heldPool(ctx: Ctx, id: string): Promise<FlowPoolRow> {
  const seen = await poolSeen(ctx, id);
  return (await lockPools(ctx, [seen.id])).get(seen.id) ?? seen;
}

async function filled(ctx: Ctx, pool: FlowPoolRow): Promise<FilledPool> {
  const now = ctx.clock.now();
  const ends = (await feedsOf(ctx, pool.id)).map(({ ends_at }) => ends_at).filter((at) => at > now);
  return {
    id: pool.id,
    poolCode: pool.pool_code,
    customerId: pool.customer_id,
    clock: { zone: pool.zone, cycleDay: pool.cycle_day },
    lastEndsAt: ends.length === 0 ? null : new Date(Math.max(...ends.map((at) => at.getTime()))),
  };
}

type Carried = { readonly platform: number; readonly carrier_account_id: string | null };

/** Whether a package is for cards such as a pool has. */
const goesInto = (found: Carried, pool: FlowPoolRow): boolean =>
  (pool.platform === null || pool.platform === found.platform) &&
  (found.carrier_account_id === null ||
    pool.carrier_account_id === null ||
    pool.carrier_account_id === found.carrier_account_id);

export async function readPackagesForPool(
  ctx: Ctx,
  { poolId }: QueryOf<typeof flowPoolPackages>,
): Promise<AnswerOf<typeof flowPoolPackages>> {
  const pool = await poolSeen(ctx, poolId);
  const found = await packagesForPool(ctx, pool.customer_id);
  return {
    packages: found
      .filter((each) => goesInto(each.found, pool) && each.found.flow_bytes !== null)
      .map(({ found: each, price, currency, whyNot }) => ({
        id: each.package_id,
        code: each.code,
        name: each.name,
        bytes: String(BigInt(each.flow_bytes ?? 0) * BigInt(each.units)),
        price,
        currency: currency as Currency,
        validityUnit: each.validity_unit,
        validityCount: each.validity_count,
        effectiveType: each.effective_type,
        whyNot: whyNot ?? null,
      })),
  };
}

/** Writes what a locked pool got with an order; from its beginning on it is drawn from. */
export async function keepFeeds(ctx: Ctx, pool: FlowPoolRow, sold: SoldForPool, bytes: bigint): Promise<void> {
  const now = ctx.clock.now();
  await ofPools(ctx)
    .insertInto('flow_pools.feed')
    .values(
      sold.lines.map(({ id, feedId }) => ({
        id: feedId,
        pool_id: pool.id,
        customer_id: pool.customer_id,
        order_id: sold.orderId,
        order_no: sold.orderNo,
        line_id: id,
        package_id: sold.packageId,
        package_version_id: sold.packageVersionId,
        package_name: sold.name,
        total: String(bytes),
        price: String(sold.price.minor),
        currency: sold.price.currency,
        starts_at: sold.startsAt,
        ends_at: sold.endsAt,
        begun_at: null,
        ended_at: null,
        refunded_at: null,
        created_at: now,
      })),
    )
    .execute();
  await passTime(ctx, pool);
  await judgePool(ctx, pool);
}

export async function fillPool(ctx: Ctx, body: BodyOf<typeof orderFlowPool>): Promise<AnswerOf<typeof orderFlowPool>> {
  const pool = await heldPool(ctx, body.poolId);
  if (pool.state === 'closed') throw new Refused(flowPoolClosed);
  const sold = await sellForPool(ctx, await filled(ctx, pool), {
    packageId: body.packageId,
    count: body.count,
    effectiveType: body.effectiveType,
  });
  if (!sold) throw refusedAt('packageId', notForPools);
  const version = await packageVersion(ctx, sold.packageVersionId);
  if (!version || !goesInto(version, pool)) throw refusedAt('packageId', otherCarrierThanPool);
  if (sold.bytes === null || sold.bytes <= 0n) throw refusedAt('packageId', unlimitedFeed);
  await keepFeeds(ctx, pool, sold, sold.bytes);
  ctx.note({
    objectKind: 'flowPool',
    objectId: pool.id,
    summary: `${pool.pool_code} ${pool.name}`,
    customerId: pool.customer_id,
    after: {
      orderNo: sold.orderNo,
      package: sold.name,
      count: body.count,
      price: moneyText({ ...sold.price, minor: sold.price.minor * BigInt(body.count) }),
    },
  });
  return { orderNo: sold.orderNo, startsAt: sold.startsAt.toISOString(), endsAt: sold.endsAt.toISOString() };
}

export async function refundFeed(ctx: Ctx, { feedId }: BodyOf<typeof refundEndpoint>) {
  const seen = await ctx.db.selectFrom('flow_pools.feed').select('pool_id').where('id', '=', feedId).executeTakeFirst();
  if (!seen) throw new Refused(feedNotFound);
  const pool = await heldPool(ctx, seen.pool_id);
  const feed = await ctx.db
    .selectFrom('flow_pools.feed')
    .selectAll()
    .where('id', '=', feedId)
    .executeTakeFirstOrThrow();
  if (feed.refunded_at !== null || feed.begun_at !== null || feed.starts_at <= ctx.clock.now())
    throw new Refused(feedNotUnused);
  const back = await refundPoolLine(ctx, feed.line_id);
  await ofPools(ctx)
    .updateTable('flow_pools.feed')
    .set({ refunded_at: ctx.clock.now() })
    .where('id', '=', feedId)
    .execute();
  ctx.note({
    objectKind: 'flowPool',
    objectId: pool.id,
    summary: `${pool.pool_code} ${pool.name}`,
    customerId: pool.customer_id,
    before: { orderNo: feed.order_no, package: feed.package_name },
    after: { refunded: moneyText(back) },
  });
  return DONE;
}
