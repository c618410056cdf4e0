import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Ctx } from '../../../framework/context.ts';

/** A card within the caller's scope; a foreign one reads the same as none. */
export async function ownCard(ctx: Ctx, id: string) {
  const card = await ctx.db
    .selectFrom('cards.v_card')
    .select(['id', 'customer_id', 'product_code', 'carrier_account_id', 'online_state'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!card) throw new Refused(cardNotFound);
  return card;
}
