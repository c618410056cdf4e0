import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';

/** Whether the counter of any card of a carrier account has been read. */
export async function countsFor(ctx: Ctx, accountId: string): Promise<boolean> {
  const found = await ctx
    .beyondScope('counters are the carrier’s, whoever has the cards')
    .selectFrom('cards.v_card as c')
    .select('c.id')
    .where('c.carrier_account_id', '=', accountId)
    .where(sql<boolean>`exists (select 1 from usage.card_counter k where k.card_id = c.id)`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
