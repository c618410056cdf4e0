import { ESIM_IMPORT_PROGRESS } from '@cardinal/contract/api/esim/imports.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import { ALREADY } from './contents.ts';
import type { EsimImportBatch, EsimImportContent } from './importTables.ts';

export const findBatch = (
  db: Database,
  id: string,
  content?: EsimImportContent,
): Promise<EsimImportBatch | undefined> =>
  db
    .selectFrom('esim.import_batch')
    .selectAll()
    .where('id', '=', id)
    .$if(content !== undefined, (query) => query.where('content', '=', content as EsimImportContent))
    .executeTakeFirst();

/** The row, held until the transaction ends. */
export const lockBatch = (db: Database, id: string): Promise<EsimImportBatch | undefined> =>
  db.selectFrom('esim.import_batch').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

type Plain = Omit<EsimImportBatch, 'id' | 'titles' | 'stock_before' | 'stock_after'>;
export type BatchChange = Partial<Plain> & { titles?: string; stock_before?: string; stock_after?: string };

/** Writes a step of a batch and tells whoever watches where it stands. */
export async function changeBatch(ctx: Ctx, batch: EsimImportBatch, change: BatchChange): Promise<void> {
  await ctx.db.updateTable('esim.import_batch').set(change).where('id', '=', batch.id).execute();
  const now = { ...batch, ...change };
  await ctx.announce({
    topic: ESIM_IMPORT_PROGRESS,
    customerId: batch.customer_id,
    accountId: batch.account_id,
    data: { batchId: batch.id, state: now.state, progress: now.progress, imported: now.imported },
  });
}

/** The rows of a reading that is not needed any more; `goodOnly` leaves the wrong ones for the sheet of reasons. */
export async function dropRows(db: Database, readingId: string, goodOnly = false): Promise<void> {
  await db
    .deleteFrom('esim.import_row')
    .where('reading_id', '=', readingId)
    .$if(goodOnly, (query) => query.where('faults', 'is', null))
    .execute();
}

export async function countRows(db: Database, readingId: string) {
  const already = sql`${ALREADY} = any(faults)`;
  return db
    .selectFrom('esim.import_row')
    .select([
      sql<number>`(count(*) filter (where faults is null))::int`.as('good'),
      sql<number>`(count(*) filter (where faults is not null and not ${already}))::int`.as('bad'),
      sql<number>`(count(*) filter (where ${already}))::int`.as('already'),
      sql<number>`(count(*) filter (where faults is null and warnings is not null))::int`.as('warned'),
    ])
    .where('reading_id', '=', readingId)
    .executeTakeFirstOrThrow();
}
