import type { CardAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { AskedCard } from '../../cardLookups/lookups/askedCards.ts';
import { keepLookups } from '../../cardLookups/lookups/startLookup.ts';
import { keepQueries } from '../../cardLookups/positioning/locateCards.ts';
import { requireEngine } from '../../engines/face.ts';
import type { Parameters } from '../../tasks/face.ts';

const CARDS_AT_ONCE = 500;

/** A batch of questions is paid for and kept as those of their own screens are: each card with its row. */
export async function keepBatchQueries(
  ctx: Ctx,
  task: { readonly id: string; readonly action: CardAction; readonly parameters: Parameters },
  previewId: string,
): Promise<void> {
  const { id, action, parameters } = task;
  if (action !== 'query_online' && action !== 'query_location') return;
  const cards: AskedCard[] = await ctx.db
    .selectFrom('cards.selection_item as i')
    .innerJoin('cards.card as c', 'c.id', 'i.card_id')
    .select(['c.id', 'c.iccid', 'c.platform', 'c.carrier_account_id'])
    .where('i.preview_id', '=', previewId)
    .where('i.skip_reason', 'is', null)
    .orderBy('i.seq')
    .execute();
  await requireEngine(
    ctx,
    action === 'query_online' ? 'diagnosis' : 'location',
    cards.map((card) => card.id),
  );
  for (let from = 0; from < cards.length; from += CARDS_AT_ONCE) {
    const part = cards.slice(from, from + CARDS_AT_ONCE);
    if (action === 'query_online') await keepLookups(ctx, id, 'online', part, from);
    else await keepQueries(ctx, id, String(parameters['purpose'] ?? ''), part, from);
  }
}
