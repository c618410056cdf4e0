import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { COVERED } from '../judging/coveredCards.ts';
import { WHY } from '../speedLimitTables.ts';

export type CardFigures = {
  readonly cards: number;
  readonly limited: number;
  readonly waiting: number;
  readonly refused: number;
  readonly mismatched: number;
};

/** A limit of a rule stands at the carrier of card `c`, as `s` asked for it and it was confirmed. */
export const IS_LIMITED = sql<boolean>`(s.state = 'confirmed' and s.held_kbps = c.speed_kbps)`;
/** What is due on card `c` is another speed than its carrier confirmed, and nobody's own limit explains it. */
export const IS_MISMATCHED = sql<boolean>`(s.state <> 'idle'
  and s.due_kbps is distinct from case when s.manual_kbps is null or s.due_kbps < s.manual_kbps then c.speed_kbps else s.due_kbps end)`;

/** Of the cards that limits cover, given that the caller sees these limits: how many, and how those stand that a limit governs. */
export async function figuresByLimit(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, CardFigures>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<CardFigures & { id: string }>`
    select l.id, count(*)::int as cards,
      (count(*) filter (where ${IS_LIMITED}))::int as limited,
      (count(*) filter (where s.state = 'waiting'))::int as waiting,
      (count(*) filter (where s.state = 'refused'))::int as refused,
      (count(*) filter (where ${IS_MISMATCHED}))::int as mismatched
    from ${COVERED} left join speed_limits.card_speed s on s.card_id = c.id and s.speed_limit_id = l.id
    where l.id = any(${[...ids]}::bigint[]) group by l.id`.execute(ctx.beyondScope(WHY));
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}
