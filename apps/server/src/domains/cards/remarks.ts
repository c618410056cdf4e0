import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';

/** The remark of the card a query knows under this alias; null where it has none. */
export const remarkOf = (alias: string): RawBuilder<string | null> =>
  sql<string | null>`(select r.remark from cards.card_remark r where r.card_id = ${sql.ref(`${alias}.id`)})`;

/** The remarks of these cards, whose visibility the caller has checked; those without one are left out. */
export async function remarksOf(ctx: Ctx, cardIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (cardIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('cards.card_remark')
    .select(['card_id', 'remark'])
    .where(sql<boolean>`card_id = any(${cardIds}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.card_id, row.remark]));
}

/** Writes the remarks of locked cards, or takes them away where they are null. */
export async function writeRemarks(
  ctx: Ctx,
  cards: readonly { readonly id: string; readonly remark: string | null }[],
): Promise<void> {
  if (cards.length === 0) return;
  await sql`
    with given as (
      select * from unnest(${cards.map(({ id }) => id)}::bigint[], ${cards.map(({ remark }) => remark)}::text[])
        as g (card_id, remark)
    ), gone as (
      delete from cards.card_remark r using given g where r.card_id = g.card_id and g.remark is null
    )
    insert into cards.card_remark (card_id, remark) select card_id, remark from given where remark is not null
    on conflict (card_id) do update set remark = excluded.remark`.execute(ctx.db);
}
