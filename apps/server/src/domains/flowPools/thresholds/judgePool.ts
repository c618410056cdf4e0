import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import type { Ctx } from '../../../framework/context.ts';
import { type Level, tellLevels } from '../../pools/face.ts';
import { poolReached } from '../events.ts';
import type { FeedRow, FlowPoolRow } from '../flowPoolTables.ts';
import { type FeedFacts, isRunning, poolLevel, reachedThresholds, runningSums } from '../rating/poolRules.ts';
import { cycleAt, feedsOf, ofPools, writePool } from '../rating/poolStore.ts';
import { settleStopsJob } from './stops.ts';

export const factsOf = (feed: FeedRow): FeedFacts => ({
  total: BigInt(feed.total),
  used: BigInt(feed.used),
  startsAt: feed.starts_at,
  endsAt: feed.ends_at,
  isRefunded: feed.refunded_at !== null,
});

const USED_UP = 100;

/**
 * Fires what the running feeds of a locked pool have reached: each threshold once a pool and cycle, «used up» once more each time
 * the pool was filled again. A pool that has something to give again is said to be so, and what it stopped may run. Called by whoever
 * changed what the pool has or gave, in the same transaction.
 */
export async function judgePool(ctx: Ctx, pool: FlowPoolRow): Promise<void> {
  const now = ctx.clock.now();
  const feeds = (await feedsOf(ctx, pool.id)).map(factsOf);
  const sums = runningSums(feeds, now);
  const hadAny = feeds.some((feed) => feed.startsAt <= now);
  // Used up, or over: there was something, and nothing of it is left.
  const isExhausted = hadAny && sums.used >= sums.total;
  const isFilledAgain = pool.is_exhausted && !isExhausted && feeds.some((feed) => isRunning(feed, now));
  const round = pool.round + (isFilledAgain ? 1 : 0);
  if (isExhausted !== pool.is_exhausted) await writePool(ctx, pool.id, { is_exhausted: isExhausted, round });
  if (isFilledAgain) await ctx.enqueue(settleStopsJob, { poolId: pool.id });
  await tellLevel(ctx, pool, poolLevel(feeds, now));
  if (pool.state === 'closed') return;
  const reached = [...reachedThresholds(pool.thresholds, sums), ...(isExhausted ? [USED_UP] : [])];
  for (const threshold of new Set(reached)) {
    const action = threshold === USED_UP && isExhausted ? pool.exhausted_action : ControlAction.values.NO_CONTROL;
    await fire(ctx, { ...pool, round }, { threshold, action, ...sums });
  }
}

/** Rooms that go by how full pools are hear it, in whole percent. */
async function tellLevel(ctx: Ctx, pool: FlowPoolRow, level: Level): Promise<void> {
  const { id, told_percent, pool_code: poolCode, customer_id: customerId } = pool;
  if (level === told_percent) return;
  const { key: cycle } = cycleAt(ctx.clock.now(), pool);
  await writePool(ctx, id, { told_percent: level });
  await tellLevels(ctx, [{ id, kind: 'flow', poolCode, customerId, cycle, before: told_percent, after: level }]);
}

async function fire(
  ctx: Ctx,
  pool: FlowPoolRow,
  said: { threshold: number; action: ControlAction; used: bigint; total: bigint },
): Promise<void> {
  const now = ctx.clock.now();
  const { threshold, action } = said;
  const id = ctx.ids.next();
  const written = await ofPools(ctx)
    .insertInto('flow_pools.threshold_event')
    .values({
      id,
      pool_id: pool.id,
      customer_id: pool.customer_id,
      cycle: cycleAt(now, pool).key,
      threshold,
      round: threshold === USED_UP ? pool.round : 0,
      action,
      used_bytes: String(said.used),
      total_bytes: String(said.total),
      fired_at: now,
      worked_off_at: null,
      lifted_at: null,
    })
    .onConflict((conflict) => conflict.columns(['pool_id', 'cycle', 'threshold', 'round']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!written) return;
  await ctx.emit(poolReached, {
    eventId: id,
    poolId: pool.id,
    poolCode: pool.pool_code,
    name: pool.name,
    customerId: pool.customer_id,
    threshold,
    isStopping: action === ControlAction.values.STOP,
  });
  if (action === ControlAction.values.STOP) await ctx.enqueue(settleStopsJob, { poolId: pool.id });
}
