import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { carrierAccounts } from '../../carriers/face.ts';
import { customerNames } from '../../customers/face.ts';
import { forecast, percentOf } from '../cycles/forecastRules.ts';
import { ofPools } from '../cycles/poolStore.ts';
import type { PoolRow } from '../poolTables.ts';

type Sums = {
  id: string;
  cards: number;
  contributed: string;
  used: string;
  /** Of what was used, by cards that are in it and run. */
  running: string;
  used_at: Date | null;
  sub_pools: number;
};

/** Pools with all their sub-pools added up, in the cycle they are in. */
export async function sumsOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Sums>> {
  const { rows } = await sql<Omit<Sums, 'running'>>`
    select r.id, sum(p.cards)::int as cards, coalesce(sum(c.contributed), 0)::text as contributed,
      coalesce(sum(c.used), 0)::text as used, max(c.used_at) as used_at,
      count(*) filter (where p.id <> r.id and p.state = 'enabled')::int as sub_pools
    from pools.pool r join pools.pool p on p.path like r.path || '%'
    left join pools.pool_cycle c on c.pool_id = p.id and c.cycle = r.cycle
    where r.id = any(${[...ids]}::bigint[]) group by r.id`.execute(ofPools(ctx));
  const running = await runningOf(ctx, ids);
  return new Map(rows.map((row) => [row.id, { ...row, running: running.get(row.id) ?? '0' }]));
}

/** What the cards that are in pools and run have used of them in the cycle. */
export async function runningOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; running: string }>`
    select r.id, sum(c.used)::text as running
    from pools.pool r join pools.pool p on p.path like r.path || '%'
      join pools.member_cycle c on c.pool_id = p.id and c.cycle = r.cycle and c.used > 0
      join pools.member m on m.id = c.member_id and m.left_at is null
      join cards.v_card k on k.id = c.card_id and k.lifecycle not in ('stopped', 'cancelled')
    where r.id = any(${[...ids]}::bigint[]) group by r.id`.execute(ofPools(ctx));
  return new Map(rows.map((row) => [row.id, row.running]));
}

const most = (a: bigint, b: bigint) => (a > b ? a : b);

/** What a pool is measured by: its quota, or what its cards bring. */
const allowanceOf = (pool: PoolRow, contributed: bigint) =>
  pool.quota_bytes === null ? contributed : BigInt(pool.quota_bytes);

/** Pools as lists show them. */
export async function presentPools(ctx: Ctx, pools: readonly PoolRow[]) {
  const ids = pools.map(({ id }) => id);
  const sums = await sumsOf(ctx, ids);
  const names = await customerNames(
    ctx.db,
    pools.map(({ customer_id }) => customer_id),
  );
  const accounts = await carrierAccounts(
    ctx,
    pools.map(({ carrier_account_id }) => carrier_account_id),
  );
  const packages = await packageNames(
    ctx,
    pools.map(({ package_id }) => package_id),
  );
  const parents = await ctx.db
    .selectFrom('pools.pool')
    .select('id')
    .where(sql<boolean>`id = any(${pools.flatMap(({ parent_id }) => parent_id ?? [])}::bigint[])`)
    .execute();
  const seen = new Set(parents.map(({ id }) => id));
  const now = ctx.clock.now();
  return pools.map((pool) => {
    const sum = sums.get(pool.id);
    const [contributed, used] = [BigInt(sum?.contributed ?? 0), BigInt(sum?.used ?? 0)];
    const allowance = allowanceOf(pool, contributed);
    const line = forecast(
      { used, running: BigInt(sum?.running ?? 0), allowance },
      { startsAt: pool.cycle_starts_at, endsAt: pool.cycle_ends_at, now },
    );
    return {
      // Nobody reads of a pool above its own, its number neither.
      parentId: pool.parent_id !== null && seen.has(pool.parent_id) ? pool.parent_id : null,
      customerName: names.get(pool.customer_id) ?? '',
      carrierAccountName: accounts.get(pool.carrier_account_id)?.name ?? '',
      packageName: packages.get(pool.package_id) ?? '',
      cards: sum?.cards ?? 0,
      contributed: String(contributed),
      used: String(used),
      remaining: String(most(allowance - used, 0n)),
      overage: String(most(used - allowance, 0n)),
      usedPercent: percentOf(used, allowance),
      forecastPercent: line?.percent ?? null,
      runsOutOn: line?.runsOutAt ? dayText(line.runsOutAt, pool.zone) : null,
      subPools: sum?.sub_pools ?? 0,
      usedAt: sum?.used_at?.toISOString() ?? null,
    };
  });
}

export async function packageNames(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.db
    .selectFrom('packages.v_package')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}
