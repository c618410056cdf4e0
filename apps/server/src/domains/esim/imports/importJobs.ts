import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { firstIdOf } from '@cardinal/primitives/ids.ts';
import { text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { type Job, job } from '../../../framework/domain.ts';
import { checkImport, failCheck } from './checkImport.ts';

/** Reads and judges one sheet; queued with its upload, one at a time for a batch. */
export const checkImportJob = job({
  name: 'esim.checkImport',
  payload: z.object({ batchId: idSchema }),
  keyed: true,
  concurrency: 2,
  retries: 3,
  expireSeconds: 3_600,
  run: (ctx, { batchId }, signal) => checkImport(ctx, batchId, signal),
});

/** A check that has not ended after this long has lost its job, and after a day nothing will read it any more. */
const LOST_AFTER_MS = 600_000;
/** Somebody has to decide within this time; then the staged rows go, and their secrets with them. */
const UNDECIDED_MS = 7 * DAY_MS;
const WRONG_ROWS_KEPT_MS = 90 * DAY_MS;
const AT_ONCE = 20;

/** Nothing of an import stays half done: checks that lost their worker, batches nobody decides on, rows nobody asks for. */
export async function sweepImports(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const lost = await ctx.db
    .selectFrom('esim.import_batch')
    .select(['id', 'created_at'])
    .where('state', '=', 'checking')
    .where('created_at', '<', before(LOST_AFTER_MS))
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
  for (const { id, created_at } of lost) {
    if (created_at >= before(DAY_MS)) await ctx.enqueue(checkImportJob, { batchId: id }, { key: id });
    else {
      const words = text('系统出错，未能读取文件，请重新上传', 'An error of ours; upload the file again');
      await ctx.transact((inside) => failCheck(inside, id, words));
    }
  }
  await ctx.db
    .updateTable('esim.import_batch')
    .set({ state: 'cancelled', finished_at: now })
    .where('state', '=', 'waiting')
    .where('checked_at', '<', before(UNDECIDED_MS))
    .execute();
  const needed = ctx.db
    .selectFrom('esim.import_batch')
    .select('reading_id')
    .where('reading_id', 'is not', null)
    .where('state', '!=', 'cancelled')
    .where((on) => on.or([on('finished_at', 'is', null), on('finished_at', '>', before(WRONG_ROWS_KEPT_MS))]));
  // A reading of today may be the one that is just being judged.
  await ctx.db
    .deleteFrom('esim.import_row')
    .where('reading_id', '<', firstIdOf(before(DAY_MS)))
    .where('reading_id', 'not in', needed)
    .execute();
}

const sweepImportsJob = job({
  name: 'esim.sweepImports',
  payload: z.object({}),
  schedule: '*/10 * * * *',
  run: (ctx) => sweepImports(ctx),
});

export const importJobs: readonly Job[] = [checkImportJob, sweepImportsJob];
