import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { CarrierSession } from '../../carriers/face.ts';
import { noteReadOutOfTurn } from './rotation/turnStore.ts';

/** Keeps the last session the carrier told of a card, and whether it is online. */
export async function keepSession(
  ctx: Ctx,
  card: { readonly id: string },
  session: CarrierSession,
  at: Date,
): Promise<void> {
  const { startedAt, endedAt, ipAddress, apn, isOnline, rat = null } = session;
  const db = ctx.beyondScope('a carrier speaks of its cards, whoever has them');
  await sql`
    insert into cards.carrier_reading (card_id, session, session_at)
    values (${card.id}::bigint, ${JSON.stringify({ startedAt, endedAt, ipAddress, apn, rat })}::jsonb, ${at})
    on conflict (card_id) do update set session = excluded.session, session_at = excluded.session_at`.execute(db);
  await db
    .updateTable('cards.card')
    .set({
      online_state: isOnline ? 1 : 0,
      ...(startedAt ? { last_session_at: startedAt } : {}),
      ...(apn ? { apn } : {}),
    })
    .where('id', '=', card.id)
    .execute();
  await noteReadOutOfTurn(ctx, 'session', [card.id], at);
}
