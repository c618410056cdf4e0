import type { chipImports } from '@cardinal/contract/api/esim/imports.ts';
import { esimImportNotFound } from '@cardinal/contract/api/esim/refusals.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Dataset } from '../../../framework/dataset.ts';
import { carrierAccounts } from '../../carriers/face.ts';
import { batchDataset, findBatch, rowsWith, showBatches } from '../../sheetImports/face.ts';
import { ofContent } from './importKind.ts';
import type { EsimImportBatch, EsimImportContent } from './importTables.ts';

/** The batches of one kind of sheet. */
export const importDataset = (content: EsimImportContent): Dataset =>
  batchDataset(ofContent(content), { facts: ({ warned }) => ({ warned }) });

export async function readImport(
  ctx: Ctx,
  content: EsimImportContent,
  batchId: string,
): Promise<AnswerOf<typeof chipImports.detail>> {
  const kind = ofContent(content);
  const batch = await findBatch(ctx.db, kind, batchId);
  if (!batch) throw new Refused(esimImportNotFound);
  const [[shown], smdps, same, wrong, warned] = await Promise.all([
    showBatches(ctx, [batch]),
    carrierAccounts(ctx, batch.smdp_account_id ? [batch.smdp_account_id] : []),
    sameFile(ctx, batch),
    rowsWith(ctx, kind, batch, 'faults'),
    rowsWith(ctx, kind, batch, 'warnings'),
  ]);
  if (!shown) throw new Refused(esimImportNotFound);
  const [before, after] = [batch.stock_before ?? {}, batch.stock_after ?? {}];
  return {
    ...shown,
    smdpAccountName: smdps.get(batch.smdp_account_id ?? '')?.name ?? null,
    warned: batch.warned,
    sameFileAs: same,
    reasons: wrong.reasons,
    badRows: wrong.rows,
    warnings: warned.reasons,
    warnedRows: warned.rows,
    stock: Object.entries(after).map(([profileType, now]) => ({
      profileType,
      before: before[profileType] ?? 0,
      after: now,
    })),
    verifyTaskId: batch.verify_task_id,
    verified: batch.verified,
    verifiedAt: batch.verified_at?.toISOString() ?? null,
  };
}

/** The visible batch that imported exactly the same file before. */
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
