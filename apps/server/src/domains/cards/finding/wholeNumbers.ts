import { normalIccid, withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { CardRow } from '../cardStore.ts';
import { readSearch } from './searchInput.ts';

/** The whole numbers a card is found by. */
export const NUMBERS = ['iccid', 'business_number', 'mapping_number', 'imsi', 'imei', 'eid'] as const;

/** Both spellings of an ICCID: cards are stored with or without their check digit. */
export const spellings = (item: string): string[] =>
  /^\d{20}$/.test(item) ? [item, item.slice(0, 19)] : [item, withCheckDigit(item)];

/** Card `c` has one of these as any of its numbers. */
export const hasNumber = (values: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    NUMBERS.map((name) => sql`c.${sql.ref(name)} = any(${values})`),
    sql` or `,
  )})`;

export const isFoundBy = (card: Readonly<Record<string, unknown>>, item: string): boolean =>
  spellings(item).some((spelling) => NUMBERS.some((name) => card[name] === spelling));

/**
 * The cards of the caller's scope named by any of their whole numbers, in input order, and the inputs without a match. `isCut`
 * if there were more than one search takes.
 */
export async function cardsNamed(
  ctx: Ctx,
  typed: string,
): Promise<{ cards: CardRow[]; notFound: string[]; isCut: boolean }> {
  const { items, isCut } = readSearch(typed);
  if (items.length === 0) return { cards: [], notFound: [], isCut };
  const values = [...new Set(items.flatMap((item) => spellings(item.typed)))];
  const rows = await ctx.db
    .selectFrom('cards.card as c')
    .selectAll()
    .where(hasNumber(values))
    .orderBy('c.iccid')
    .limit(items.length * 2)
    .execute();
  const byItem = items.map(({ typed: item }) => ({ item, cards: rows.filter((card) => isFoundBy(card, item)) }));
  const cards = [...new Map(byItem.flatMap(({ cards: found }) => found.map((card) => [card.id, card]))).values()];
  return { cards, notFound: byItem.flatMap(({ item, cards: found }) => (found.length > 0 ? [] : [item])), isCut };
}

/** The cards of a segment, its end including all check digits; `most` + 1 cards if there are more. */
export const cardsOfSegment = (ctx: Ctx, start: string, end: string, most: number): Promise<CardRow[]> =>
  ctx.db
    .selectFrom('cards.card as c')
    .selectAll()
    .where('c.iccid', '>=', normalIccid(start))
    .where('c.iccid', '<=', `${normalIccid(end)}~`)
    .orderBy('c.iccid')
    .limit(most + 1)
    .execute();
