import { createHash } from 'node:crypto';
import type { CardKind } from '@cardinal/contract/enumerations/card.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { batchNoOf, countRows } from '../../sheetImports/face.ts';
import { decideImport } from '../imports/decideImport.ts';
import { CARD_IMPORT } from '../imports/importKind.ts';
import { judgeReading } from '../imports/importStore.ts';
import type { CardScopeRow } from './segmentTables.ts';

/** Who owns the batch; the system has no account. */
export type Importer = { readonly accountId: string; readonly accountName: string; readonly customerId: string };

/**
 * Imports numbers of a segment as a batch of rows that are already checked; it runs and is undone like any other. Undefined if
 * all of them are cards already.
 */
export async function importNumbers(
  ctx: Ctx,
  segment: CardScopeRow,
  of: {
    readonly iccids: readonly string[];
    readonly product: { readonly code: string; readonly version: number; readonly kind: CardKind };
    readonly by: Importer;
  },
): Promise<{ batchId: string; taskId: string; cards: number } | undefined> {
  const [batchId, readingId] = [ctx.ids.next(), ctx.ids.next()];
  const cardIds = of.iccids.map(() => ctx.ids.next());
  await sql`
    insert into card_imports.import_row (reading_id, row_number, card_id, iccid, cells)
    select ${readingId}::bigint, g.at, g.card_id, g.iccid, jsonb_build_array(g.iccid)
    from unnest(${[...of.iccids]}::text[], ${cardIds}::bigint[]) with ordinality as g (iccid, card_id, at)`.execute(
    ctx.db,
  );
  await judgeReading(ctx.db, readingId, segment.platform);
  const counts = await countRows(ctx.db, CARD_IMPORT, readingId);
  if (counts.good === 0) {
    await ctx.db.deleteFrom('card_imports.import_row').where('reading_id', '=', readingId).execute();
    return undefined;
  }
  const fileName = `${segment.start_iccid}-${segment.end_iccid}`;
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('card_imports.import_batch')
    .values({
      id: batchId,
      batch_no: batchNoOf(CARD_IMPORT, batchId),
      customer_id: of.by.customerId,
      target_customer_id: of.by.customerId,
      account_id: of.by.accountId,
      account_name: of.by.accountName,
      carrier_account_id: segment.carrier_account_id,
      platform: segment.platform,
      sub_type: null,
      kind: of.product.kind,
      size: segment.size,
      product_code: of.product.code,
      product_version: of.product.version,
      is_prefix_confirmed: true,
      mode: 'segment',
      segments: JSON.stringify([{ start: segment.start_iccid, end: segment.end_iccid }]),
      state: 'waiting',
      file_name: fileName,
      file_bytes: 0,
      file_sha256: createHash('sha256').update(fileName).digest('hex'),
      titles: JSON.stringify(['ICCID']),
      reading_id: readingId,
      rows: of.iccids.length,
      progress: of.iccids.length,
      ...counts,
      created_at: now,
      checked_at: now,
    })
    .execute();
  const { taskId } = await decideImport(ctx, { batchId, choice: 'goodOnly' });
  return { batchId, taskId: String(taskId), cards: counts.good };
}
