import type * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { reaction } from '../../framework/domain.ts';
import { workerGone } from '../../framework/workerHeartbeat.ts';
import { accountDeleted } from '../identity/events.ts';
import { wakeWorkers } from './leases/wakeWorkers.ts';
import { shortenLeases } from './store/laneStore.ts';

/**
 * Hands a deleted account's running tasks to a colleague, who sees them in the tray, is notified at their end, but may not
 * approve them. The task still names its starter. Exports are not handed over: only the account that ordered a file may
 * download it.
 */
async function handOver(ctx: Ctx, gone: z.output<typeof accountDeleted.payload>): Promise<void> {
  if (gone.handOverTo === null) return;
  await ctx.db
    .updateTable('tasks.task')
    .set({ account_id: gone.handOverTo })
    .where('account_id', '=', gone.accountId)
    .where('drained_at', 'is', null)
    .where('action_code', '<>', 'export_data')
    .execute();
}

/** Releases the lanes of a dead worker soon, without waiting for its leases to expire. */
async function freeLanes(ctx: Ctx, { worker }: z.output<typeof workerGone.payload>): Promise<void> {
  const end = await shortenLeases(ctx.db, worker, ctx.clock.now());
  await wakeWorkers(ctx, { at: end });
}

export const reactions = [
  reaction(accountDeleted, 'tasks.accountDeleted', handOver),
  reaction(workerGone, 'tasks.workerGone', freeLanes),
];
