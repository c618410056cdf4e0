import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import type { Ctx } from '../../../framework/context.ts';
import { batchAction, type StartedBatch } from './batchAction.ts';

/** Tells the room that provides an action which cards its batch was started for. */
export async function emitStarted(
  ctx: Ctx,
  task: StartedBatch & { readonly action: CardAction },
  previewId: string,
): Promise<void> {
  const { started } = batchAction(ctx, task.action);
  if (!started) return;
  const cards = await ctx.db
    .selectFrom('card_batches.selection_item as i')
    .innerJoin('cards.v_card as c', 'c.id', 'i.card_id')
    .select(['c.id', 'c.iccid', 'c.platform', 'c.carrier_account_id'])
    .where('i.preview_id', '=', previewId)
    .where('i.skip_reason', 'is', null)
    .orderBy('i.seq')
    .execute();
  await started(ctx, task, cards);
}
