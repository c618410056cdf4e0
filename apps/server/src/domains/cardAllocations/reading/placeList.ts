import { listCardPlaces } from '@cardinal/contract/api/cardAllocations/places.ts';
import { say } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE, momentIn } from '@cardinal/primitives/zone.ts';
import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { bothForms, hasPasted, readIdentifierList } from '../../cards/face.ts';
import { ABOVE, sidesNamed } from './sides.ts';

/** The number of the document of a joint. Whoever sees either side of the joint sees the document. */
const numberOf = (column: 'allocation_id' | 'next_allocation_id') =>
  sql<
    string | null
  >`(select d.allocation_no from card_allocations.allocation d where d.id = ${sql.ref(`n.${column}`)})`;

const NUMBERS = ['identifiers', 'startIccid', 'endIccid', 'cardId'] as const;

/** Numbers are turned into ids first: conditions on card and ICCID reach the index, others would read every joint. */
async function hasNumbers(ctx: Ctx, identifiers: string, identifierType: number) {
  const pasted = readIdentifierList(identifierType, identifiers);
  const byIccid = sql<SqlBool>`n.iccid = any(${bothForms(pasted.values)}::text[])`;
  if (pasted.column === 'iccid') return byIccid;
  const cards = await ctx.db
    .selectFrom('cards.v_card as c')
    .select('c.id')
    .where(await hasPasted(ctx, pasted))
    .execute();
  const having = sql<SqlBool>`n.card_id = any(${cards.map(({ id }) => id)}::bigint[])`;
  return pasted.column ? having : sql<SqlBool>`(${having} or ${byIccid})`;
}

/** The first instant after a day of China. */
function endOf(day: string): Date {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(momentIn(DEFAULT_ZONE, { year, month, day: date }).getTime() + DAY_MS);
}

export const placeDataset = dataset(listCardPlaces, {
  from: (ctx, asked) => {
    const stretches = ctx.db.selectFrom('card_allocations.v_stretch as n');
    return NUMBERS.some((key) => asked[key] !== undefined) ? stretches : stretches.where(sql<SqlBool>`false`);
  },
  table: 'n',
  carrier: sql`(select c.platform from cards.v_card c where c.id = n.card_id)`,
  columns: {
    customerName: sql`n.customer_id`,
    beforeName: sql`n.before_id`,
    afterName: sql`n.after_id`,
    allocationNo: numberOf('allocation_id'),
    nextAllocationNo: numberOf('next_allocation_id'),
    isCurrent: sql`(n.until is null)`,
  },
  select: (query) =>
    query
      .selectAll('n')
      .select([
        numberOf('allocation_id').as('allocation_no'),
        numberOf('next_allocation_id').as('next_allocation_no'),
        sql<boolean>`(n.until is null)`.as('is_current'),
      ]),
  present: async (rows, ctx) => {
    const { nameOf } = await sidesNamed(
      ctx,
      rows.flatMap((row) => [row.customer_id, row.before_id ?? [], row.after_id ?? []].flat()),
    );
    const above = say(ABOVE, ctx.language);
    const named = (id: string | null) => (id === null ? null : (nameOf(id) ?? above));
    return rows.map((row) => ({
      customerName: nameOf(row.customer_id) ?? '',
      beforeName: named(row.before_id),
      afterName: named(row.after_id),
    }));
  },
  extra: async (query, { identifiers, identifierType, startIccid, endIccid, cardId, asOf }, ctx) => {
    let narrowed = query;
    if (cardId !== undefined) narrowed = narrowed.where('n.card_id', '=', cardId);
    if (identifiers !== undefined) narrowed = narrowed.where(await hasNumbers(ctx, identifiers, identifierType ?? 1));
    if (startIccid) narrowed = narrowed.where('n.iccid', '>=', startIccid);
    // The end includes all its check digits.
    if (endIccid) narrowed = narrowed.where('n.iccid', '<=', `${endIccid}~`);
    if (asOf === undefined) return narrowed;
    const end = endOf(asOf);
    return narrowed.where(
      sql<SqlBool>`coalesce(n.since, '-infinity') < ${end} and coalesce(n.until, 'infinity') >= ${end}`,
    );
  },
});
