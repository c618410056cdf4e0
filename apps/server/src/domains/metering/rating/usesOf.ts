import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type Moved, OVERAGE, ofCarriers } from './recordUse.ts';

/** What packages on cards have given so far; one that is absent gave nothing. */
export async function usesOf(ctx: Ctx, usageIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  if (usageIds.length === 0) return new Map();
  const rows = await ofCarriers(ctx)
    .selectFrom('metering.record_use')
    .select(['usage_id', 'total'])
    .where(sql<boolean>`usage_id = any(${[...usageIds]}::bigint[])`)
    .execute();
  return new Map(rows.map(({ usage_id, total }) => [usage_id, BigInt(total)]));
}

/** What cards used of no package from a day on. */
export async function overageSince(
  ctx: Ctx,
  cards: readonly { readonly cardId: string; readonly fromDay: string }[],
): Promise<ReadonlyMap<string, bigint>> {
  if (cards.length === 0) return new Map();
  // Known before any row is read, so that partitions before are not opened.
  const first = cards.map(({ fromDay }) => fromDay).reduce((a, b) => (a < b ? a : b));
  const { rows } = await sql<{ card_id: string; bytes: string }>`
    select c.card_id, sum(c.bytes)::text as bytes
    from unnest(${cards.map(({ cardId }) => cardId)}::bigint[], ${cards.map(({ fromDay }) => fromDay)}::date[]) as g (card_id, day)
    join metering.consumption c on c.card_id = g.card_id and c.day >= g.day and c.usage_id = ${OVERAGE}::bigint
    where c.day >= ${first}::date group by c.card_id`.execute(ofCarriers(ctx));
  return new Map(rows.map(({ card_id, bytes }) => [card_id, BigInt(bytes)]));
}

/** What a card's day used of packages, and of none. */
export type DayShares = {
  readonly cardId: string;
  readonly day: string;
  readonly packaged: bigint;
  readonly overage: bigint;
};

/** How days of cards are shared out by now, each card from a day on; a day of which nothing is shared out is absent. */
export async function sharesOf(
  ctx: Ctx,
  cards: readonly { readonly cardId: string; readonly fromDay: string }[],
): Promise<DayShares[]> {
  if (cards.length === 0) return [];
  // Known before any row is read, so that partitions before are not opened.
  const first = cards.map(({ fromDay }) => fromDay).reduce((a, b) => (a < b ? a : b));
  const { rows } = await sql<{ card_id: string; day: string; packaged: string; overage: string }>`
    select c.card_id, c.day, coalesce(sum(c.bytes) filter (where c.usage_id <> ${OVERAGE}::bigint), 0)::text as packaged,
      coalesce(sum(c.bytes) filter (where c.usage_id = ${OVERAGE}::bigint), 0)::text as overage
    from unnest(${cards.map(({ cardId }) => cardId)}::bigint[], ${cards.map(({ fromDay }) => fromDay)}::date[]) as g (card_id, day)
    join metering.consumption c on c.card_id = g.card_id and c.day >= g.day
    where c.day >= ${first}::date group by c.card_id, c.day`.execute(ofCarriers(ctx));
  return rows.map(({ card_id, day, packaged, overage }) => ({
    cardId: card_id,
    day,
    packaged: BigInt(packaged),
    overage: BigInt(overage),
  }));
}

/** What cards used of no package on each day from a day on; days without are absent. */
export async function overageDays(
  ctx: Ctx,
  cards: readonly Moved[],
): Promise<readonly { readonly cardId: string; readonly day: string; readonly bytes: bigint }[]> {
  if (cards.length === 0) return [];
  const first = cards.map(({ fromDay }) => fromDay).reduce((a, b) => (a < b ? a : b));
  const { rows } = await sql<{ card_id: string; day: string; bytes: string }>`
    select c.card_id, c.day, c.bytes
    from unnest(${cards.map(({ cardId }) => cardId)}::bigint[], ${cards.map(({ fromDay }) => fromDay)}::date[]) as g (card_id, day)
    join metering.consumption c on c.card_id = g.card_id and c.day >= g.day and c.usage_id = ${OVERAGE}::bigint
    where c.day >= ${first}::date`.execute(ofCarriers(ctx));
  return rows.map(({ card_id, day, bytes }) => ({ cardId: card_id, day, bytes: BigInt(bytes) }));
}
