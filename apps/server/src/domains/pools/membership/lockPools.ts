import { type Cycle, cycleAfter } from '@cardinal/primitives/cycle.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { cycleAt } from '../cycles/cycleRules.ts';
import { ofPools } from '../cycles/poolStore.ts';
import type { PoolRow } from '../poolTables.ts';
import { openWhole } from './bringing.ts';

/**
 * Holds pools, in the order of their ids: their number of cards, their memberships and what those bring change only so. A pool
 * whose cycle is over is in its next one from here on.
 */
export async function lockPools(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, PoolRow>> {
  const rows = await ofPools(ctx)
    .selectFrom('pools.pool')
    .selectAll()
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  const found = new Map<string, PoolRow>();
  for (const row of rows) found.set(row.id, await inItsCycle(ctx, row));
  return found;
}

/** Every cycle has its row; one that passed while nothing ran is opened on the way, before its pool goes on. */
async function inItsCycle(ctx: Ctx, pool: PoolRow): Promise<PoolRow> {
  const now = ctx.clock.now();
  let reached = pool;
  while (reached.cycle_ends_at <= now) {
    const next = cycleAfter(cycleAt(reached.cycle_starts_at, pool), { day: pool.cycle_day, zone: pool.zone });
    reached = await enterCycle(ctx, reached, next);
    if (next.end <= now) await openWhole(ctx, reached);
  }
  return reached;
}

async function enterCycle(ctx: Ctx, pool: PoolRow, { key, start, end }: Cycle): Promise<PoolRow> {
  await ofPools(ctx)
    .insertInto('pools.pool_cycle')
    .values({
      pool_id: pool.id,
      cycle: key,
      customer_id: pool.customer_id,
      starts_at: start,
      ends_at: end,
      used_at: null,
      opened_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const moved = {
    cycle: key,
    cycle_starts_at: start,
    cycle_ends_at: end,
    quota_bytes: pool.next_quota_bytes ?? pool.quota_bytes,
    next_quota_bytes: null,
  };
  await ofPools(ctx).updateTable('pools.pool').set(moved).where('id', '=', pool.id).execute();
  return { ...pool, ...moved };
}
