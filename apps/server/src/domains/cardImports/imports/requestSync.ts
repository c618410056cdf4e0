import type { Ctx } from '../../../framework/context.ts';
import { cardsImported } from '../events.ts';
import type { ImportBatch } from './importTables.ts';

/**
 * Requests the first sync of imported cards, in the caller's transaction; until it has run they read «not synchronised». The
 * sync domain subscribes to `cardsImported`.
 */
export async function requestSync(ctx: Ctx, batch: ImportBatch): Promise<void> {
  if (batch.imported === 0) return;
  await ctx.emit(cardsImported, {
    importBatchId: batch.id,
    customerId: batch.target_customer_id,
    carrierAccountId: batch.carrier_account_id,
    cards: batch.imported,
  });
}
