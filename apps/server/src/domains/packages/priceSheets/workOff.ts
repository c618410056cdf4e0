import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { changeBatch, finishBatch, lockBatch } from '../../sheetImports/face.ts';
import type { Outcome, RunningTask } from '../../tasks/face.ts';
import type { Pair } from '../distribution/pairs.ts';
import { saidAt } from './priceRowRules.ts';
import { PRICE_SHEET } from './priceSheetKind.ts';

/** The sheet a task applies, and the reading it goes by. */
type Sheet = { readonly sheetId: string; readonly readingId: string };
const sheetOf = ({ parameters }: RunningTask): Sheet | undefined =>
  parameters['sheetId'] === undefined ? undefined : (parameters as unknown as Sheet);

/** Marks the rows of pairs as applied or wrong, in the transaction of their prices. */
export async function tellSheet(
  ctx: Ctx,
  task: RunningTask,
  pairs: readonly Pair[],
  outcomes: readonly Outcome[],
): Promise<void> {
  const sheet = sheetOf(task);
  if (!sheet) return;
  const told = pairs.map(({ row }, at) => {
    const outcome = outcomes[at];
    return { row, faults: outcome?.kind === 'failed' ? [saidAt('', outcome.words)] : null };
  });
  await sql`
    update packages.import_row r set faults = coalesce(v.faults, r.faults), is_applied = r.is_applied or v.faults is null
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as v (row integer, faults text[])
    where r.reading_id = ${sheet.readingId}::bigint and r.row_number = v.row`.execute(ctx.db);
}

/** How far the rows of a reading are. */
export const rowsWorkedOff = (ctx: Ctx, readingId: string) =>
  ctx.db
    .selectFrom('packages.import_row')
    .select([
      sql<number>`(count(*) filter (where is_applied))::int`.as('applied'),
      // Judged good, and wrong since.
      sql<number>`(count(*) filter (where faults is not null and pair is not null))::int`.as('overtaken'),
    ])
    .where('reading_id', '=', readingId)
    .executeTakeFirstOrThrow();

/** Ends the sheet of a finished task. One that was cancelled keeps what was applied. */
export async function sheetWorkedOff(ctx: Ctx, task: RunningTask): Promise<void> {
  const of = sheetOf(task);
  if (!of) return;
  const sheet = await lockBatch(ctx.db, PRICE_SHEET, of.sheetId);
  if (sheet?.state !== 'running') return;
  const { applied, overtaken } = await rowsWorkedOff(ctx, of.readingId);
  const counts = {
    imported: applied,
    progress: applied + overtaken,
    good: sheet.good - overtaken,
    bad: sheet.bad + overtaken,
  };
  await changeBatch(ctx, PRICE_SHEET, sheet, counts);
  if (applied + overtaken < Number(task.parameters['rows'])) return;
  await finishBatch(ctx, PRICE_SHEET, { ...sheet, ...counts }, of.readingId);
}
