import { importOvertaken } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { said } from '@cardinal/primitives/list.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { RunningTask, WholeWork } from '../../tasks/face.ts';
import { operationOf } from '../cardEvents.ts';
import { STOCK_STATUS } from './importRules.ts';
import {
  type CardTerms,
  changeBatch,
  claimNumbers,
  dropRows,
  endOfPart,
  findBatch,
  lockBatch,
  markOvertaken,
  type Part,
  tellImport,
  writeCards,
} from './importStore.ts';
import type { ImportBatch } from './importTables.ts';
import { requestSync } from './requestSync.ts';

/** Written in one transaction: some half a second of work, and what a killed worker loses at most. */
const ROWS_PER_PART = 10_000;

const termsOf = (batch: ImportBatch, task: RunningTask): CardTerms => {
  const word = STOCK_STATUS[batch.platform];
  return {
    status: { word, ...statusTextOf(batch.platform, word) },
    operation: operationOf('import_card'),
    taskId: task.id,
    accountId: task.accountId,
    accountName: task.accountName,
  };
};

/** Writes the good rows of a batch as cards. Killed at any moment it goes on behind the last row that was committed. */
export async function runImport(ctx: Ctx, work: WholeWork, batchId: string): Promise<void> {
  const batch = await findBatch(ctx.db, batchId);
  if (batch?.state !== 'running' || !batch.reading_id) return;
  if (batch.choice === 'allOrNothing') await writeInOne(ctx, work, batch, batch.reading_id);
  else while (await ctx.transact((inside) => writePart(inside, work, batchId))) work.signal.throwIfAborted();
}

/** One part in one transaction: claims, cards, history, watermark and the task's counters. False: there was none left. */
async function writePart(ctx: Ctx, work: WholeWork, batchId: string): Promise<boolean> {
  const batch = await lockBatch(ctx.db, batchId);
  if (batch?.state !== 'running' || !batch.reading_id) return false;
  const readingId = batch.reading_id;
  const to = await endOfPart(ctx.db, readingId, batch.written_to, ROWS_PER_PART);
  if (to === undefined) {
    await finish(ctx, batch, readingId);
    return false;
  }
  const part = { readingId, after: batch.written_to, to };
  const { isComplete } = await claimNumbers(ctx.db, batch, part);
  const overtaken = isComplete ? undefined : await markOvertaken(ctx.db, batch, part);
  const written = await writeCards(ctx.db, batch, part, termsOf(batch, work.task), ctx.clock.now());
  const change = {
    written_to: to,
    imported: batch.imported + written,
    progress: batch.progress + written,
    ...(overtaken && {
      good: batch.good + overtaken.good,
      bad: batch.bad + overtaken.bad,
      already: batch.already + overtaken.already,
    }),
  };
  await changeBatch(ctx.db, batchId, change);
  await tellImport(ctx, { ...batch, ...change });
  await work.advance(ctx, { done: written, failed: overtaken ? -overtaken.good : 0 });
  return true;
}

async function finish(ctx: Ctx, batch: ImportBatch, readingId: string): Promise<void> {
  const change = { state: 'done', finished_at: ctx.clock.now() } as const;
  await dropRows(ctx.db, readingId, true);
  await changeBatch(ctx.db, batch.id, change);
  await requestSync(ctx, { importBatchId: batch.id });
  await tellImport(ctx, { ...batch, ...change });
}

/**
 * The whole batch in one transaction. Its progress is told from outside of it and starts anew when it is killed; a number
 * somebody has taken meanwhile takes everything back.
 */
async function writeInOne(ctx: Ctx, work: WholeWork, batch: ImportBatch, readingId: string): Promise<void> {
  const tell = async (progress: number) => {
    await changeBatch(ctx.db, batch.id, { progress });
    await tellImport(ctx, { ...batch, progress });
  };
  try {
    await ctx.transact(async (inside) => {
      let written = 0;
      let after = 0;
      for (;;) {
        const to = await endOfPart(inside.db, readingId, after, ROWS_PER_PART);
        if (to === undefined) break;
        const part: Part = { readingId, after, to };
        const { isComplete } = await claimNumbers(inside.db, batch, part);
        if (!isComplete) throw new Refused(importOvertaken, { row: await firstOvertaken(inside, batch, part) });
        written += await writeCards(inside.db, batch, part, termsOf(batch, work.task), inside.clock.now());
        after = to;
        work.signal.throwIfAborted();
        await tell(written);
      }
      const held = await lockBatch(inside.db, batch.id);
      if (held?.state !== 'running') throw new Error(`import batch ${batch.id} is ${held?.state}, not running`);
      await changeBatch(inside.db, batch.id, { written_to: after, imported: written, progress: written });
      await finish(inside, { ...held, imported: written, progress: written }, readingId);
      await work.advance(inside, { done: written });
    });
  } catch (error) {
    if (error instanceof Refused) await ctx.transact((inside) => fail(inside, batch.id, error));
    throw error;
  }
}

async function firstOvertaken(ctx: Ctx, batch: ImportBatch, part: Part): Promise<number> {
  await markOvertaken(ctx.db, batch, part);
  const first = await ctx.db
    .selectFrom('cards.import_row')
    .select('row_number')
    .where('reading_id', '=', part.readingId)
    .where('row_number', '>', part.after)
    .where('row_number', '<=', part.to)
    .where('faults', 'is not', null)
    .orderBy('row_number')
    .executeTakeFirst();
  return first?.row_number ?? part.after + 1;
}

async function fail(ctx: Ctx, batchId: string, { refusal, facts }: Refused): Promise<void> {
  const batch = await lockBatch(ctx.db, batchId);
  if (batch?.state !== 'running') return;
  const words = said({ text: refusal.text, facts });
  const change = {
    state: 'failed',
    progress: 0,
    failure_zh: words.zh,
    failure_en: words.en,
    finished_at: ctx.clock.now(),
  } as const;
  await changeBatch(ctx.db, batchId, change);
  await tellImport(ctx, { ...batch, ...change });
}
