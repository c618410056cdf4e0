import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { ofCarriers } from './unclearSteps.ts';

/** A card's day as it is to stand. */
export type DayTo = { readonly cardId: string; readonly day: string; readonly bytes: string };

/** No cycle has more days. */
const LONGEST_CYCLE = 31;

/** Days that give back so many bytes up to a day (not itself unless `isIncluded`), the latest first and none below nothing. */
export async function takeFromDays(
  ctx: Ctx,
  taken: readonly {
    readonly cardId: string;
    readonly day: string;
    readonly isIncluded: boolean;
    readonly bytes: bigint;
  }[],
): Promise<DayTo[]> {
  const left = taken.filter(({ bytes }) => bytes > 0n);
  if (left.length === 0) return [];
  const { rows } = await sql<{ card_id: string; day: string; bytes: string }>`
    select d.card_id, d.day, d.bytes from unnest(
      ${left.map(({ cardId }) => cardId)}::bigint[], ${left.map(({ day }) => day)}::date[],
      ${left.map(({ isIncluded }) => (isIncluded ? 0 : 1))}::integer[]
    ) as g (card_id, day, before)
    join usage.card_day d on d.card_id = g.card_id and d.day <= g.day - g.before and d.day > g.day - ${LONGEST_CYCLE}::integer
    where d.bytes > 0 order by d.card_id, d.day desc`.execute(ofCarriers(ctx));
  const open = new Map(left.map(({ cardId, bytes }) => [cardId, bytes]));
  return rows.flatMap(({ card_id: cardId, day, bytes }) => {
    const wanted = open.get(cardId) ?? 0n;
    if (wanted === 0n) return [];
    const given = wanted < BigInt(bytes) ? wanted : BigInt(bytes);
    open.set(cardId, wanted - given);
    return [{ cardId, day, bytes: String(BigInt(bytes) - given) }];
  });
}

/** What a card's days from one to another hold, both included. */
export async function heldBetween(
  ctx: Ctx,
  { cardId, from, to }: { readonly cardId: string; readonly from: string; readonly to: string },
): Promise<bigint> {
  const row = await ofCarriers(ctx)
    .selectFrom('usage.card_day')
    .select(sql<string>`coalesce(sum(bytes), 0)::text`.as('bytes'))
    .where('card_id', '=', cardId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .executeTakeFirstOrThrow();
  return BigInt(row.bytes);
}

/** Days with so many bytes more each. */
export async function addToDays(
  ctx: Ctx,
  added: readonly { readonly cardId: string; readonly day: string; readonly bytes: bigint }[],
): Promise<DayTo[]> {
  const more = added.filter(({ bytes }) => bytes > 0n);
  if (more.length === 0) return [];
  const { rows } = await sql<{ card_id: string; day: string; bytes: string }>`
    select d.card_id, d.day, d.bytes from unnest(
      ${more.map(({ cardId }) => cardId)}::bigint[], ${more.map(({ day }) => day)}::date[]) as g (card_id, day)
    join usage.card_day d on d.card_id = g.card_id and d.day = g.day`.execute(ofCarriers(ctx));
  const held = new Map(rows.map(({ card_id, day, bytes }) => [`${card_id} ${day}`, BigInt(bytes)]));
  return more.map(({ cardId, day, bytes }) => ({
    cardId,
    day,
    bytes: String((held.get(`${cardId} ${day}`) ?? 0n) + bytes),
  }));
}
