import { CARD_CHANGED, type CardChanged } from '@cardinal/contract/api/cards/live.ts';
import type { Ctx } from '../../framework/context.ts';
import type { CardTable } from './cardTables.ts';

/** A live message holds at most 7,500 bytes; a card takes about 170. */
const CARDS_PER_MESSAGE = 40;

export type ShownCard = Pick<
  CardTable,
  'id' | 'iccid' | 'customer_id' | 'carrier_status' | 'lifecycle' | 'pending_action' | 'pending_to' | 'pending_since'
> & { readonly stop_reasons: readonly number[] };

/** Sends the current state of these cards to open consoles once the transaction commits, in groups. */
export async function announceCards(ctx: Ctx, cards: readonly ShownCard[]): Promise<void> {
  for (const [customerId, own] of Map.groupBy(cards, (card) => card.customer_id)) {
    for (let start = 0; start < own.length; start += CARDS_PER_MESSAGE) {
      const data: CardChanged = { cards: own.slice(start, start + CARDS_PER_MESSAGE).map(lookOf) };
      await ctx.announce({ topic: CARD_CHANGED, customerId, data });
    }
  }
}

const lookOf = (card: ShownCard) => ({
  id: card.id,
  iccid: card.iccid,
  carrierStatus: card.carrier_status,
  lifecycle: card.lifecycle,
  stopReasons: [...card.stop_reasons],
  pending:
    card.pending_action && card.pending_to && card.pending_since
      ? { action: card.pending_action, to: card.pending_to, since: card.pending_since.toISOString() }
      : null,
});
