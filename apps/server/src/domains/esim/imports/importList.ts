import type { chipImports } from '@cardinal/contract/api/esim/imports.ts';
import { esimImportNotFound } from '@cardinal/contract/api/esim/refusals.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { type Language, say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { AnyQuery, Dataset } from '../../../framework/dataset.ts';
import { carrierAccounts } from '../../carriers/face.ts';
import { customerNames } from '../../customers/face.ts';
import { readStored } from './contents.ts';
import { findBatch } from './importStore.ts';
import type { EsimImportBatch, EsimImportContent } from './importTables.ts';

type Detail = AnswerOf<typeof chipImports.detail>;
const column = (name: string) => sql`b.${sql.ref(name)}`;
const iso = (moment: Date | null) => moment?.toISOString() ?? null;

/** The batches of one of the two sheets. */
export const importDataset = (content: EsimImportContent): Dataset => ({
  from: (ctx) => ctx.db.selectFrom('esim.import_batch as b').where('b.content', '=', content) as unknown as AnyQuery,
  id: sql<string>`b.id`,
  columns: {
    id: column('id'),
    batchNo: column('batch_no'),
    state: column('state'),
    fileName: column('file_name'),
    operator: column('account_name'),
    createdAt: column('created_at'),
  },
  select: (query) => query.selectAll('b'),
  present: async (rows, ctx) => {
    const batches = rows as unknown as EsimImportBatch[];
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
      rows: batch.rows,
      good: batch.good,
      bad: batch.bad,
      already: batch.already,
      warned: batch.warned,
      imported: batch.imported,
      operator: batch.account_name,
      createdAt: batch.created_at.toISOString(),
      finishedAt: iso(batch.finished_at),
    }));
  },
});

const ROWS_SHOWN = 100;
const MOST_REASONS = 50;

/** What stored codes say; several of one row stand behind each other. */
export const storedWords = (content: EsimImportContent, stored: readonly string[], language: Language): string =>
  stored
    .map((each) => {
      const { words, facts } = readStored(content, each);
      return say(words, language, facts);
    })
    .join(language === 'en' ? '; ' : '；');

export async function readImport(ctx: Ctx, content: EsimImportContent, batchId: string): Promise<Detail> {
  const batch = await findBatch(ctx.db, batchId, content);
  if (!batch) throw new Refused(esimImportNotFound);
  const accountIds = [batch.carrier_account_id, ...(batch.smdp_account_id ? [batch.smdp_account_id] : [])];
  const [accounts, names, same, wrong, warned] = await Promise.all([
    carrierAccounts(ctx, accountIds),
    customerNames(ctx.db, [batch.target_customer_id]),
    sameFile(ctx, batch),
    rowsWith(ctx, batch, 'faults'),
    rowsWith(ctx, batch, 'warnings'),
  ]);
  const failure = batch.failure_zh ? text(batch.failure_zh, batch.failure_en ?? '') : null;
  const smdp = batch.smdp_account_id ? accounts.get(batch.smdp_account_id) : undefined;
  const [before, after] = [batch.stock_before ?? {}, batch.stock_after];
  return {
    id: batch.id,
    batchNo: batch.batch_no,
    state: batch.state,
    fileName: batch.file_name,
    carrierAccountName: accounts.get(batch.carrier_account_id)?.name ?? '',
    smdpAccountName: smdp?.name ?? null,
    productCode: batch.product_code,
    customerName: names.get(batch.target_customer_id) ?? '',
    rows: batch.rows,
    progress: batch.progress,
    good: batch.good,
    bad: batch.bad,
    already: batch.already,
    warned: batch.warned,
    imported: batch.imported,
    removed: batch.removed,
    kept: batch.kept,
    sameFileAs: same,
    failure: failure && say(failure, ctx.language),
    reasons: wrong.reasons,
    badRows: wrong.rows,
    warnings: warned.reasons,
    warnedRows: warned.rows,
    stock: after
      ? Object.entries(after).map(([profileType, now]) => ({
          profileType,
          before: before[profileType] ?? 0,
          after: now,
        }))
      : [],
    taskId: batch.task_id,
    undoTaskId: batch.undo_task_id,
    verifyTaskId: batch.verify_task_id,
    verified: batch.verified,
    verifiedAt: iso(batch.verified_at),
    createdAt: batch.created_at.toISOString(),
    finishedAt: iso(batch.finished_at),
  };
}

/** The batch that brought the very same file before, within what the caller sees. */
async function sameFile(ctx: Ctx, batch: EsimImportBatch): Promise<string | null> {
  const found = await ctx.db
    .selectFrom('esim.import_batch')
    .select('batch_no')
    .where('file_sha256', '=', batch.file_sha256)
    .where('content', '=', batch.content)
    .where('id', '<', batch.id)
    .where('imported', '>', 0)
    .where('state', '!=', 'undone')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return found?.batch_no ?? null;
}

async function rowsWith(ctx: Ctx, { reading_id: readingId, content }: EsimImportBatch, codes: 'faults' | 'warnings') {
  if (!readingId) return { reasons: [], rows: [] };
  // A reason counts by its code and its fact where that is a word; a row number behind it would make every line its own.
  const reasons = await sql<{ code: string; count: number }>`
    select case when f like '%epeated:%' then split_part(f, ':', 1) || ':…' else f end as code, count(*)::int as count
    from esim.import_row r, unnest(r.${sql.ref(codes)}) f
    where r.reading_id = ${readingId}::bigint group by 1 order by 2 desc, 1 limit ${MOST_REASONS}`.execute(ctx.db);
  const rows = await ctx.db
    .selectFrom('esim.import_row')
    .select(['row_number', 'subject', codes])
    .where('reading_id', '=', readingId)
    .where(codes, 'is not', null)
    .$if(codes === 'warnings', (query) => query.where('faults', 'is', null))
    .orderBy('row_number')
    .limit(ROWS_SHOWN)
    .execute();
  return {
    reasons: reasons.rows.map(({ code, count }) => ({ words: storedWords(content, [code], ctx.language), count })),
    rows: rows.map((row) => ({
      rowNumber: row.row_number,
      subject: row.subject,
      words: storedWords(content, row[codes] ?? [], ctx.language),
    })),
  };
}
