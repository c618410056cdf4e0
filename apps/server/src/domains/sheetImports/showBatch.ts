import { type Language, say, text } from '@cardinal/primitives/text.ts';
import { type Selectable, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { AnyQuery, Dataset } from '../../framework/dataset.ts';
import { carrierAccounts } from '../carriers/face.ts';
import { customerNames } from '../customers/face.ts';
import { batchesOf, isToldWrong, lent, rowsOf } from './batchStore.ts';
import type { Batch, BatchTable } from './batchTables.ts';
import type { ImportKind } from './importKind.ts';

const ROWS_SHOWN = 100;
const MOST_REASONS = 50;
/** For a batch nobody uploaded. */
const BY_ITSELF = text('系统', 'System');

/** The texts of stored codes; several codes of one row are joined. */
export const storedWords = (kind: ImportKind, batch: Batch, stored: readonly string[], language: Language): string =>
  stored
    .map((code) => {
      const { words, facts } = kind.stored(batch, code);
      return say(words, language, facts);
    })
    .join(language === 'en' ? '; ' : '；');

const iso = (moment: Date | null) => moment?.toISOString() ?? null;

/** The common part of batch lists and details. */
export async function showBatches(ctx: Ctx, batches: readonly Batch[]) {
  const [accounts, names] = await Promise.all([
    carrierAccounts(
      ctx,
      batches.map((batch) => batch.carrier_account_id),
    ),
    customerNames(
      ctx.db,
      batches.map((batch) => batch.target_customer_id),
    ),
  ]);
  return batches.map((batch) => ({
    id: batch.id,
    batchNo: batch.batch_no,
    state: batch.state,
    fileName: batch.file_name,
    carrierAccountName: accounts.get(batch.carrier_account_id)?.name ?? '',
    customerName: names.get(batch.target_customer_id) ?? '',
    productCode: batch.product_code,
    rows: batch.rows,
    progress: batch.progress,
    good: batch.good,
    bad: batch.bad,
    already: batch.already,
    imported: batch.imported,
    removed: batch.removed,
    kept: batch.kept,
    failure: batch.failure_zh && say(text(batch.failure_zh, batch.failure_en ?? ''), ctx.language),
    operator: batch.account_name || say(BY_ITSELF, ctx.language),
    taskId: batch.task_id,
    undoTaskId: batch.undo_task_id,
    createdAt: batch.created_at.toISOString(),
    finishedAt: iso(batch.finished_at),
  }));
}

const column = (name: string) => sql`b.${sql.ref(name)}`;

/** The batch list of a kind; `own` are the columns and facts the room adds. */
export const batchDataset = <T extends BatchTable>(
  kind: ImportKind<T>,
  own: {
    readonly columns?: Dataset['columns'];
    readonly facts: (batch: Selectable<T>) => Record<string, unknown>;
    readonly extra?: NonNullable<Dataset['extra']>;
  },
): Dataset => ({
  from: (ctx) =>
    Object.entries(kind.only ?? {}).reduce(
      (query, [name, value]) => query.where(sql<boolean>`${column(name)} = ${value}`),
      lent(ctx.db).selectFrom(`${batchesOf(kind)} as b` as 'batch as b'),
    ) as unknown as AnyQuery,
  carrier: sql`(select a.platform from carriers.v_account a where a.id = b.carrier_account_id)`,
  id: sql<string>`b.id`,
  columns: {
    id: column('id'),
    batchNo: column('batch_no'),
    state: column('state'),
    fileName: column('file_name'),
    operator: column('account_name'),
    createdAt: column('created_at'),
    ...own.columns,
  },
  select: (query) => query.selectAll('b'),
  present: async (rows, ctx) => {
    const batches = rows as unknown as (Batch & Selectable<T>)[];
    const shown = await showBatches(ctx, batches);
    return shown.map((facts, at) => ({ ...facts, ...own.facts(batches[at] as Selectable<T>) }));
  },
  ...(own.extra && { extra: own.extra }),
});

/** Why rows are refused (`faults`) or warned about, most frequent first, with the first of them. */
export async function rowsWith(ctx: Ctx, kind: ImportKind, batch: Batch, codes: 'faults' | 'warnings') {
  const { reading_id: readingId } = batch;
  const isTold = codes === 'faults' ? isToldWrong(kind) : sql<boolean>`true`;
  if (!readingId) return { reasons: [], rows: [] };
  // Reasons are grouped by code and by a fact that is a word; grouping by a row number would make every line its own group.
  const reasons = await sql<{ code: string; count: number }>`
    select case when f like '%epeated:%' then split_part(f, ':', 1) || ':…' else f end as code, count(*)::int as count
    from ${sql.table(rowsOf(kind))} r, unnest(r.${sql.ref(codes)}) f
    where r.reading_id = ${readingId}::bigint and ${isTold} group by 1 order by 2 desc, 1 limit ${MOST_REASONS}`.execute(
    ctx.db,
  );
  const rows = await lent(ctx.db)
    .selectFrom(rowsOf(kind))
    .select([
      'row_number',
      sql<string>`${sql.ref(kind.subject)}`.as('subject'),
      sql<string[]>`${sql.ref(codes)}`.as('codes'),
    ])
    .where('reading_id', '=', readingId)
    .where(sql.ref(codes), 'is not', null)
    .where(isTold)
    .$if(codes === 'warnings', (query) => query.where('faults', 'is', null))
    .orderBy('row_number')
    .limit(ROWS_SHOWN)
    .execute();
  const words = (stored: readonly string[]) => storedWords(kind, batch, stored, ctx.language);
  return {
    reasons: reasons.rows.map(({ code, count }) => ({ words: words([code]), count })),
    rows: rows.map((row) => ({ rowNumber: row.row_number, subject: row.subject, words: words(row.codes) })),
  };
}
