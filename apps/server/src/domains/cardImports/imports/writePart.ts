import { statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import type { Ctx } from '../../../framework/context.ts';
import { operationOf } from '../../cards/cardEvents.ts';
import type { WrittenPart } from '../../sheetImports/face.ts';
import type { RunningTask } from '../../tasks/face.ts';
import { STOCK_STATUS } from '../../cards/stockStatus.ts';
import { type CardTerms, claimNumbers, endOfPart, markOvertaken, writeCards } from './importStore.ts';
import type { ImportBatch } from './importTables.ts';

/** Written in one transaction: some half a second of work, and what a killed worker loses at most. */
export const ROWS_PER_PART = 10_000;

export const termsOf = (batch: ImportBatch, task: RunningTask): CardTerms => {
  const word = STOCK_STATUS[batch.platform];
  return {
    status: { word, ...statusTextOf(batch.platform, word) },
    operation: operationOf('import_card'),
    taskId: task.id,
    accountId: task.accountId,
    accountName: task.accountName,
  };
};

/** Claims, cards and history of the next part; rows whose numbers were taken since the check stay out. */
export async function writePart(
  ctx: Ctx,
  batch: ImportBatch,
  readingId: string,
  task: RunningTask,
): Promise<WrittenPart | undefined> {
  const to = await endOfPart(ctx.db, readingId, batch.written_to, ROWS_PER_PART);
  if (to === undefined) return undefined;
  const part = { readingId, after: batch.written_to, to };
  const { isComplete } = await claimNumbers(ctx.db, batch, part);
  const { bad, already } = isComplete ? { bad: 0, already: 0 } : await markOvertaken(ctx.db, batch, part);
  const written = await writeCards(ctx.db, batch, part, termsOf(batch, task), ctx.clock.now());
  return { to, written, bad, already };
}
