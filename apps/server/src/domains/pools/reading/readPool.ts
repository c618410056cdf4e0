import type {
  cardPoolOptions as optionsEndpoint,
  readCardPool as readEndpoint,
  readPoolUsage as usageEndpoint,
} from '@cardinal/contract/api/pools/cardPools.ts';
import { poolNotFound } from '@cardinal/contract/api/pools/refusals.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { cycleAfter, cycleOfKey, daysOfCycle } from '@cardinal/primitives/cycle.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { likeContains } from '../../../framework/likeContains.ts';
import { cycleAt } from '../cycles/cycleRules.ts';
import { percentOf } from '../cycles/forecastRules.ts';
import { ofPools } from '../cycles/poolStore.ts';
import type { PoolRow } from '../poolTables.ts';
import { packageNames } from './poolFigures.ts';
import { poolDataset } from './poolList.ts';
import { poolsSeen as poolsShown } from './poolsSeen.ts';

const CYCLES_SHOWN = 24;
const TOP = 20;
const OPTIONS = 50;

const poolsSeen = (ctx: Ctx) => ctx.db.selectFrom('pools.pool').selectAll();

type CycleSums = {
  cycle: string;
  starts_at: Date;
  ends_at: Date;
  contributed: string;
  used: string;
  late: string;
  is_open: boolean;
};

/** The last cycles of a pool with its sub-pools, latest first. */
async function cyclesOf(ctx: Ctx, pool: PoolRow): Promise<readonly CycleSums[]> {
  const { rows } = await sql<CycleSums>`
    select c.cycle, c.starts_at, c.ends_at, sum(c.contributed)::text as contributed, sum(c.used)::text as used,
      sum(c.late)::text as late, bool_and(c.opened_at is not null) as is_open
    from pools.pool p join pools.pool_cycle c on c.pool_id = p.id
    where p.path like ${`${pool.path}%`} group by c.cycle, c.starts_at, c.ends_at
    order by c.starts_at desc limit ${CYCLES_SHOWN}`.execute(ofPools(ctx));
  return rows;
}

export async function readCardPool(
  ctx: Ctx,
  { poolCode }: QueryOf<typeof readEndpoint>,
): Promise<AnswerOf<typeof readEndpoint>> {
  const pool = await poolsSeen(ctx).where(sql<boolean>`upper(pool_code) = upper(${poolCode})`).executeTakeFirst();
  if (!pool) throw new Refused(poolNotFound);
  return detailOf(ctx, pool);
}

/** A pool that the caller sees, with its last cycles. */
export async function detailOf(ctx: Ctx, pool: PoolRow): Promise<AnswerOf<typeof readEndpoint>> {
  const [row] = await poolDataset.present([pool], ctx);
  const parent = pool.parent_id && (await poolsSeen(ctx).where('id', '=', pool.parent_id).executeTakeFirst());
  const cycles = await cyclesOf(ctx, pool);
  return {
    ...(row as NonNullable<typeof row>),
    parent: parent ? { poolCode: parent.pool_code, name: parent.name } : null,
    contributionRule: pool.contribution_rule,
    oversellPercent: pool.oversell_percent,
    cycleDay: pool.cycle_day,
    zone: pool.zone,
    isFromAbove: Boolean(parent),
    version: pool.version,
    cycles: cycles.map((each) => {
      const over = BigInt(each.used) - BigInt(each.contributed);
      return {
        cycle: each.cycle,
        startsAt: each.starts_at.toISOString(),
        endsAt: each.ends_at.toISOString(),
        contributed: each.contributed,
        used: each.used,
        overage: String(over > 0n ? over : 0n),
        late: each.late,
        isOpen: each.is_open,
        isRunning: each.cycle === pool.cycle,
      };
    }),
    asOf: ctx.clock.now().toISOString(),
  };
}

/** What a pool with its sub-pools used by days. */
async function daysOf(ctx: Ctx, pool: PoolRow, from: string, to: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ day: string; used: string }>`
    select d.day, sum(d.used)::text as used from pools.pool p join pools.pool_day d on d.pool_id = p.id
    where p.path like ${`${pool.path}%`} and d.day between ${from}::date and ${to}::date group by d.day`.execute(
    ofPools(ctx),
  );
  return new Map(rows.map(({ day, used }) => [day, used]));
}

export async function readPoolUsage(
  ctx: Ctx,
  query: QueryOf<typeof usageEndpoint>,
): Promise<AnswerOf<typeof usageEndpoint>> {
  const pool = await poolsShown(ctx).selectAll('p').where('p.id', '=', query.poolId).executeTakeFirst();
  if (!pool) throw new Refused(poolNotFound);
  const rule = { day: pool.cycle_day, zone: pool.zone };
  const now = ctx.clock.now();
  const cycle = (query.cycle ? cycleOfKey(query.cycle, rule) : undefined) ?? cycleAt(pool.cycle_starts_at, pool);
  const [days, before] = [daysOfCycle(cycle, rule), daysOfCycle(cycleAfter(cycle, rule, -1), rule)];
  const used = await daysOf(ctx, pool, before[0] ?? '', days.at(-1) ?? '');
  const today = dayText(now, pool.zone);
  const born = dayText(pool.created_at, pool.zone);
  const on = (day: string | undefined) => (!day || day > today || day < born ? null : (used.get(day) ?? '0'));
  const sums = (await cyclesOf(ctx, pool)).find((each) => each.cycle === cycle.key);
  const { rows } = await sql<{ card_id: string; iccid: string; used: string }>`
    select c.card_id, m.iccid, sum(c.used)::text as used
    from pools.pool p join pools.member_cycle c on c.pool_id = p.id join pools.member m on m.id = c.member_id
    where p.path like ${`${pool.path}%`} and c.cycle = ${cycle.key} and c.used > 0
    group by c.card_id, m.iccid order by sum(c.used) desc, c.card_id limit ${TOP}`.execute(ofPools(ctx));
  return {
    cycle: cycle.key,
    days: days.map((day, at) => ({ day, used: on(day), before: on(before[at]) })),
    contributed: sums?.contributed ?? '0',
    top: rows.map((row) => ({
      cardId: row.card_id,
      iccid: row.iccid,
      used: row.used,
      sharePercent: percentOf(BigInt(row.used), BigInt(sums?.used ?? 0)) ?? 0,
    })),
    asOf: now.toISOString(),
  };
}

export async function readPoolOptions(
  ctx: Ctx,
  { keyword = '' }: QueryOf<typeof optionsEndpoint>,
): Promise<AnswerOf<typeof optionsEndpoint>> {
  const like = likeContains(keyword);
  const pools = await poolsSeen(ctx)
    .where('state', '=', 'enabled')
    .where(sql<boolean>`(pool_code ilike ${like} or name ilike ${like})`)
    .orderBy(sql`path collate "C"`)
    .limit(OPTIONS)
    .execute();
  const names = await packageNames(
    ctx,
    pools.map(({ package_id }) => package_id),
  );
  return {
    pools: pools.map((pool) => ({
      id: pool.id,
      poolCode: pool.pool_code,
      name: pool.name,
      packageName: names.get(pool.package_id) ?? '',
    })),
  };
}
