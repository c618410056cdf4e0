import type { Ctx } from '../../../framework/context.ts';
import type { WrittenPart } from '../../sheetImports/face.ts';
import type { RunningTask } from '../../tasks/face.ts';
import { claimPart, endOfPart, markOvertaken, writeCards } from './importStore.ts';
import type { ImportBatch } from './importTables.ts';

/** Rows per transaction: about half a second of work, which is also the most a killed worker loses. */
export const ROWS_PER_PART = 10_000;

/** Writes claims, cards and history of the next part; rows whose numbers were taken after the check are left out. */
export async function writePart(
  ctx: Ctx,
  batch: ImportBatch,
  readingId: string,
  task: RunningTask,
): Promise<WrittenPart | undefined> {
  const to = await endOfPart(ctx.db, readingId, batch.written_to, ROWS_PER_PART);
  if (to === undefined) return undefined;
  const part = { readingId, after: batch.written_to, to };
  const isComplete = await claimPart(ctx.db, batch, part);
  const { bad, already } = isComplete ? { bad: 0, already: 0 } : await markOvertaken(ctx.db, batch, part);
  const written = await writeCards(ctx, batch, part, task);
  return { to, written, bad, already };
}
