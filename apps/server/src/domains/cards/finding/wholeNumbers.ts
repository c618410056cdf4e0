import { normalIccid, withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { CardRow } from '../cardStore.ts';
import { findsByImei } from '../shownFields.ts';
import { bothForms, NUMBERS, type NumberColumn } from './identifierList.ts';
import { readSearch } from './searchInput.ts';

/** Both spellings of an ICCID: cards are stored with or without their check digit. */
const spellings = (item: string): string[] =>
  /^\d{20}$/.test(item) ? [item, item.slice(0, 19)] : /^\d{19}$/.test(item) ? [item, withCheckDigit(item)] : [item];

/** The numbers by which the caller finds cards: not by their device where those above hide it. */
export const numbersFoundBy = async (ctx: Ctx): Promise<readonly NumberColumn[]> =>
  (await findsByImei(ctx)) ? NUMBERS : NUMBERS.filter((name) => name !== 'imei');

/** Card `c` has one of the values as one of the numbers `among`. */
export const hasNumber = (values: readonly string[], among: readonly NumberColumn[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    among.map((name) => sql`c.${sql.ref(name)} = any(${values})`),
    sql` or `,
  )})`;

/** A card found by one of its numbers, and what was typed for it. */
export type NamedCard = {
  readonly id: string;
  readonly kind: number;
  readonly number: NumberColumn;
  readonly typed: string;
};

/**
 * The cards of the caller's scope that have one of these as any of their numbers, each with every item that names it. One
 * statement per kind of number: each reads its own index, however many numbers there are.
 */
export async function cardsNamedBy(
  ctx: Ctx,
  items: readonly string[],
  numbers: readonly NumberColumn[] = NUMBERS,
): Promise<NamedCard[]> {
  const typedBy = new Map<string, string[]>();
  for (const item of items) {
    for (const spelling of spellings(item)) typedBy.set(spelling, [...(typedBy.get(spelling) ?? []), item]);
  }
  const values = [...typedBy.keys()];
  if (values.length === 0) return [];
  const known = await numbersFoundBy(ctx);
  const found = await Promise.all(
    numbers
      .filter((number) => known.includes(number))
      .map(async (number) => {
        const rows = await ctx.db
          .selectFrom('cards.card as c')
          .select(['c.id', 'c.kind', sql<string>`c.${sql.ref(number)}`.as('value')])
          .where(sql<SqlBool>`c.${sql.ref(number)} = any(${values})`)
          .execute();
        return rows.flatMap(({ id, kind, value }) =>
          (typedBy.get(value) ?? []).map((typed): NamedCard => ({ id, kind, number, typed })),
        );
      }),
  );
  return found.flat();
}

/** Card `c` has one of the numbers of a pasted list: of one kind (`column`), or of any. */
export async function hasPasted(
  ctx: Ctx,
  { column, values }: { column: NumberColumn | undefined; values: readonly string[] },
): Promise<RawBuilder<SqlBool>> {
  if (column && !(await numbersFoundBy(ctx)).includes(column)) return sql<SqlBool>`false`;
  if (column) return sql<SqlBool>`c.${sql.ref(column)} = any(${column === 'iccid' ? bothForms(values) : values})`;
  const named = await cardsNamedBy(ctx, values);
  return sql<SqlBool>`c.id = any(${[...new Set(named.map(({ id }) => id))]}::bigint[])`;
}

/**
 * The cards of the caller's scope named by any of their whole numbers, in input order, and the inputs without a match. `isCut`
 * if there were more than one search takes.
 */
export async function cardsNamed(
  ctx: Ctx,
  typed: string,
): Promise<{ cards: CardRow[]; notFound: string[]; isCut: boolean }> {
  const { items, isCut } = readSearch(typed);
  const named = await cardsNamedBy(
    ctx,
    items.map((item) => item.typed),
  );
  const ids = [...new Set(named.map(({ id }) => id))];
  const rows = await ctx.db
    .selectFrom('cards.card as c')
    .selectAll()
    .where(sql<SqlBool>`c.id = any(${ids}::bigint[])`)
    .orderBy('c.iccid')
    .execute();
  const byId = new Map(rows.map((card) => [card.id, card]));
  const idsOf = Map.groupBy(named, (each) => each.typed);
  const cards = items.flatMap((item) => (idsOf.get(item.typed) ?? []).flatMap(({ id }) => byId.get(id) ?? []));
  return {
    cards: [...new Set(cards)],
    notFound: items.flatMap((item) => (idsOf.has(item.typed) ? [] : [item.typed])),
    isCut,
  };
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
