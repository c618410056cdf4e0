import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { ofPools } from '../cycles/poolStore.ts';
import { quotaUsedUp } from '../events.ts';
import type { PoolRow } from '../poolTables.ts';
import { settleLimitsJob } from './settleLimits.ts';
import { decidedByStrategy } from './standing.ts';

type UsedUp = Pick<PoolRow, 'id' | 'customer_id' | 'package_id' | 'pool_code' | 'name' | 'cycle' | 'quota_bytes'> & {
  readonly used: string;
};

/** Pools whose quota is used up, with no firing that is open: of all, or of these and the ones they were cut from. */
async function usedUp(ctx: Ctx, poolIds: readonly string[] | undefined): Promise<readonly UsedUp[]> {
  const which =
    poolIds === undefined
      ? sql`true`
      : sql`r.id in (select unnest(string_to_array(trim(trailing '/' from p.path), '/')::bigint[]) from pools.pool p
          where p.id = any(${[...poolIds]}::bigint[]))`;
  const { rows } = await sql<UsedUp>`
    select u.* from (
      select r.id, r.customer_id, r.package_id, r.pool_code, r.name, r.cycle, r.quota_bytes,
        (select coalesce(sum(c.used), 0) from pools.pool s join pools.pool_cycle c on c.pool_id = s.id and c.cycle = r.cycle
          where s.path like r.path || '%')::bigint as used
      from pools.pool r
      where ${which} and r.quota_bytes is not null and r.state = 'enabled' and r.cycle_ends_at > ${ctx.clock.now()}
        and not exists (select from pools.quota_firing f where f.pool_id = r.id and f.lifted_at is null)
    ) u where u.used >= u.quota_bytes order by u.id`.execute(ofPools(ctx));
  return rows;
}

/**
 * Fires quotas that are used up: once until what they stopped is let go. Those whose cards a strategy decides over fire nothing. Called in
 * the transaction that moved what was used, or the quota; each minute for all pools.
 */
export async function judgeQuotas(ctx: Ctx, poolIds?: readonly string[]): Promise<void> {
  const found = await usedUp(ctx, poolIds);
  if (found.length === 0) return;
  const decided = await decidedByStrategy(ctx, found);
  for (const pool of found) {
    if (decided.has(pool.id)) continue;
    const id = ctx.ids.next();
    const written = await ofPools(ctx)
      .insertInto('pools.quota_firing')
      .values({
        id,
        pool_id: pool.id,
        customer_id: pool.customer_id,
        cycle: pool.cycle,
        quota_bytes: String(pool.quota_bytes),
        used_bytes: pool.used,
        fired_at: ctx.clock.now(),
      })
      .onConflict((conflict) => conflict.column('pool_id').where('lifted_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!written) continue;
    await ctx.emit(quotaUsedUp, {
      firingId: id,
      poolCode: pool.pool_code,
      name: pool.name,
      customerId: pool.customer_id,
      quotaBytes: String(pool.quota_bytes),
    });
    await ctx.enqueue(settleLimitsJob, { poolId: pool.id });
  }
}

/** Has members of whom some may have reached their caps looked at, once the transaction is done. */
export async function judgeCaps(ctx: Ctx, memberIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ pool_id: string }>`
    select distinct m.pool_id from pools.member m join pools.pool p on p.id = m.pool_id
      join pools.member_cycle c on c.member_id = m.id and c.cycle = p.cycle
    where m.id = any(${[...memberIds]}::bigint[]) and m.cap_bytes <= c.used and m.left_at is null`.execute(
    ofPools(ctx),
  );
  for (const { pool_id: poolId } of rows) await ctx.enqueue(settleLimitsJob, { poolId });
}
