import { type CardSetVerdict, CardSetVerdict as Verdict } from '@cardinal/contract/api/cards/cardSets.ts';
import { eidCheckDigits } from '@cardinal/primitives/eid.ts';
import { luhnDigit } from '@cardinal/primitives/iccid.ts';
import { type Facts, say, type Text, text } from '@cardinal/primitives/text.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Ctx, holds } from '../../../framework/context.ts';
import { type CellFlawKind, FLAW_PROBLEMS } from '../../../sheets/sheetRow.ts';
import { visibleKinds } from '../cardKinds.ts';
import { FLOW_KINDS, VOICE_KINDS } from '../readonly/readonlyDataset.ts';
import { isStillNamed } from './setStore.ts';

/** Cards one may list, and cards one may only look at. */
const kindsSeen = (ctx: Ctx): number[] => [
  ...new Set([
    ...visibleKinds(ctx),
    ...(holds(ctx.actor, 'readonlyCard.view') ? FLOW_KINDS : []),
    ...(holds(ctx.actor, 'readonlyCard.viewVoice') ? VOICE_KINDS : []),
  ]),
];

/** The cards of a set that the caller sees now, each with the numbers that name it. */
const seenLinks = (ctx: Ctx, setId: string) =>
  ctx.db
    .selectFrom('cards.card_set_card as l')
    .innerJoin('cards.card as c', 'c.id', 'l.card_id')
    .innerJoin('cards.card_set_number as n', (on) => on.onRef('n.set_id', '=', 'l.set_id').onRef('n.seq', '=', 'l.seq'))
    .select(['l.seq', 'l.card_id', 'n.row_number'])
    .where('l.set_id', '=', setId)
    .where('c.kind', 'in', [0, ...kindsSeen(ctx)])
    .where(isStillNamed('c'));

/**
 * Every number of a set with what became of it: `verdict`, and `about` the row it repeats. Several numbers of one row name
 * one card together; only another row doubles it.
 */
const judged = (ctx: Ctx, setId: string): RawBuilder<unknown> => sql`
  with named as (
    select seq, bool_or(row_number = first_row) as is_first, min(first_row) as first_row
    from (
      select seq, row_number, min(row_number) over (partition by card_id) as first_row
      from (${seenLinks(ctx, setId)}) links
    ) placed group by seq
  )
  select n.seq, n.row_number, n.typed, n.kind, n.value, n.fault, d.first_row,
    case
      when n.fault like 'repeated:%' then 'repeated'
      when n.fault = 'notNumber' then 'notNumber'
      when n.fault is not null then 'damaged'
      when d.is_first then 'found'
      when d.seq is not null then 'sameCard'
      when n.is_suspect then 'checkDigit'
      else 'unknown'
    end as verdict
  from cards.card_set_number n left join named d on d.seq = n.seq
  where n.set_id = ${setId}::bigint`;

/** How many distinct cards of a set the caller sees now. */
export async function countSeen(ctx: Ctx, setId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct card_id)::int as n from (${seenLinks(ctx, setId)}) links`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

export async function countVerdicts(ctx: Ctx, setId: string): Promise<{ verdict: CardSetVerdict; count: number }[]> {
  const { rows } = await sql<{ verdict: CardSetVerdict; count: number }>`
    select verdict, count(*)::int as count from (${judged(ctx, setId)}) j group by 1`.execute(ctx.db);
  return Verdict.options.flatMap(({ value }) => rows.filter((row) => row.verdict === value));
}

export type RestRow = {
  seq: number;
  row_number: number;
  typed: string;
  kind: number | null;
  value: string | null;
  fault: string | null;
  first_row: number | null;
  verdict: CardSetVerdict;
};

/** Numbers that found no card of their own, in the order of the file. */
export const restOf = (ctx: Ctx, setId: string): RawBuilder<RestRow> =>
  sql<RestRow>`select * from (${judged(ctx, setId)}) j where verdict <> 'found' order by seq`;

const REPEATED = text('与第 {row} 行的号码重复', 'Repeats the number of row {row}');
const SAME_CARD = text('与第 {row} 行是同一张卡', 'The same card as row {row}');
const WRONG_DIGIT = text('校验位错误，应为 {right}', 'Wrong check digit; {right} would be right');

/** Why a number found no card of its own, in words. */
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
