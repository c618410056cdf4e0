import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { batchAction, type StartedBatch } from './batchAction.ts';

/** Tells the room that provides an action which cards its batch was started for. */
export async function emitStarted(
  ctx: Ctx,
  task: Omit<StartedBatch, 'skipped'> & { readonly action: CardAction },
  previewId: string,
): Promise<void> {
  const { started } = batchAction(ctx, task.action);
  if (!started) return;
  const items = ctx.db
    .selectFrom('card_batches.selection_item as i')
    .innerJoin('cards.v_card as c', 'c.id', 'i.card_id')
    .select(['c.id', 'c.iccid', 'c.platform', 'c.carrier_account_id'])
    .where('i.preview_id', '=', previewId)
    .orderBy('i.seq');
  const skipped = (key: string) => items.where(sql<boolean>`starts_with(i.skip_reason, ${key})`).execute();
  await started(ctx, { ...task, skipped }, await items.where('i.skip_reason', 'is', null).execute());
}
