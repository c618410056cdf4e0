import type { Ctx } from '../../framework/context.ts';
import type { CardRow } from './cardStore.ts';

const MOST = 50;

/** Records that a card was seen in another device than before, in the transaction that applies the reading. */
export async function noteImei(
  ctx: Ctx,
  card: Pick<CardRow, 'id' | 'customer_id'>,
  imei: string,
  seenAt: Date,
): Promise<void> {
  await ctx
    .beyondScope('a carrier speaks of its cards, whoever has them')
    .insertInto('cards.imei_seen')
    .values({ card_id: card.id, seen_at: seenAt, imei, customer_id: card.customer_id })
    .onConflict((conflict) => conflict.columns(['card_id', 'seen_at']).doNothing())
    .execute();
}

/** The devices a card was seen in while the caller's side owned it, latest first; it may have arrived in the present one. */
export async function imeisOf(
  ctx: Ctx,
  card: Pick<CardRow, 'id' | 'imei'>,
): Promise<{ imei: string; seenAt: string | null }[]> {
  const rows = await ctx.db
    .selectFrom('cards.imei_seen')
    .select(['imei', 'seen_at'])
    .where('card_id', '=', card.id)
    .orderBy('seen_at', 'desc')
    .limit(MOST)
    .execute();
  const seen = rows.map(({ imei, seen_at }) => ({ imei, seenAt: seen_at.toISOString() }));
  return card.imei !== null && seen[0]?.imei !== card.imei ? [{ imei: card.imei, seenAt: null }, ...seen] : seen;
}
