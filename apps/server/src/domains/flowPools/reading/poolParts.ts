import {
  listFlowPoolCards,
  listFlowPoolEvents,
  listFlowPoolFeeds,
} from '@cardinal/contract/api/flowPools/flowPoolParts.ts';
import type { Lifecycle } from '@cardinal/contract/enumerations/card.ts';
import type { MembershipState } from '@cardinal/contract/enumerations/pool.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import type { FeedRow } from '../flowPoolTables.ts';
import { feedState } from '../rating/poolRules.ts';
import { cycleAt, ofPools } from '../rating/poolStore.ts';
import { factsOf } from '../thresholds/judgePool.ts';
import { firstDayOf, percentOf } from './figures.ts';

const SUMMED = sql`null`;
const STATE = sql<MembershipState>`case when m.left_at is null then 'in' else 'left' end`;
/** Of a card that has left nothing is known here: it may be anybody's. */
const LIFECYCLE = sql<Lifecycle | null>`case when m.left_at is null then
  (select k.lifecycle from cards.v_card k where k.id = m.card_id) end`;
const PACKAGE = sql<string | null>`case when m.left_at is null then
  (select k.package_name from cards.v_card k where k.id = m.card_id) end`;

type Asked = { readonly poolId?: string | undefined };

type Pooled = { readonly pool_id: string; readonly cycle_day: number; readonly zone: string };

/** What members drew and used beyond in the cycle their pool is in, and what all of it drew. */
async function daysOf(ctx: Ctx, rows: readonly (Pooled & { readonly id: string })[]) {
  const now = ctx.clock.now();
  const { rows: own } = await sql<{ member_id: string; drawn: string; overage: string }>`
    select d.member_id, sum(d.drawn)::text as drawn, sum(d.offered - d.drawn)::text as overage
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map((row) => firstDayOf(row, now))}::date[]) as g (id, first)
    join flow_pools.member_day d on d.member_id = g.id and d.day >= g.first group by d.member_id`.execute(ofPools(ctx));
  const pools = [...new Map(rows.map((row) => [row.pool_id, row])).values()];
  const { rows: whole } = await sql<{ pool_id: string; drawn: string }>`
    select d.pool_id, sum(d.drawn)::text as drawn
    from unnest(${pools.map(({ pool_id }) => pool_id)}::bigint[], ${pools.map((pool) => firstDayOf(pool, now))}::date[]) as g (id, first)
    join flow_pools.pool_day d on d.pool_id = g.id and d.day >= g.first group by d.pool_id`.execute(ofPools(ctx));
  return {
    own: new Map(own.map((row) => [row.member_id, row])),
    whole: new Map(whole.map((row) => [row.pool_id, BigInt(row.drawn)])),
  };
}

export const flowPoolCardsDataset = dataset(listFlowPoolCards, {
  from: (ctx, asked) => {
    const { poolId } = asked as Asked;
    const members = ctx.db
      .selectFrom('flow_pools.member as m')
      .innerJoin('flow_pools.pool as p', 'p.id', 'm.pool_id')
      // Those that left are shown as long as what they used may be of this cycle.
      .where(
        sql<boolean>`(m.left_at is null or m.left_at >= ${new Date(ctx.clock.now().getTime() - 31 * 86_400_000)})`,
      );
    return poolId === undefined ? members : members.where('m.pool_id', '=', poolId);
  },
  table: 'm',
  carrier: sql`(select k.platform from cards.v_card k where k.id = m.card_id)`,
  columns: {
    lifecycle: LIFECYCLE,
    state: STATE,
    poolCode: sql`p.pool_code`,
    packageName: PACKAGE,
    drawn: SUMMED,
    overage: SUMMED,
    sharePercent: SUMMED,
  },
  select: (query) =>
    query.select([
      'm.id',
      'm.card_id',
      'm.iccid',
      'm.pool_id',
      'm.joined_at',
      'm.left_at',
      'p.pool_code',
      'p.cycle_day',
      'p.zone',
      LIFECYCLE.as('lifecycle'),
      STATE.as('state'),
      PACKAGE.as('package_name'),
    ]),
  present: async (rows, ctx) => {
    const { own, whole } = await daysOf(ctx, rows as unknown as (Pooled & { id: string })[]);
    return rows.map((row) => {
      const drawn = own.get(row.id)?.drawn ?? '0';
      return {
        drawn,
        overage: own.get(row.id)?.overage ?? '0',
        sharePercent: percentOf(BigInt(drawn), whole.get(row.pool_id) ?? 0n),
      };
    });
  },
  extra: (query) => query,
});

export const flowPoolFeedsDataset = dataset(listFlowPoolFeeds, {
  from: (ctx, asked) => {
    const { poolId } = asked as Asked;
    const feeds = ctx.db.selectFrom('flow_pools.feed as f').innerJoin('flow_pools.pool as p', 'p.id', 'f.pool_id');
    return poolId === undefined ? feeds : feeds.where('f.pool_id', '=', poolId);
  },
  table: 'f',
  carrier: sql`p.platform`,
  columns: { remaining: sql`f.total - f.used`, state: SUMMED },
  select: (query) => query.selectAll('f'),
  present: async (rows, ctx) =>
    (rows as unknown as FeedRow[]).map((row) => ({
      remaining: String(BigInt(row.total) - BigInt(row.used)),
      state: feedState(factsOf(row), ctx.clock.now()),
    })),
  extra: (query) => query,
});

export const flowPoolEventsDataset = dataset(listFlowPoolEvents, {
  from: (ctx, asked) => {
    const { poolId } = asked as Asked;
    const events = ctx.db
      .selectFrom('flow_pools.threshold_event as e')
      .innerJoin('flow_pools.pool as p', 'p.id', 'e.pool_id');
    return poolId === undefined ? events : events.where('e.pool_id', '=', poolId);
  },
  table: 'e',
  carrier: sql`p.platform`,
  columns: { stopped: SUMMED },
  select: (query) =>
    query.select([
      'e.id',
      'e.cycle',
      'e.threshold',
      'e.used_bytes',
      'e.total_bytes',
      'e.action',
      'e.fired_at',
      'e.lifted_at',
      sql<number>`(select count(*) from flow_pools.stop s where s.event_id = e.id)::int`.as('stopped'),
    ]),
  present: async (rows) => rows.map(() => ({})),
  extra: (query) => query,
});

/** The key of the cycle a pool is in. */
export const cycleKeyOf = (pool: Pooled | Pick<Pooled, 'cycle_day' | 'zone'>, now: Date): string =>
  cycleAt(now, pool).key;
