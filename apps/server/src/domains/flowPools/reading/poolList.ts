import { listFlowPools } from '@cardinal/contract/api/flowPools/flowPools.ts';
import type { FlowPoolState } from '@cardinal/contract/enumerations/flowPool.ts';
import { sql } from 'kysely';
import { dataset } from '../../../framework/dataset.ts';
import type { FlowPoolRow } from '../flowPoolTables.ts';
import { presentPools } from './figures.ts';

type PoolFigures = { pools: number; cards: number; remaining: string; low: number; exhausted: number };
const SUMMED = sql`null`;

/** By the marks of its feeds, which follow the clock within a minute. */
const RUNS = sql`f.pool_id = p.id and f.begun_at is not null and f.ended_at is null and f.refunded_at is null`;
export const STATE = sql<FlowPoolState>`case when p.state = 'closed' then 'closed'
  when exists (select from flow_pools.feed f where ${RUNS} and f.used < f.total) then 'inUse'
  when exists (select from flow_pools.feed f where ${RUNS}) then 'exhausted'
  when exists (select from flow_pools.feed f where f.pool_id = p.id and f.ended_at is not null) then 'expired'
  else 'notStarted' end`;

export const flowPoolDataset = dataset(listFlowPools, {
  from: (ctx) => ctx.db.selectFrom('flow_pools.pool as p'),
  table: 'p',
  carrier: sql`p.platform`,
  columns: {
    customerName: SUMMED,
    carrierAccountName: SUMMED,
    total: SUMMED,
    used: SUMMED,
    remaining: SUMMED,
    usedPercent: SUMMED,
    runsOutOn: SUMMED,
    nextFeedAt: SUMMED,
    overage: SUMMED,
    endsAt: SUMMED,
    state: STATE,
  },
  select: (query) =>
    query.select([
      'p.id',
      'p.customer_id',
      'p.pool_code',
      'p.name',
      'p.platform',
      'p.carrier_account_id',
      'p.cycle_day',
      'p.zone',
      'p.cards',
      'p.used_at',
      'p.created_at',
      STATE.as('state'),
    ]),
  present: (rows, ctx) => presentPools(ctx, rows as unknown as readonly FlowPoolRow[]),
  extra: (query, { iccid }) =>
    iccid === undefined
      ? query
      : query.where(
          sql<boolean>`exists (select from flow_pools.member m where m.iccid = ${iccid} and m.left_at is null and m.pool_id = p.id)`,
        ),
  figures: async (ctx, filtered): Promise<PoolFigures> => {
    const { rows } = await sql<PoolFigures>`
      with found as (${(await filtered()).clearSelect().select(['p.id', 'p.cards'])}),
      sums as (
        select p.id, p.cards, coalesce(sum(f.total), 0) as total, coalesce(sum(f.used), 0) as used
        from found p left join flow_pools.feed f on ${RUNS} group by p.id, p.cards
      )
      select count(*)::int as pools, coalesce(sum(cards), 0)::int as cards, coalesce(sum(total - used), 0)::text as remaining,
        (count(*) filter (where total > 0 and (total - used) * 5 < total))::int as low,
        (count(*) filter (where total > 0 and used >= total))::int as exhausted
      from sums`.execute(ctx.db);
    return rows[0] as PoolFigures;
  },
});
