import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { reaction } from '../../../framework/domain.ts';
import { taskFinished } from '../../tasks/events.ts';
import { ofPools } from '../cycles/poolStore.ts';
import type { TransferRow } from '../poolTables.ts';
import { NOT_IN_POOL, TRANSFER_UNDONE, type Verdict } from './poolVerdicts.ts';

/** The transfer a task carries out, held; a task that was started as a batch has none. */
export const heldTransfer = (ctx: Ctx, taskId: string): Promise<TransferRow | undefined> =>
  ofPools(ctx).selectFrom('pools.transfer').selectAll().where('task_id', '=', taskId).forUpdate().executeTakeFirst();

/** Why a transfer does not move a card that is in this pool now. */
export function transferStands(transfer: TransferRow, poolId: string): Verdict | undefined {
  if (transfer.undone_at !== null) return TRANSFER_UNDONE;
  return poolId === transfer.from_pool_id ? undefined : NOT_IN_POOL;
}

/** Counts what a part of its task did. */
export async function countTransferred(
  ctx: Ctx,
  { id }: TransferRow,
  { done, of, contributed }: { readonly done: number; readonly of: number; readonly contributed: bigint },
): Promise<void> {
  await ofPools(ctx)
    .updateTable('pools.transfer')
    .set((row) => ({
      done: row('done', '+', done),
      skipped: row('skipped', '+', of - done),
      contributed: sql<string>`${row.ref('contributed')} + ${String(contributed)}::bigint`,
    }))
    .where('id', '=', id)
    .execute();
}

/** A transfer ends with its task; where that was cancelled before anything moved, it is undone. */
export const endOfTransfer = reaction(taskFinished, 'pools.endTransfer', async (ctx, { taskId, action, state }) => {
  if (action !== 'pool_transfer') return;
  const now = ctx.clock.now();
  await ofPools(ctx)
    .updateTable('pools.transfer')
    .set((row) => ({
      ended_at: now,
      undone_at:
        state === 'cancelled' ? sql<Date | null>`case when ${row.ref('done')} = 0 then ${now}::timestamptz end` : null,
    }))
    .where('task_id', '=', taskId)
    .where('ended_at', 'is', null)
    .execute();
});
