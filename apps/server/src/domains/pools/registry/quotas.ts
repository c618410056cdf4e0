import { quotaOversold } from '@cardinal/contract/api/pools/refusals.ts';
import { volumeText } from '@cardinal/primitives/dataVolume.ts';
import { sql } from 'kysely';
import { type Ctx, holds } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { ofPools } from '../cycles/poolStore.ts';
import type { PoolRow } from '../poolTables.ts';
import { promisable } from './poolRules.ts';

/** What a pool with all below it has this cycle, and what its own sub-pools are promised, without one of them. */
async function promisedBy(ctx: Ctx, pool: PoolRow, except: string) {
  const { rows } = await sql<{ contributed: string; promised: string }>`
    select
      (select coalesce(sum(c.contributed), 0) from pools.pool p join pools.pool_cycle c on c.pool_id = p.id
        where p.path like ${`${pool.path}%`} and c.cycle = ${pool.cycle}) as contributed,
      (select coalesce(sum(s.quota_bytes), 0) from pools.pool s
        where s.parent_id = ${pool.id}::bigint and s.state = 'enabled' and s.id <> ${except}::bigint) as promised`.execute(
    ofPools(ctx),
  );
  return { contributed: BigInt(rows[0]?.contributed ?? 0), promised: BigInt(rows[0]?.promised ?? 0) };
}

/**
 * Refuses a quota that promises more than the pool may: what its cards bring, times its oversell ratio. A sub-pool has its own
 * quota to give. Whoever holds `cardPool.oversell` may go beyond, once told.
 */
export async function refuseOversold(
  ctx: Ctx,
  parent: PoolRow,
  asked: { readonly quota: string | null; readonly except?: string; readonly allowOversell?: boolean | undefined },
): Promise<void> {
  if (asked.quota === null) return;
  if (asked.allowOversell && holds(ctx.actor, 'cardPool.oversell')) return;
  const { contributed, promised } = await promisedBy(ctx, parent, asked.except ?? '0');
  const has = parent.quota_bytes === null ? contributed : BigInt(parent.quota_bytes);
  const limit = promisable(has, parent.oversell_percent);
  const total = promised + BigInt(asked.quota);
  if (total > limit)
    throw refusedAt('quotaBytes', quotaOversold, { asked: volumeText(total), limit: volumeText(limit) });
}
