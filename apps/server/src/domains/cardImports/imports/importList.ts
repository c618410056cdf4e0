import type { readImport as readEndpoint } from '@cardinal/contract/api/cardImports/imports.ts';
import { importNotFound } from '@cardinal/contract/api/cardImports/refusals.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { batchDataset, findBatch, rowsWith, showBatches } from '../../sheetImports/face.ts';
import { CARD_IMPORT } from './importKind.ts';
import type { ImportBatch } from './importTables.ts';

const column = (name: string) => sql`b.${sql.ref(name)}`;

export const importDataset = batchDataset(CARD_IMPORT, {
  columns: {
    carrierAccountId: column('carrier_account_id'),
    platform: column('platform'),
    mode: column('mode'),
    kind: column('kind'),
    productCode: column('product_code'),
    fileSha256: column('file_sha256'),
  },
  facts: (batch) => ({
    carrierAccountId: batch.carrier_account_id,
    platform: batch.platform,
    mode: batch.mode,
    kind: batch.kind,
    fileSha256: batch.file_sha256,
  }),
  extra: (query, asked, ctx) => {
    if (!asked['iccid']) return query;
    const holding = ctx.db
      .selectFrom('cards.v_card as c')
      .select('c.import_batch_id')
      .where('c.iccid', 'like', `${String(asked['iccid']).replace(/\W/g, '')}%`)
      .where('c.import_batch_id', 'is not', null);
    return query.where(sql<boolean>`b.id in (${holding})`);
  },
});

export async function readImport(ctx: Ctx, batchId: string): Promise<AnswerOf<typeof readEndpoint>> {
  const batch = await findBatch(ctx.db, CARD_IMPORT, batchId);
  if (!batch) throw new Refused(importNotFound);
  const [[shown], same, wrong] = await Promise.all([
    showBatches(ctx, [batch]),
    sameFile(ctx, batch),
    rowsWith(ctx, CARD_IMPORT, batch, 'faults'),
  ]);
  if (!shown) throw new Refused(importNotFound);
  return {
    ...shown,
    mode: batch.mode,
    carrierAccountId: batch.carrier_account_id,
    platform: batch.platform,
    kind: batch.kind,
    size: batch.size,
    remark: batch.remark,
    sameFileAs: same,
    reasons: wrong.reasons,
    badRows: wrong.rows.map(({ subject, ...row }) => ({ ...row, iccid: subject })),
  };
}

/** The latest visible batch that imported cards from exactly the same file. */
async function sameFile(ctx: Ctx, batch: ImportBatch): Promise<string | null> {
  if (batch.mode !== 'file') return null;
  const found = await ctx.db
    .selectFrom('card_imports.import_batch')
    .select('batch_no')
    .where('file_sha256', '=', batch.file_sha256)
    .where('id', '<', batch.id)
    .where('imported', '>', 0)
    .where('state', '!=', 'undone')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return found?.batch_no ?? null;
}
