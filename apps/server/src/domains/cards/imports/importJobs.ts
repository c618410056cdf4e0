import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { firstIdOf } from '@cardinal/primitives/ids.ts';
import { text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { type Job, job } from '../../../framework/domain.ts';
import { checkImport, failImport } from './checkImport.ts';
import { removeStrayFiles } from './importFile.ts';
import { dropRows } from './importStore.ts';

/** Reads and judges one sheet; queued with its upload, one at a time for a batch. */
export const checkImportJob = job({
  name: 'cards.checkImport',
  payload: z.object({ batchId: idSchema }),
  keyed: true,
  concurrency: 2,
  retries: 3,
  expireSeconds: 3_600,
  run: (ctx, { batchId }, signal) => checkImport(ctx, batchId, signal),
});

/** A check that has not ended after this long has lost its job, … */
const LOST_AFTER_MS = 600_000;
/** … and after this long nothing will read it any more. */
const HOPELESS_AFTER_MS = DAY_MS;
/** Somebody has to decide within this time; the sheet can be uploaded again. */
const UNDECIDED_MS = 7 * DAY_MS;
/** How long the sheet of wrong rows can be fetched. */
const WRONG_ROWS_KEPT_MS = 90 * DAY_MS;
const STRAY_AFTER_MS = 3_600_000;
const AT_ONCE = 20;

/** Nothing of an import stays half done: checks that lost their worker, batches nobody decides on, rows nobody asks for. */
export async function sweepImports(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  const before = (ms: number) => new Date(now - ms);
  const lost = await ctx.db
    .selectFrom('cards.import_batch')
    .select(['id', 'created_at'])
    .where('state', '=', 'checking')
    .where('created_at', '<', before(LOST_AFTER_MS))
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
  for (const { id, created_at } of lost) {
    if (created_at < before(HOPELESS_AFTER_MS)) {
      await ctx.transact((inside) =>
        failImport(inside, id, text('系统出错，未能读取文件，请重新上传', 'An error of ours; upload the file again')),
      );
    } else await ctx.enqueue(checkImportJob, { batchId: id }, { key: id });
  }
  await ctx.db
    .updateTable('cards.import_batch')
    .set({ state: 'cancelled', finished_at: ctx.clock.now() })
    .where('state', '=', 'waiting')
    .where('checked_at', '<', before(UNDECIDED_MS))
    .execute();
  await dropOldRows(ctx, before(WRONG_ROWS_KEPT_MS));
  const reading = await ctx.db.selectFrom('cards.import_batch').select('id').where('state', '=', 'checking').execute();
  await removeStrayFiles(ctx, new Set(reading.map(({ id }) => id)), STRAY_AFTER_MS);
}

/** Rows of batches that ended without a card, of readings that never came into force, and wrong rows past their time. */
async function dropOldRows(ctx: Ctx, oldest: Date): Promise<void> {
  const known = await ctx.db
    .selectFrom('cards.import_batch')
    .select(['reading_id', 'state', 'finished_at'])
    .where('reading_id', 'is not', null)
    .execute();
  const needed = new Set(
    known
      .filter((batch) => batch.state !== 'cancelled' && (batch.finished_at === null || batch.finished_at > oldest))
      .map((batch) => batch.reading_id),
  );
  // A reading of today may be the one that is just being judged.
  const yesterday = firstIdOf(new Date(ctx.clock.now().getTime() - DAY_MS));
  const staged = await ctx.db
    .selectFrom('cards.import_row')
    .select('reading_id')
    .where('reading_id', '<', yesterday)
    .distinct()
    .execute();
  for (const { reading_id } of staged) if (!needed.has(reading_id)) await dropRows(ctx.db, reading_id);
}

export const sweepImportsJob = job({
  name: 'cards.sweepImports',
  payload: z.object({}),
  schedule: '*/10 * * * *',
  run: (ctx) => sweepImports(ctx),
});

export const importJobs: readonly Job[] = [checkImportJob, sweepImportsJob];
