import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { daysByPool, type Monitored, type UsedToday } from '../../pools/face.ts';
import type { FlowPoolRow } from '../flowPoolTables.ts';
import { ofPools } from '../rating/poolStore.ts';
import { presentPools } from './figures.ts';

/** Open flow pools that the caller sees, as their own screen shows them, and what they gave by days from one on. */
export async function monitoredFlowPools(ctx: Ctx, fromDay: string): Promise<Monitored[]> {
  const pools: FlowPoolRow[] = await ctx.db
    .selectFrom('flow_pools.pool')
    .selectAll()
    .where('state', '=', 'open')
    .orderBy('id')
    .execute();
  const shown = await presentPools(ctx, pools);
  const { rows } = await sql<{ id: string; day: string; used: string }>`
    select pool_id as id, day, drawn::text as used from flow_pools.pool_day
    where pool_id = any(${pools.map(({ id }) => id)}::bigint[]) and day >= ${fromDay}::date`.execute(ofPools(ctx));
  const days = daysByPool(rows);
  return pools.map((pool, at): Monitored => {
    const facts = shown[at] as NonNullable<(typeof shown)[number]>;
    return {
      kind: 'flow',
      id: pool.id,
      poolCode: pool.pool_code,
      name: pool.name,
      customerName: facts.customerName,
      carrierAccountName: facts.carrierAccountName,
      cards: pool.cards,
      total: BigInt(facts.total),
      used: BigInt(facts.used),
      running: BigInt(facts.used),
      remaining: BigInt(facts.remaining),
      usedPercent: facts.usedPercent,
      runsOutOn: facts.runsOutOn,
      endsAt: facts.endsAt === null ? null : new Date(facts.endsAt),
      since: pool.created_at,
      zone: pool.zone,
      days: days.get(pool.id) ?? new Map(),
      isWhole: true,
    };
  });
}

/** Of each pool the card that drew most of it today. */
export async function drawnToday(
  ctx: Ctx,
  pools: readonly Pick<Monitored, 'id' | 'zone'>[],
): Promise<readonly UsedToday[]> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ pool_id: string; iccid: string; drawn: string }>`
    select distinct on (d.pool_id) d.pool_id, m.iccid, d.drawn
    from unnest(${pools.map(({ id }) => id)}::bigint[], ${pools.map(({ zone }) => dayText(now, zone))}::date[]) as g (id, day)
    join flow_pools.member_day d on d.pool_id = g.id and d.day = g.day
    join flow_pools.member m on m.id = d.member_id
    order by d.pool_id, d.drawn desc, m.card_id`.execute(ofPools(ctx));
  return rows.map(({ pool_id, iccid, drawn }) => ({ poolId: pool_id, iccid, used: BigInt(drawn) }));
}
