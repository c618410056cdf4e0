import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { PoolRow } from '../poolTables.ts';

/** Cards of a pool may belong to customers below its own, and usage to nobody who asks. */
export const ofPools = (ctx: Ctx) =>
  ctx.beyondScope('memberships that were judged within the scope, and what they used');

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
