import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type DayChange, daysOfCards, type HeardUsage } from '../../usage/face.ts';
import { rateCards } from './rateCards.ts';
import { type Moved, ofCarriers, type RecordChange } from './recordUse.ts';
import { useHearers } from './useHearers.ts';

/** Shares out what changed, in the transaction that changes it, and tells later rooms. */
export async function hearDays(ctx: Ctx, days: readonly DayChange[]): Promise<void> {
  const first = new Map<string, string>();
  for (const { cardId, day, before, bytes } of days) {
    if (bytes !== (before ?? 0n) && day < (first.get(cardId) ?? '9')) first.set(cardId, day);
  }
  if (first.size === 0) return;
  const changes = await rateMoved(
    ctx,
    [...first].map(([cardId, fromDay]) => ({ cardId, fromDay })),
  );
  if (changes === undefined) return;
  const of = Map.groupBy(changes, ({ cardId }) => cardId);
  const moved = [...first.keys()].map((cardId) => ({ cardId, records: of.get(cardId) ?? [] }));
  for (const hear of ctx.contributed(useHearers)) await hear(ctx, moved);
}

/** What is shared out while nothing has been gone through yet would be gone through again: until that begins nothing is. */
export async function rateMoved(ctx: Ctx, moved: readonly Moved[]): Promise<RecordChange[] | undefined> {
  if (moved.length === 0) return [];
  const { since } = await ofCarriers(ctx).selectFrom('metering.catch_up').select('since').executeTakeFirstOrThrow();
  return since ? rateCards(ctx, moved) : undefined;
}

/** The first reading after a package began or ended tells how far off the mark may be. */
export async function knowMargins(ctx: Ctx, readings: readonly HeardUsage[]): Promise<void> {
  const { rows } = await sql<{ card_id: string; at: Date; day: string; bytes: string }>`
    select card_id, at, day, bytes from metering.mark
    where card_id = any(${readings.map(({ cardId }) => cardId)}::bigint[]) and margin is null`.execute(ofCarriers(ctx));
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
