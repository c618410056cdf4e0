import { type CardSetVerdict, CardSetVerdict as Verdict } from '@cardinal/contract/api/cardBatches/cardSets.ts';
import { eidCheckDigits } from '@cardinal/primitives/eid.ts';
import { luhnDigit } from '@cardinal/primitives/iccid.ts';
import { type Facts, say, type Text, text } from '@cardinal/primitives/text.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type CellFlawKind, FLAW_PROBLEMS } from '../../../sheets/sheetRow.ts';
import { kindsSeen, type NumberColumn, numbersFoundBy } from '../../cards/face.ts';
import { isStillNamed } from './setStore.ts';

/** The cards of a set that the caller may see now, with the numbers that match them. */
const seenLinks = (ctx: Ctx, setId: string, numbers: readonly NumberColumn[]) =>
  ctx.db
    .selectFrom('card_batches.card_set_card as l')
    .innerJoin('cards.v_card as c', 'c.id', 'l.card_id')
    .innerJoin('card_batches.card_set_number as n', (on) =>
      on.onRef('n.set_id', '=', 'l.set_id').onRef('n.seq', '=', 'l.seq'),
    )
    .select(['l.seq', 'l.card_id', 'n.row_number'])
    .where('l.set_id', '=', setId)
    .where('c.kind', 'in', [0, ...kindsSeen(ctx)])
    .where(isStillNamed('c', numbers));

/** How many distinct cards of a set the caller may see now. */
export async function countSeen(ctx: Ctx, setId: string): Promise<number> {
  const links = seenLinks(ctx, setId, await numbersFoundBy(ctx));
  const { rows } = await sql<{ n: number }>`
    select count(distinct card_id)::int as n from (${links}) links`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/**
 * `links` and `judged` of a set: every number with its `verdict`, and the first row of its card. Several numbers in one row
 * name the card once; only another row is a duplicate.
 */
const judging = (ctx: Ctx, setId: string, numbers: readonly NumberColumn[]): RawBuilder<unknown> => sql`
  links as materialized (${seenLinks(ctx, setId, numbers)}),
  firsts as (select card_id, min(row_number) as first_row from links group by card_id),
  named as (
    select l.seq, bool_or(l.row_number = f.first_row) as is_first, min(f.first_row) as first_row
    from links l join firsts f on f.card_id = l.card_id group by l.seq
  ),
  judged as materialized (
    select n.seq, n.row_number, n.typed, n.value, n.fault, d.first_row,
      case
        when n.fault like 'repeated:%' then 'repeated'
        when n.fault = 'notNumber' then 'notNumber'
        when n.fault is not null then 'damaged'
        when d.is_first then 'found'
        when d.seq is not null then 'sameCard'
        when n.is_suspect then 'checkDigit'
        else 'unknown'
      end as verdict
    from card_batches.card_set_number n left join named d on d.seq = n.seq
    where n.set_id = ${setId}::bigint
  )`;

/** A number that matched no card of its own. */
export type RestRow = {
  row_number: number;
  typed: string;
  value: string | null;
  fault: string | null;
  first_row: number | null;
  verdict: CardSetVerdict;
};

const REST = sql`select row_number, typed, value, fault, first_row, verdict from judged where verdict <> 'found' order by seq`;

/**
 * What the caller sees of a set now, evaluated once: cards, numbers by verdict in the order of the texts, and the first
 * unmatched ones.
 */
export async function reportOf(ctx: Ctx, setId: string, mostRest: number) {
  const { rows } = await sql<{ cards: number; counts: Partial<Record<CardSetVerdict, number>>; rest: RestRow[] }>`
    with ${judging(ctx, setId, await numbersFoundBy(ctx))}
    select (select count(*)::int from firsts) as cards,
      (select coalesce(jsonb_object_agg(verdict, n), '{}') from (
        select verdict, count(*) as n from judged group by 1) counted) as counts,
      (select coalesce(jsonb_agg(r), '[]') from (${REST} limit ${mostRest}) r) as rest`.execute(ctx.db);
  const { cards = 0, counts = {}, rest = [] } = rows[0] ?? {};
  const verdicts = Verdict.options.flatMap(({ value }) => {
    const count = counts[value];
    return count === undefined ? [] : [{ verdict: value, count }];
  });
  return { cards, verdicts, rest };
}

/** All unmatched numbers, in the order of the file. */
export const restOf = async (ctx: Ctx, setId: string): Promise<RawBuilder<RestRow>> =>
  sql<RestRow>`with ${judging(ctx, setId, await numbersFoundBy(ctx))} ${REST}`;

const REPEATED = text('与第 {row} 行的号码重复', 'Duplicates the number in row {row}');
const SAME_CARD = text('与第 {row} 行是同一张卡', 'Same card as row {row}');
const WRONG_DIGIT = text('校验位错误，应为 {right}', 'Wrong check digit; should be {right}');

/** Why a number matched no card of its own. */
export function restWords(row: RestRow, ctx: Pick<Ctx, 'language'>): string {
  const said = (words: Text, facts: Facts = {}) => say(words, ctx.language, facts);
  switch (row.verdict) {
    case 'repeated':
      return said(REPEATED, { row: Number(row.fault?.split(':')[1]) });
    case 'sameCard':
      return said(SAME_CARD, { row: row.first_row ?? 0 });
    case 'checkDigit':
      return said(WRONG_DIGIT, { right: rightSpelling(row.value ?? '') });
    case 'damaged':
      return said(FLAW_PROBLEMS[row.fault as CellFlawKind].text);
    default:
      return said(Verdict.labelOf(row.verdict));
  }
}

const rightSpelling = (value: string): string =>
  value.length === 20
    ? value.slice(0, 19) + luhnDigit(value.slice(0, 19))
    : value.slice(0, 30) + eidCheckDigits(value.slice(0, 30));
