import type * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { reaction } from '../../framework/domain.ts';
import { workerGone } from '../../framework/workerHeartbeat.ts';
import { accountDeleted } from '../identity/events.ts';
import { shortenLeases } from './store/laneStore.ts';
import { wakeWorkers } from './turns/wakeWorkers.ts';

/**
 * What a deleted account had running is its colleague's from now on: in his tray, told to him when it ends, and not his to
 * approve. Who started it stays written on it. A file is fetched by whoever ordered it and nobody else, so exports stay behind.
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

/** What a dead worker had in its hands goes on soon, and not only when its leases end by themselves. */
async function freeLanes(ctx: Ctx, { worker }: z.output<typeof workerGone.payload>): Promise<void> {
  const end = await shortenLeases(ctx.db, worker, ctx.clock.now());
  await wakeWorkers(ctx, { at: end });
}

export const reactions = [
  reaction(accountDeleted, 'tasks.accountDeleted', handOver),
  reaction(workerGone, 'tasks.workerGone', freeLanes),
];
