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

/** Marks the row of a pair as applied or wrong, in the transaction of its price. */
export async function tellSheet(ctx: Ctx, task: RunningTask, { row }: Pair, outcome: Outcome): Promise<void> {
  const sheet = sheetOf(task);
  if (!sheet || row === undefined) return;
  const faults = outcome.kind === 'failed' ? [saidAt('', outcome.words)] : null;
  await ctx.db
    .updateTable('packages.import_row')
    .set(faults ? { faults } : { is_applied: true })
    .where('reading_id', '=', sheet.readingId)
    .where('row_number', '=', row)
    .execute();
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
