import { type Kysely, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { Database } from '../../framework/tables.ts';
import type { Batch, BatchTable, RowTable } from './batchTables.ts';
import type { ImportKind } from './importKind.ts';

type Lent = { batch: BatchTable; row: RowTable };
type Schema = Pick<ImportKind, 'schema'>;

/** The import tables of the rooms, reduced to their common columns. */
export const lent = (db: Database): Kysely<Lent> => db as unknown as Kysely<Lent>;
export const batchesOf = ({ schema }: Schema) => `${schema}.import_batch` as 'batch';
export const rowsOf = ({ schema }: Schema) => `${schema}.import_row` as 'row';

const oneBatch = (db: Database, kind: ImportKind, id: string) =>
  Object.entries(kind.only ?? {}).reduce(
    (query, [column, value]) => query.where(column as 'id', '=', value),
    lent(db).selectFrom(batchesOf(kind)).selectAll().where('id', '=', id),
  );

export const findBatch = <T extends BatchTable>(
  db: Database,
  kind: ImportKind<T>,
  id: string,
): Promise<Selectable<T> | undefined> =>
  oneBatch(db, kind as ImportKind, id).executeTakeFirst() as Promise<Selectable<T> | undefined>;

/** The row, locked until the transaction ends. */
export const lockBatch = <T extends BatchTable>(
  db: Database,
  kind: ImportKind<T>,
  id: string,
): Promise<Selectable<T> | undefined> =>
  oneBatch(db, kind as ImportKind, id)
    .forUpdate()
    .executeTakeFirst() as Promise<Selectable<T> | undefined>;

/** Stores a step of a batch and notifies its watchers. */
export async function changeBatch<T extends BatchTable>(
  ctx: Ctx,
  kind: ImportKind<T>,
  batch: Selectable<T>,
  change: Updateable<T>,
): Promise<void> {
  const now = { ...batch, ...change } as unknown as Batch;
  await lent(ctx.db)
    .updateTable(batchesOf(kind))
    .set(change as Updateable<BatchTable>)
    .where('id', '=', now.id)
    .execute();
  await emitBatchProgress(ctx, kind, now);
}

export const emitBatchProgress = (ctx: Ctx, { topic }: Pick<ImportKind, 'topic'>, batch: Batch): Promise<void> =>
  ctx.announce({
    topic,
    customerId: batch.customer_id,
    accountId: batch.account_id,
    data: {
      batchId: batch.id,
      state: batch.state,
      rows: batch.rows,
      progress: batch.progress,
      good: batch.good,
      bad: batch.bad,
      already: batch.already,
      imported: batch.imported,
    },
  });

export type RowCounts = { readonly good: number; readonly bad: number; readonly already: number };

export async function countRows(db: Database, kind: ImportKind, readingId: string): Promise<RowCounts> {
  const already = sql`${kind.already} = any(faults)`;
  return lent(db)
    .selectFrom(rowsOf(kind))
    .select([
      sql<number>`(count(*) filter (where faults is null))::int`.as('good'),
      sql<number>`(count(*) filter (where faults is not null and not ${already}))::int`.as('bad'),
      sql<number>`(count(*) filter (where ${already}))::int`.as('already'),
    ])
    .where('reading_id', '=', readingId)
    .executeTakeFirstOrThrow();
}

/** Whether a row is told of as wrong. */
export const isToldWrong = ({ already, hidesAlready }: Pick<ImportKind, 'already' | 'hidesAlready'>) =>
  hidesAlready ? sql<boolean>`not ${already} = any(faults)` : sql<boolean>`true`;

/** Deletes the rows of a reading; `goodOnly` keeps the wrong ones for the sheet of reasons. */
export async function dropRows(db: Database, kind: Schema, readingId: string, goodOnly = false): Promise<void> {
  await lent(db)
    .deleteFrom(rowsOf(kind))
    .where('reading_id', '=', readingId)
    .$if(goodOnly, (query) => query.where('faults', 'is', null))
    .execute();
}

/**
 * A later row with the value of an earlier good one is wrong; the first stays good. Fresh rows have no statistics yet, and
 * a nested loop chosen without them took minutes at 60,000 rows: the join is by hash. Inside a transaction; `key` speaks of
 * the row as `r`.
 */
export async function markRepeated(
  db: Database,
  kind: Schema,
  readingId: string,
  { key, fault }: { key: RawBuilder<unknown>; fault: string },
): Promise<void> {
  const rows = sql.table(rowsOf(kind));
  await sql`set local enable_nestloop = off`.execute(db);
  await sql`
    update ${rows} r set faults = array[${fault} || ':' || d.first]
    from (
      select r.row_number, min(r.row_number) over (partition by ${key}) as first
      from ${rows} r
      where r.reading_id = ${readingId}::bigint and r.faults is null and ${key} is not null
    ) d
    where r.reading_id = ${readingId}::bigint and r.row_number = d.row_number and d.row_number > d.first`.execute(db);
  await sql`set local enable_nestloop = on`.execute(db);
}
