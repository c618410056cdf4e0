import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { ReadingsTaken } from '../../cardCommands/face.ts';
import type { CarrierDevice } from '../../carriers/face.ts';
import { noteMembers } from '../pools/poolMembers.ts';
import { recordUnscheduledRead } from '../slots/pollSlotStore.ts';

/** Stores the raw answers of a carrier about cards, all in one statement. */
async function keepAnswers(
  ctx: Ctx,
  answers: readonly { readonly cardId: string; readonly raw: CarrierDevice['raw'] }[],
  readAt: Date,
): Promise<void> {
  if (answers.length === 0) return;
  await sql`
    insert into carrier_sync.carrier_reading (card_id, read_at, raw)
    select card_id, ${readAt}, raw from unnest(
      ${answers.map(({ cardId }) => cardId)}::bigint[], ${answers.map(({ raw }) => JSON.stringify(raw))}::jsonb[]
    ) as g (card_id, raw)
    on conflict (card_id) do update set read_at = excluded.read_at, raw = excluded.raw`.execute(ctx.db);
}

/** Stores the answers, their pools, and that these cards' status was just read. */
export const keepReadings: ReadingsTaken = async (ctx, { accountId, cards, readAt, isDirect }) => {
  await noteMembers(
    ctx,
    accountId,
    cards.flatMap(({ card, device: { poolId } }) => (poolId === undefined ? [] : [{ id: card.id, poolId }])),
  );
  if (!isDirect) return;
  const everybody = { ...ctx, db: ctx.beyondScope('a carrier speaks of its cards, whoever has them') };
  const fresh = cards.filter(({ isStale }) => !isStale);
  await keepAnswers(
    everybody,
    fresh.map(({ card, device }) => ({ cardId: card.id, raw: device.raw })),
    readAt,
  );
  await recordUnscheduledRead(
    everybody,
    'status',
    cards.map(({ card }) => card.id),
    readAt,
  );
};
