import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { carrierAccounts } from '../../carriers/face.ts';
import { customerNames } from '../../customers/face.ts';
import type { FeedRow, FlowPoolRow } from '../flowPoolTables.ts';
import { isRunning, runningSums } from '../rating/poolRules.ts';
import { cycleAt, ofPools } from '../rating/poolStore.ts';
import { factsOf } from '../thresholds/judgePool.ts';

const RATE_DAYS = 7;

/** A tenth of a percent; null where there is nothing to compare with. */
export const percentOf = (part: bigint, whole: bigint): number | null =>
  whole > 0n ? Number((part * 1_000n) / whole) / 10 : null;

/** The first day of the cycle a pool is in. */
export const firstDayOf = (pool: Pick<FlowPoolRow, 'cycle_day' | 'zone'>, now: Date): string =>
  dayText(cycleAt(now, pool).start, pool.zone);

type Days = { pool_id: string; drawn: string; overage: string; lately: string };

/** What cards drew in the cycles their pools are in, what they used beyond, and what they drew in the last whole days. */
async function daysOf(ctx: Ctx, pools: readonly FlowPoolRow[]): Promise<ReadonlyMap<string, Days>> {
  const now = ctx.clock.now();
  const column = <T>(pick: (pool: FlowPoolRow) => T) => pools.map(pick);
  const { rows } = await sql<Days>`
    select d.pool_id, coalesce(sum(d.drawn) filter (where d.day >= g.first), 0)::text as drawn,
      coalesce(sum(d.offered - d.drawn) filter (where d.day >= g.first), 0)::text as overage,
      coalesce(sum(d.drawn) filter (where d.day >= g.today - ${RATE_DAYS}::int and d.day < g.today), 0)::text as lately
    from unnest(${column(({ id }) => id)}::bigint[], ${column((pool) => firstDayOf(pool, now))}::date[],
      ${column(({ zone }) => dayText(now, zone))}::date[]) as g (pool_id, first, today)
    join flow_pools.pool_day d on d.pool_id = g.pool_id group by d.pool_id`.execute(ofPools(ctx));
  return new Map(rows.map((row) => [row.pool_id, row]));
}

/** The day on which what runs is used up at the pace of the last days; null where it lasts a year, or nothing was drawn. */
function runsOutOn(remaining: bigint, lately: bigint, pool: FlowPoolRow, now: Date): string | null {
  if (lately <= 0n || remaining <= 0n) return null;
  const days = Number((remaining * BigInt(RATE_DAYS)) / lately);
  return days > 365 ? null : dayText(new Date(now.getTime() + days * DAY_MS), pool.zone);
}

/** Pools as lists show them. */
export async function presentPools(ctx: Ctx, pools: readonly FlowPoolRow[]) {
  const now = ctx.clock.now();
  const ids = pools.map(({ id }) => id);
  const rows: FeedRow[] = await ofPools(ctx)
    .selectFrom('flow_pools.feed')
    .selectAll()
    .where(sql<boolean>`pool_id = any(${ids}::bigint[])`)
    .where('refunded_at', 'is', null)
    .where('ends_at', '>', now)
    .execute();
  const feeds = Map.groupBy(rows, ({ pool_id }) => pool_id);
  const [days, names, accounts] = await Promise.all([
    daysOf(ctx, pools),
    customerNames(
      ctx.db,
      pools.map(({ customer_id }) => customer_id),
    ),
    carrierAccounts(
      ctx,
      pools.flatMap(({ carrier_account_id }) => carrier_account_id ?? []),
    ),
  ]);
  return pools.map((pool) => {
    const own = (feeds.get(pool.id) ?? []).map(factsOf);
    const { total, used } = runningSums(own, now);
    const running = own.filter((feed) => isRunning(feed, now));
    const waiting = own.filter(({ startsAt }) => startsAt > now);
    const first = (moments: readonly Date[], pick: (...all: number[]) => number) =>
      moments.length === 0 ? null : new Date(pick(...moments.map((at) => at.getTime()))).toISOString();
    const day = days.get(pool.id);
    return {
      customerName: names.get(pool.customer_id) ?? '',
      carrierAccountName: (pool.carrier_account_id && accounts.get(pool.carrier_account_id)?.name) || null,
      total: String(total),
      used: String(used),
      remaining: String(total - used),
      usedPercent: percentOf(used, total),
      runsOutOn: runsOutOn(total - used, BigInt(day?.lately ?? 0), pool, now),
      nextFeedAt: first(
        waiting.map(({ startsAt }) => startsAt),
        Math.min,
      ),
      overage: day?.overage ?? '0',
      endsAt: first(
        running.map(({ endsAt }) => endsAt),
        Math.max,
      ),
      usedAt: pool.used_at?.toISOString() ?? null,
    };
  });
}
