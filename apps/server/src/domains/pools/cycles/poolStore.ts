import { cycleAfter } from '@cardinal/primitives/cycle.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { PoolRow } from '../poolTables.ts';
import { cycleAt } from './cycleRules.ts';

/** Cards of a pool may belong to customers below its own, and usage to nobody who asks. */
export const ofPools = (ctx: Ctx) =>
  ctx.beyondScope('memberships that were judged within the scope, and what they used');

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

/** Every cycle has its row, also where nobody looked for months. */
async function inItsCycle(ctx: Ctx, pool: PoolRow): Promise<PoolRow> {
  const now = ctx.clock.now();
  if (now < pool.cycle_ends_at) return pool;
  const rule = { day: pool.cycle_day, zone: pool.zone };
  let cycle = cycleAt(pool.cycle_starts_at, pool);
  while (cycle.end <= now) {
    cycle = cycleAfter(cycle, rule);
    await ofPools(ctx)
      .insertInto('pools.pool_cycle')
      .values({
        pool_id: pool.id,
        cycle: cycle.key,
        customer_id: pool.customer_id,
        starts_at: cycle.start,
        ends_at: cycle.end,
        used_at: null,
        opened_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const moved = { cycle: cycle.key, cycle_starts_at: cycle.start, cycle_ends_at: cycle.end };
  await ofPools(ctx).updateTable('pools.pool').set(moved).where('id', '=', pool.id).execute();
  return { ...pool, ...moved };
}

/** Changes what the cards of a locked pool bring in its cycle, and how many they are. */
export async function addToPool(
  ctx: Ctx,
  pool: PoolRow,
  { cards = 0, contributed }: { readonly cards?: number; readonly contributed: bigint },
): Promise<void> {
  if (cards !== 0)
    await ofPools(ctx)
      .updateTable('pools.pool')
      .set((row) => ({ cards: row('cards', '+', cards) }))
      .where('id', '=', pool.id)
      .execute();
  if (contributed === 0n) return;
  await ofPools(ctx)
    .updateTable('pools.pool_cycle')
    .set((row) => ({ contributed: sql<string>`${row.ref('contributed')} + ${String(contributed)}::bigint` }))
    .where('pool_id', '=', pool.id)
    .where('cycle', '=', pool.cycle)
    .execute();
}
