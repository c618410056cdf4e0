import type {
  flowPoolOptions as optionsEndpoint,
  readFlowPool as readEndpoint,
  readFlowPoolUsage as usageEndpoint,
} from '@cardinal/contract/api/flowPools/flowPools.ts';
import { flowPoolNotFound } from '@cardinal/contract/api/flowPools/refusals.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { cycleOfKey, daysOfCycle } from '@cardinal/primitives/cycle.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { likeContains } from '../../../framework/likeContains.ts';
import { poolSeen } from '../filling/fillPool.ts';
import { cycleAt, ofPools } from '../rating/poolStore.ts';
import { percentOf } from './figures.ts';
import { flowPoolDataset, STATE } from './poolList.ts';

const TOP = 20;
const OPTIONS = 50;

export async function readFlowPool(
  ctx: Ctx,
  { poolCode, poolId }: QueryOf<typeof readEndpoint>,
): Promise<AnswerOf<typeof readEndpoint>> {
  const pool = await ctx.db
    .selectFrom('flow_pools.pool as p')
    .selectAll('p')
    .select(STATE.as('stands'))
    .where('p.id', '=', poolId)
    .where(sql<boolean>`upper(p.pool_code) = upper(coalesce(${poolCode ?? null}::text, p.pool_code))`)
    .executeTakeFirst();
  if (!pool) throw new Refused(flowPoolNotFound);
  const [row] = await flowPoolDataset.present([{ ...pool, state: pool.stands }], ctx);
  const now = ctx.clock.now();
  return {
    ...(row as Omit<AnswerOf<typeof readEndpoint>, 'asOf'>),
    cycleDay: pool.cycle_day,
    zone: pool.zone,
    cycle: cycleAt(now, pool).key,
    needsPackage: pool.needs_package,
    thresholds: pool.thresholds,
    exhaustedAction: pool.exhausted_action,
    version: pool.version,
    asOf: now.toISOString(),
  };
}

export async function readFlowPoolUsage(
  ctx: Ctx,
  query: QueryOf<typeof usageEndpoint>,
): Promise<AnswerOf<typeof usageEndpoint>> {
  const pool = await poolSeen(ctx, query.poolId);
  const rule = { day: pool.cycle_day, zone: pool.zone };
  const now = ctx.clock.now();
  const cycle = (query.cycle ? cycleOfKey(query.cycle, rule) : undefined) ?? cycleAt(now, pool);
  const days = daysOfCycle(cycle, rule);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const kept = await ofPools(ctx)
    .selectFrom('flow_pools.pool_day')
    .select(['day', 'offered', 'drawn'])
    .where('pool_id', '=', pool.id)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .execute();
  const of = new Map(kept.map((row) => [row.day, row]));
  const [today, born] = [dayText(now, pool.zone), dayText(pool.created_at, pool.zone)];
  const sum = (pick: (row: (typeof kept)[number]) => bigint) => kept.reduce((all, row) => all + pick(row), 0n);
  const drawn = sum((row) => BigInt(row.drawn));
  const { rows } = await sql<{ card_id: string; iccid: string; drawn: string }>`
    select m.card_id, m.iccid, sum(d.drawn)::text as drawn
    from flow_pools.member_day d join flow_pools.member m on m.id = d.member_id
    where d.pool_id = ${pool.id}::bigint and d.day between ${first}::date and ${last}::date and d.drawn > 0
    group by m.card_id, m.iccid order by sum(d.drawn) desc, m.card_id limit ${TOP}`.execute(ofPools(ctx));
  return {
    cycle: cycle.key,
    days: days.map((day) => {
      const row = of.get(day);
      if (day > today || day < born) return { day, drawn: null, overage: null };
      return {
        day,
        drawn: row?.drawn ?? '0',
        overage: row ? String(BigInt(row.offered) - BigInt(row.drawn)) : '0',
      };
    }),
    drawn: String(drawn),
    overage: String(sum((row) => BigInt(row.offered) - BigInt(row.drawn))),
    top: rows.map((row) => ({
      cardId: row.card_id,
      iccid: row.iccid,
      drawn: row.drawn,
      sharePercent: percentOf(BigInt(row.drawn), drawn) ?? 0,
    })),
    asOf: now.toISOString(),
  };
}

export async function readFlowPoolOptions(
  ctx: Ctx,
  { keyword = '' }: QueryOf<typeof optionsEndpoint>,
): Promise<AnswerOf<typeof optionsEndpoint>> {
  const like = likeContains(keyword);
  const pools = await ctx.db
    .selectFrom('flow_pools.pool')
    .select(['id', 'pool_code', 'name'])
    .where('state', '=', 'open')
    .where(sql<boolean>`(pool_code ilike ${like} or name ilike ${like})`)
    .orderBy(sql`pool_code collate "C"`)
    .limit(OPTIONS)
    .execute();
  return { pools: pools.map((pool) => ({ id: pool.id, poolCode: pool.pool_code, name: pool.name })) };
}
