import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { WholeWork } from '../../tasks/face.ts';
import { ALREADY } from './contents.ts';
import { changeBatch, dropRows, findBatch, lockBatch } from './importStore.ts';
import type { EsimImportBatch } from './importTables.ts';
import { type Overtaken, type StagedRow, stockByType, stockOfTypes, writeChips, writeNumbers } from './writeRows.ts';

/** Written in one transaction: some half a second of work, and what a killed worker loses at most. */
const ROWS_PER_PART = 2_000;

/** Writes the good rows of a batch. Killed at any moment it goes on behind the last row that was committed. */
export async function runImport(ctx: Ctx, work: WholeWork, batchId: string): Promise<void> {
  const batch = await findBatch(ctx.db, batchId);
  if (batch?.state !== 'running' || !batch.reading_id) return;
  if (batch.content === 'numbers' && batch.stock_before === null) {
    const before = await stockByType(ctx, batch.reading_id);
    await changeBatch(ctx, batch, { stock_before: JSON.stringify(before) });
  }
  while (await ctx.transact((inside) => writePart(inside, work, batchId))) work.signal.throwIfAborted();
}

/** One part in one transaction: the rows, the watermark and the task's counters. False: there was none left. */
async function writePart(ctx: Ctx, work: WholeWork, batchId: string): Promise<boolean> {
  const batch = await lockBatch(ctx.db, batchId);
  if (batch?.state !== 'running' || !batch.reading_id) return false;
  const rows = await nextRows(ctx, batch, batch.reading_id);
  const last = rows.at(-1);
  if (!last) {
    await finish(ctx, batch, batch.reading_id);
    return false;
  }
  const overtaken =
    batch.content === 'chips' ? await writeChips(ctx, batch, rows) : await writeNumbers(ctx, batch, rows, work.task);
  await markOvertaken(ctx, batch.reading_id, overtaken);
  const written = rows.length - overtaken.size;
  const already = [...overtaken.values()].filter((fault) => fault === ALREADY).length;
  await changeBatch(ctx, batch, {
    written_to: last.row_number,
    imported: batch.imported + written,
    progress: batch.progress + written,
    good: batch.good - overtaken.size,
    already: batch.already + already,
    bad: batch.bad + overtaken.size - already,
  });
  await work.advance(ctx, { done: written, failed: overtaken.size });
  return true;
}

const nextRows = (ctx: Ctx, batch: EsimImportBatch, readingId: string): Promise<StagedRow[]> =>
  ctx.db
    .selectFrom('esim.import_row')
    .select(['row_number', 'id', 'subject', 'fields', 'matching_id', 'activation_code', 'matching_value'])
    .where('reading_id', '=', readingId)
    .where('row_number', '>', batch.written_to)
    .where('faults', 'is', null)
    .$if(batch.choice === 'withoutWarned', (query) => query.where('warnings', 'is', null))
    .orderBy('row_number')
    .limit(ROWS_PER_PART)
    .execute();

async function markOvertaken(ctx: Ctx, readingId: string, overtaken: Overtaken): Promise<void> {
  if (overtaken.size === 0) return;
  const judged = [...overtaken].map(([row, fault]) => ({ row, fault }));
  await sql`
    update esim.import_row r set faults = array[j.fault], matching_id = null, activation_code = null
    from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) as j ("row" int, fault text)
    where r.reading_id = ${readingId}::bigint and r.row_number = j."row"`.execute(ctx.db);
}

async function finish(ctx: Ctx, batch: EsimImportBatch, readingId: string): Promise<void> {
  const stock = batch.stock_before ? await stockOfTypes(ctx, Object.keys(batch.stock_before)) : undefined;
  await dropRows(ctx.db, readingId, true);
  await changeBatch(ctx, batch, {
    state: 'done',
    finished_at: ctx.clock.now(),
    ...(stock ? { stock_after: JSON.stringify(stock) } : {}),
  });
}
