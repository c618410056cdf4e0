import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

/** What pools gave of what cards used on each day beyond their own packages, from a day on. */
export async function drawnOf(
  ctx: Ctx,
  cards: readonly { readonly cardId: string; readonly fromDay: string }[],
): Promise<readonly { readonly cardId: string; readonly day: string; readonly bytes: bigint }[]> {
  if (cards.length === 0) return [];
  const { rows } = await sql<{ card_id: string; day: string; bytes: string }>`
    select m.card_id, d.day, sum(d.drawn)::text as bytes
    from unnest(${cards.map(({ cardId }) => cardId)}::bigint[], ${cards.map(({ fromDay }) => fromDay)}::date[]) as g (card_id, day)
    join flow_pools.member m on m.card_id = g.card_id
    join flow_pools.member_day d on d.member_id = m.id and d.day >= g.day
    group by m.card_id, d.day`.execute(ctx.beyondScope('what a pool gave was bought with it, whoever has the card'));
  return rows.map(({ card_id, day, bytes }) => ({ cardId: card_id, day, bytes: BigInt(bytes) }));
}
