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

export type CardDay = { readonly day: string; readonly customerId: string; readonly bytes: bigint };

/** The days of cards, each from a day on, in order; in the transaction that moved them they stand as moved. */
export async function daysOfCards(
  ctx: Ctx,
  cards: readonly { readonly cardId: string; readonly fromDay: string }[],
): Promise<Map<string, CardDay[]>> {
  if (cards.length === 0) return new Map();
  const { rows } = await sql<{ card_id: string; day: string; customer_id: string; bytes: string }>`
    select d.card_id, d.day, d.customer_id, d.bytes from unnest(
      ${cards.map(({ cardId }) => cardId)}::bigint[], ${cards.map(({ fromDay }) => fromDay)}::date[]) as g (card_id, day)
    join usage.card_day d on d.card_id = g.card_id and d.day >= g.day
    order by d.card_id, d.day`.execute(ofCarriers(ctx));
  return new Map(
    [...Map.groupBy(rows, ({ card_id }) => card_id)].map(([id, own]) => [
      id,
      own.map(({ day, customer_id, bytes }) => ({ day, customerId: customer_id, bytes: BigInt(bytes) })),
    ]),
  );
}

export type CardMoment = { readonly cardId: string; readonly day: string; readonly at: Date };

/**
 * What cards had used of a day by a moment, as far as it was read by then: what the day holds, less what its counter grew by in
 * readings after that moment.
 */
export async function usedBy(ctx: Ctx, moments: readonly CardMoment[]): Promise<bigint[]> {
  if (moments.length === 0) return [];
  const column = <T>(pick: (moment: CardMoment) => T) => moments.map(pick);
  const days = await sql<{ n: number; bytes: string }>`
    select g.n::int as n, d.bytes from unnest(
      ${column(({ cardId }) => cardId)}::bigint[], ${column(({ day }) => day)}::date[]) with ordinality as g (card_id, day, n)
    join usage.card_day d on d.card_id = g.card_id and d.day = g.day`.execute(ofCarriers(ctx));
  const figures = await sql<{ n: number; known: string | null; later: string | null }>`
    select g.n::int as n, max(coalesce(r.day_bytes, r.cycle_bytes)) filter (where r.read_at <= g.at)::text as known,
      max(coalesce(r.day_bytes, r.cycle_bytes)) filter (where r.read_at > g.at)::text as later
    from unnest(
      ${column(({ cardId }) => cardId)}::bigint[], ${column(({ day }) => day)}::date[],
      ${column(({ at }) => at)}::timestamptz[]) with ordinality as g (card_id, day, at, n)
    join usage.reading r on r.card_id = g.card_id and r.day = g.day and r.read_at >= g.at - interval '3 days'
    group by g.n`.execute(ofCarriers(ctx));
  const held = new Map(days.rows.map(({ n, bytes }) => [n, BigInt(bytes)]));
  const read = new Map(figures.rows.map((row) => [row.n, row]));
  return moments.map((_moment, at) => usedIn(held.get(at + 1) ?? 0n, read.get(at + 1)));
}

function usedIn(
  held: bigint,
  figures: { readonly known: string | null; readonly later: string | null } | undefined,
): bigint {
  if (!figures?.later) return held;
  // Nothing of this day had been read by then.
  if (figures.known === null) return 0n;
  const grown = BigInt(figures.later) - BigInt(figures.known);
  const by = held - (grown > 0n ? grown : 0n);
  return by > 0n ? by : 0n;
}
