import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { announceCards } from '../../cards/face.ts';

/** An open screen renews its mark before this time is over. */
const OPEN_MS = 300_000;
/** A mark valid for at least this long is not renewed, so that viewing a card rarely writes. */
const RENEWED_FROM_MS = 120_000;

/** A card somebody is viewing is read before those that are merely due. */
export async function markOpen(ctx: Ctx, cardId: string): Promise<void> {
  if (ctx.actor.kind !== 'account') return;
  const now = ctx.clock.now().getTime();
  await sql`
    insert into carrier_sync.card_open as o (card_id, open_until) values (${cardId}::bigint, ${new Date(now + OPEN_MS)})
    on conflict (card_id) do update set open_until = excluded.open_until
      where o.open_until < ${new Date(now + RENEWED_FROM_MS)}`.execute(
    ctx.beyondScope('of a card that was read within the scope'),
  );
}

/** Notifies the screens showing these cards that there are new figures. */
export async function notifyOpenScreens(ctx: Ctx, cardIds: readonly string[]): Promise<void> {
  if (cardIds.length === 0) return;
  const cards = await ctx
    .beyondScope('a live message goes to whoever may see the card')
    .selectFrom('cards.v_card')
    .selectAll()
    .where('id', 'in', [...cardIds])
    .execute();
  await announceCards(ctx, cards);
}
