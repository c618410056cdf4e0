import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { daysOfCards, type HeardUsage } from '../../usage/face.ts';
import { rateCards } from './rateCards.ts';
import { type Moved, ofCarriers } from './recordUse.ts';

/** Shares out what readings moved, in the transaction that takes them. */
export async function hearUsage(ctx: Ctx, readings: readonly HeardUsage[]): Promise<void> {
  const moved = readings.flatMap(({ cardId, fromDay }): Moved[] => (fromDay === null ? [] : [{ cardId, fromDay }]));
  await knowMargins(
    ctx,
    readings.map(({ cardId }) => cardId),
  );
  await rateCards(ctx, moved);
}

/** The first reading after a package began or ended tells how far off the mark may be. */
async function knowMargins(ctx: Ctx, cardIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ card_id: string; at: Date; day: string; bytes: string }>`
    select card_id, at, day, bytes from metering.mark
    where card_id = any(${[...cardIds]}::bigint[]) and margin is null`.execute(ofCarriers(ctx));
  if (rows.length === 0) return;
  const days = await daysOfCards(
    ctx,
    rows.map(({ card_id, day }) => ({ cardId: card_id, fromDay: day })),
  );
  const margins = rows.map(({ card_id, day, bytes }) => {
    const own = days.get(card_id) ?? [];
    const held = own.find((each) => each.day === day)?.bytes ?? 0n;
    const next = own.find((each) => each.day > day)?.bytes ?? 0n;
    // Where nothing more was read of that day, what the next one holds may have been used in it.
    return held > BigInt(bytes) ? held - BigInt(bytes) : next;
  });
  await sql`
    update metering.mark m set margin = g.margin from unnest(
      ${rows.map(({ card_id }) => card_id)}::bigint[], ${rows.map(({ at }) => at)}::timestamptz[],
      ${margins.map(String)}::bigint[]) as g (card_id, at, margin)
    where m.card_id = g.card_id and m.at = g.at`.execute(ofCarriers(ctx));
}
