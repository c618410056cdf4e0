import type * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { reaction } from '../../framework/domain.ts';
import { accountDeleted } from '../identity/events.ts';

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

export const reactions = [reaction(accountDeleted, 'tasks.accountDeleted', handOver)];
