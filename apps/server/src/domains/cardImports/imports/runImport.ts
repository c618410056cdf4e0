import { importOvertaken } from '@cardinal/contract/api/cardImports/refusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { said } from '@cardinal/primitives/list.ts';
import type { Ctx } from '../../../framework/context.ts';
import { changeBatch, failBatch, findBatch, finishBatch, lockBatch, writeInParts } from '../../sheetImports/face.ts';
import type { WholeWork } from '../../tasks/face.ts';
import { CARD_IMPORT } from './importKind.ts';
import { claimPart, endOfPart, markOvertaken, type Part, writeCards } from './importStore.ts';
import type { ImportBatch } from './importTables.ts';
import { ROWS_PER_PART } from './writePart.ts';

/** Imports the good rows of a batch as cards: in parts, or all in one transaction if chosen. */
export async function runImport(ctx: Ctx, work: WholeWork, batchId: string): Promise<void> {
  const batch = await findBatch(ctx.db, CARD_IMPORT, batchId);
  if (batch?.state !== 'running' || !batch.reading_id) return;
  if (batch.choice === 'allOrNothing') await writeInOne(ctx, work, batch, batch.reading_id);
  else await writeInParts(ctx, CARD_IMPORT, work, batchId);
}

/**
 * The whole batch in one transaction. Its progress is reported from outside and restarts after a kill. A number taken in the
 * meantime rolls everything back.
 */
async function writeInOne(ctx: Ctx, work: WholeWork, batch: ImportBatch, readingId: string): Promise<void> {
  try {
    await ctx.transact(async (inside) => {
      let written = 0;
      let after = 0;
      for (;;) {
        const to = await endOfPart(inside.db, readingId, after, ROWS_PER_PART);
        if (to === undefined) break;
        const part: Part = { readingId, after, to };
        if (!(await claimPart(inside.db, batch, part)))
          throw new Refused(importOvertaken, { row: await firstOvertaken(inside, batch, part) });
        written += await writeCards(inside, batch, part, work.task);
        after = to;
        work.signal.throwIfAborted();
        await changeBatch(ctx, CARD_IMPORT, batch, { progress: written });
      }
      const held = await lockBatch(inside.db, CARD_IMPORT, batch.id);
      if (held?.state !== 'running') throw new Error(`import batch ${batch.id} is ${held?.state}, not running`);
      const change = { written_to: after, imported: written, progress: written };
      await changeBatch(inside, CARD_IMPORT, held, change);
      await finishBatch(inside, CARD_IMPORT, { ...held, ...change }, readingId);
      await work.advance(inside, { done: written });
    });
  } catch (error) {
    if (error instanceof Refused) {
      const words = said({ text: error.refusal.text, facts: error.facts });
      await ctx.transact((inside) => failBatch(inside, CARD_IMPORT, batch.id, 'running', words));
    }
    throw error;
  }
}

async function firstOvertaken(ctx: Ctx, batch: ImportBatch, part: Part): Promise<number> {
  await markOvertaken(ctx.db, batch, part);
  const first = await ctx.db
    .selectFrom('card_imports.import_row')
    .select('row_number')
    .where('reading_id', '=', part.readingId)
    .where('row_number', '>', part.after)
    .where('row_number', '<=', part.to)
    .where('faults', 'is not', null)
    .orderBy('row_number')
    .executeTakeFirst();
  return first?.row_number ?? part.after + 1;
}
