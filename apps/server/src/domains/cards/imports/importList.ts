import { importNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { readImport as readEndpoint } from '@cardinal/contract/api/cards/imports.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { type Language, say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { AnyQuery, Dataset } from '../../../framework/dataset.ts';
import { carrierAccount, carrierAccounts } from '../../carriers/face.ts';
import { customerNames } from '../../customers/face.ts';
import { readFault } from './importRules.ts';
import { findBatch } from './importStore.ts';
import type { ImportBatch } from './importTables.ts';

const column = (name: string) => sql`b.${sql.ref(name)}`;
const iso = (moment: Date | null) => moment?.toISOString() ?? null;

export const importDataset: Dataset = {
  from: (ctx) => ctx.db.selectFrom('cards.import_batch as b') as unknown as AnyQuery,
  id: sql<string>`b.id`,
  columns: {
    id: column('id'),
    batchNo: column('batch_no'),
    state: column('state'),
    fileName: column('file_name'),
    carrierAccountId: column('carrier_account_id'),
    platform: column('platform'),
    kind: column('kind'),
    productCode: column('product_code'),
    operator: column('account_name'),
    createdAt: column('created_at'),
  },
  select: (query) => query.selectAll('b'),
  present: async (rows, ctx) => {
    const batches = rows as unknown as ImportBatch[];
    const accounts = await carrierAccounts(
      ctx,
      batches.map((batch) => batch.carrier_account_id),
    );
    return batches.map((batch) => ({
      id: batch.id,
      batchNo: batch.batch_no,
      state: batch.state,
      fileName: batch.file_name,
      carrierAccountId: batch.carrier_account_id,
      carrierAccountName: accounts.get(batch.carrier_account_id)?.name ?? '',
      platform: batch.platform,
      kind: batch.kind,
      productCode: batch.product_code,
      rows: batch.rows,
      good: batch.good,
      bad: batch.bad,
      already: batch.already,
      imported: batch.imported,
      operator: batch.account_name,
      createdAt: iso(batch.created_at),
      finishedAt: iso(batch.finished_at),
      taskId: batch.task_id,
    }));
  },
  extra: (query, asked, ctx) => {
    if (!asked['iccid']) return query;
    const holding = ctx.db
      .selectFrom('cards.card as c')
      .select('c.import_batch_id')
      .where('c.iccid', 'like', `${String(asked['iccid']).replace(/\W/g, '')}%`)
      .where('c.import_batch_id', 'is not', null);
    return query.where(sql<boolean>`b.id in (${holding})`);
  },
};

const WRONG_ROWS_SHOWN = 100;
const MOST_REASONS = 50;

/** What a stored fault says; several of one row stand behind each other. */
export const faultWords = (faults: readonly string[], language: Language): string =>
  faults
    .map((stored) => {
      const { words, facts } = readFault(stored);
      return say(words, language, facts);
    })
    .join(language === 'en' ? '; ' : '；');

export async function readImport(ctx: Ctx, batchId: string): Promise<AnswerOf<typeof readEndpoint>> {
  const batch = await findBatch(ctx.db, batchId);
  if (!batch) throw new Refused(importNotFound);
  const [account, names, wrong] = await Promise.all([
    carrierAccount(ctx, batch.carrier_account_id),
    customerNames(ctx.db, [batch.target_customer_id]),
    wrongRows(ctx, batch.reading_id),
  ]);
  const failure = batch.failure_zh ? text(batch.failure_zh, batch.failure_en ?? '') : null;
  return {
    id: batch.id,
    batchNo: batch.batch_no,
    state: batch.state,
    fileName: batch.file_name,
    carrierAccountName: account?.name ?? '',
    platform: batch.platform,
    kind: batch.kind,
    productCode: batch.product_code,
    customerName: names.get(batch.target_customer_id) ?? '',
    rows: batch.rows,
    progress: batch.progress,
    good: batch.good,
    bad: batch.bad,
    already: batch.already,
    imported: batch.imported,
    removed: batch.removed,
    kept: batch.kept,
    failure: failure && say(failure, ctx.language),
    ...wrong,
    taskId: batch.task_id,
    undoTaskId: batch.undo_task_id,
    createdAt: batch.created_at.toISOString(),
    finishedAt: iso(batch.finished_at),
  };
}

async function wrongRows(ctx: Ctx, readingId: string | null) {
  if (!readingId) return { reasons: [], badRows: [] };
  // A reason counts by its code and its fact where that is a word; a row number behind it would make every line its own.
  const reasons = await sql<{ code: string; count: number }>`
    select case when f like '%epeated:%' then split_part(f, ':', 1) else f end as code, count(*)::int as count
    from cards.import_row r, unnest(r.faults) f
    where r.reading_id = ${readingId}::bigint and r.faults is not null
    group by 1 order by 2 desc, 1 limit ${MOST_REASONS}`.execute(ctx.db);
  const rows = await ctx.db
    .selectFrom('cards.import_row')
    .select(['row_number', 'iccid', 'faults'])
    .where('reading_id', '=', readingId)
    .where('faults', 'is not', null)
    .orderBy('row_number')
    .limit(WRONG_ROWS_SHOWN)
    .execute();
  return {
    reasons: reasons.rows.map(({ code, count }) => ({ words: reasonWords(code, ctx.language), count })),
    badRows: rows.map((row) => ({
      rowNumber: row.row_number,
      iccid: row.iccid,
      words: faultWords(row.faults ?? [], ctx.language),
    })),
  };
}

/** A reason as a heading over rows. */
const REPEATED = {
  repeated: text('文件内 ICCID 重复', 'ICCID repeated in the sheet'),
  businessNumberRepeated: text('文件内业务号码重复', 'Business number repeated in the sheet'),
  imsiRepeated: text('文件内 IMSI 重复', 'IMSI repeated in the sheet'),
  eidRepeated: text('文件内 EID 重复', 'EID repeated in the sheet'),
} as const;

const reasonWords = (code: string, language: Language): string =>
  code in REPEATED ? say(REPEATED[code as keyof typeof REPEATED], language) : faultWords([code], language);
