import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { WrittenPart } from '../../sheetImports/face.ts';
import type { RunningTask } from '../../tasks/face.ts';
import { ALREADY } from './contents.ts';
import type { EsimImportBatch } from './importTables.ts';
import { type Overtaken, type StagedRow, writeChips, writeNumbers } from './writeRows.ts';

/** Rows per transaction: about half a second of work, which is also the most a killed worker loses. */
const ROWS_PER_PART = 2_000;

/** Writes the next rows as chips or code numbers; rows that were imported elsewhere after the check are left out. */
export async function writePart(
  ctx: Ctx,
  batch: EsimImportBatch,
  readingId: string,
  task: RunningTask,
): Promise<WrittenPart | undefined> {
  const rows = await nextRows(ctx, batch, readingId);
  const last = rows.at(-1);
  if (!last) return undefined;
  const overtaken =
    batch.content === 'chips' ? await writeChips(ctx, batch, rows) : await writeNumbers(ctx, batch, rows, task);
  await markOvertaken(ctx, readingId, overtaken);
  const already = [...overtaken.values()].filter((fault) => fault === ALREADY).length;
  return { to: last.row_number, written: rows.length - overtaken.size, bad: overtaken.size - already, already };
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
