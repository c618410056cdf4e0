import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { firstIdOf } from '@cardinal/primitives/ids.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { job } from '../../framework/domain.ts';
import { batchesOf, dropRows, lent, rowsOf } from './batchStore.ts';
import { checkBatch, giveUpCheck } from './checkBatch.ts';
import type { ImportKind } from './importKind.ts';

/** The name and key of the job that reads a sheet. */
export const checkJobOf = ({ schema }: Pick<ImportKind, 'schema'>) => ({ name: `${schema}.checkImport` });

/** Reads and judges one sheet; queued with its upload, one at a time for a batch. */
export const checkJob = (kind: ImportKind) =>
  job({
    ...checkJobOf(kind),
    payload: z.object({ batchId: idSchema }),
    keyed: true,
    concurrency: 2,
    retries: 3,
    expireSeconds: 3_600,
    run: (ctx, { batchId }, signal) => checkBatch(ctx, kind, batchId, signal),
    gaveUp: (ctx, { batchId }) => giveUpCheck(ctx, kind, batchId),
  });

export const sweepJob = (kind: ImportKind) =>
  job({
    name: `${kind.schema}.sweepImports`,
    payload: z.object({}),
    schedule: '*/10 * * * *',
    run: (ctx) => sweepBatches(ctx, kind),
  });

/** A check that has not ended after this long has lost its job, … */
const LOST_AFTER_MS = 600_000;
/** … and after this long nothing will read it any more. */
const HOPELESS_AFTER_MS = DAY_MS;
/** A batch must be decided within this time; then its staged rows and their secrets are deleted. */
const UNDECIDED_MS = 7 * DAY_MS;
/** How long the sheet of wrong rows can be fetched. */
const WRONG_ROWS_KEPT_MS = 90 * DAY_MS;
const AT_ONCE = 20;

/** Cleans up unfinished imports: checks without a worker, undecided batches, rows nobody needs. */
export async function sweepBatches(ctx: Ctx, kind: ImportKind): Promise<void> {
  const now = ctx.clock.now().getTime();
  const before = (ms: number) => new Date(now - ms);
  const db = lent(ctx.db);
  const lost = await db
    .selectFrom(batchesOf(kind))
    .select(['id', 'created_at'])
    .where('state', '=', 'checking')
    .where('created_at', '<', before(LOST_AFTER_MS))
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
  for (const { id, created_at } of lost) {
    if (created_at < before(HOPELESS_AFTER_MS)) {
      await giveUpCheck(ctx, kind, id);
    } else await ctx.enqueue(checkJobOf(kind), { batchId: id }, { key: id });
  }
  await db
    .updateTable(batchesOf(kind))
    .set({ state: 'cancelled', finished_at: ctx.clock.now() })
    .where('state', '=', 'waiting')
    .where('checked_at', '<', before(UNDECIDED_MS))
    .execute();
  await dropOldRows(ctx, kind, before(WRONG_ROWS_KEPT_MS));
}

/** Removes rows of batches that ended without importing, of readings that never took effect, and wrong rows past their time. */
async function dropOldRows(ctx: Ctx, kind: ImportKind, oldest: Date): Promise<void> {
  const known = await lent(ctx.db)
    .selectFrom(batchesOf(kind))
    .select(['reading_id', 'state', 'finished_at'])
    .where('reading_id', 'is not', null)
    .execute();
  const needed = new Set(
    known
      .filter((batch) => batch.state !== 'cancelled' && (batch.finished_at === null || batch.finished_at > oldest))
      .map((batch) => batch.reading_id),
  );
  // A reading of today may still be under way.
  const yesterday = firstIdOf(new Date(ctx.clock.now().getTime() - DAY_MS));
  const staged = await lent(ctx.db)
    .selectFrom(rowsOf(kind))
    .select('reading_id')
    .where('reading_id', '<', yesterday)
    .distinct()
    .execute();
  for (const { reading_id } of staged) if (!needed.has(reading_id)) await dropRows(ctx.db, kind, reading_id);
}
