import { dayText } from '@cardinal/primitives/time.ts';
import { startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { RecordMoment } from '../../orders/face.ts';
import { callsOn, usedBy } from '../../usage/face.ts';
import { rateMoved } from '../rating/hearUsage.ts';
import { rateCalls } from '../rating/rateCalls.ts';
import { type Moved, ofCarriers } from '../rating/recordUse.ts';

/** Whether a moment lies within its day: what begins or ends with the day needs no mark. */
export const isWithinDay = (at: Date, zone: string): boolean => startOfDay(zone, wallTimeIn(zone, at)) < at;

type Zoned = RecordMoment & { readonly day: string; readonly isWithin: boolean };

/**
 * Notes how much a card's day had used, called and sent when a package of it began or ended, as far as it was read by then, and shares its days out
 * again from that one on. In the transaction that begins or ends it.
 */
export async function keepMarks(ctx: Ctx, moments: readonly RecordMoment[]): Promise<void> {
  const zoned = await inZones(ctx, moments);
  if (zoned.length === 0) return;
  const within = zoned.filter(({ isWithin }) => isWithin);
  const [used, called] = [await usedBy(ctx, within), await callsOn(ctx, within)];
  await sql`
    insert into metering.mark (card_id, at, day, bytes, seconds, messages)
    select * from unnest(
      ${within.map(({ cardId }) => cardId)}::bigint[], ${within.map(({ at }) => at)}::timestamptz[],
      ${within.map(({ day }) => day)}::date[], ${used.map(String)}::bigint[],
      ${called.map(({ seconds }) => String(seconds))}::bigint[], ${called.map(({ messages }) => messages)}::integer[])
    on conflict (card_id, at) do nothing`.execute(ofCarriers(ctx));
  const first = new Map<string, string>();
  for (const { cardId, day } of zoned) if (day < (first.get(cardId) ?? '9')) first.set(cardId, day);
  const moved = [...first].map(([cardId, fromDay]): Moved => ({ cardId, fromDay }));
  await rateMoved(ctx, moved);
  await rateCalls(ctx, moved);
}

/** Each moment once a card, with its day in the zone of the package. */
async function inZones(ctx: Ctx, moments: readonly RecordMoment[]): Promise<Zoned[]> {
  if (moments.length === 0) return [];
  const { rows } = await sql<{ id: string; zone: string }>`
    select id, zone from orders.v_package_usage where id = any(${moments.map(({ usageId }) => usageId)}::bigint[])`.execute(
    ofCarriers(ctx),
  );
  const zones = new Map(rows.map(({ id, zone }) => [id, zone]));
  const once = new Map<string, Zoned>();
  for (const moment of moments) {
    const zone = zones.get(moment.usageId);
    if (zone)
      once.set(`${moment.cardId} ${moment.at.getTime()}`, {
        ...moment,
        day: dayText(moment.at, zone),
        isWithin: isWithinDay(moment.at, zone),
      });
  }
  return [...once.values()];
}
