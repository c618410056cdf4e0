import {
  type deleteDownload as deleteEndpoint,
  downloadNotOpen,
  type stopDownload as stopEndpoint,
} from '@cardinal/contract/api/tasks/downloads.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { removeStoredFile } from '../../../framework/storedFiles.ts';
import { cancelTask } from '../steering/steerTask.ts';
import { ownDownload } from './downloadStore.ts';
import { exportFile } from './exportAction.ts';
import { keptDaysOf } from './keptDays.ts';

/** The job that removes files that can no longer be downloaded. */
export const SWEEP_DOWNLOADS = 'tasks.sweepDownloads';
const MOST_SWEPT = 500;
const TICKETS_KEPT_MS = 3_600_000;

/** Cancels an export; its partial file is removed. */
export async function stopDownload(ctx: Ctx, { downloadId }: BodyOf<typeof stopEndpoint>): Promise<typeof DONE> {
  const row = await ownDownload(ctx.db, accountOf(ctx).accountId, downloadId);
  if (!row) throw new Refused(notFound);
  if (row.state !== 'waiting' && row.state !== 'making') throw new Refused(downloadNotOpen);
  await cancelTask(ctx, { taskId: row.task_id });
  ctx.note({ objectKind: 'download', objectId: row.id });
  return DONE;
}

/** Removed from the list at once; the file itself is deleted after the commit. An export under way is cancelled. */
export async function deleteDownload(ctx: Ctx, { downloadId }: BodyOf<typeof deleteEndpoint>): Promise<typeof DONE> {
  const row = await ownDownload(ctx.db, accountOf(ctx).accountId, downloadId);
  if (!row) throw new Refused(notFound);
  if (row.state === 'waiting' || row.state === 'making') await cancelTask(ctx, { taskId: row.task_id });
  await ctx.db.updateTable('tasks.download').set({ deleted_at: ctx.clock.now() }).where('id', '=', row.id).execute();
  await ctx.enqueue({ name: SWEEP_DOWNLOADS }, {});
  ctx.note({ objectKind: 'download', objectId: row.id, summary: text(row.title_zh, row.title_en) });
  return DONE;
}

/** A period the customer has shortened applies to existing files too; it is never extended. */
async function shortenKeeping(ctx: Ctx): Promise<void> {
  const holders = await ctx.db
    .selectFrom('tasks.download')
    .select('customer_id')
    .distinct()
    .where('state', '=', 'ready')
    .execute();
  for (const { customer_id: customerId } of holders) {
    const days = await keptDaysOf(ctx, customerId);
    await sql`
      update tasks.download set expires_at = ready_at + make_interval(days => ${days})
      where customer_id = ${customerId}::bigint and state = 'ready'
        and expires_at > ready_at + make_interval(days => ${days})`.execute(ctx.db);
  }
}

/**
 * Removes the files of expired and deleted downloads, and old tickets. Processes a limited number and queues itself again if
 * more are left.
 */
export async function sweepDownloads(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  await shortenKeeping(ctx);
  const due = await ctx.db
    .selectFrom('tasks.download')
    .select(['id', 'format'])
    .where('state', '=', 'ready')
    .where((on) => on.or([on('expires_at', '<=', now), on('deleted_at', 'is not', null)]))
    .orderBy('id')
    .limit(MOST_SWEPT + 1)
    .execute();
  for (const row of due.slice(0, MOST_SWEPT)) {
    await removeStoredFile(ctx, exportFile(row));
    await ctx.db.updateTable('tasks.download').set({ state: 'expired' }).where('id', '=', row.id).execute();
  }
  await ctx.db
    .deleteFrom('tasks.download_ticket')
    .where('expires_at', '<', new Date(now.getTime() - TICKETS_KEPT_MS))
    .execute();
  if (due.length > MOST_SWEPT) {
    ctx.log.info({ swept: MOST_SWEPT, hasMore: true }, 'downloads swept');
    await ctx.enqueue({ name: SWEEP_DOWNLOADS }, {});
  }
}
