import { listSkipped } from '@cardinal/contract/api/cardBatches/selection.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { dataset } from '../../../framework/dataset.ts';
import { sayVerdict } from './selectionStore.ts';

/** The skipped cards of the caller's own preview, each with its reason; as a list and as a sheet. */
export const skippedDataset = dataset(listSkipped, {
  from: (ctx, query) =>
    ctx.db
      .selectFrom('card_batches.selection_preview as p')
      .innerJoin('card_batches.selection_item as i', 'i.preview_id', 'p.id')
      .where('p.id', '=', String(query['previewId']))
      .where('i.skip_reason', 'is not', null),
  table: 'p',
  id: sql<string>`i.seq`,
  columns: { seq: sql`i.seq`, iccid: sql`i.iccid`, reason: sql`i.skip_reason` },
  select: (query) => query.select(['i.seq', 'i.iccid', 'i.skip_reason', 'p.verdicts']),
  present: async (rows, ctx) =>
    rows.map((row) => ({
      reason: sayVerdict(row.verdicts as Record<string, Text>, String(row.skip_reason), ctx),
    })),
  // `from` restricts the rows to the preview.
  extra: (query) => query,
});
