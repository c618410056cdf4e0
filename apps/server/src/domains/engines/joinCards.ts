import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { periodOf } from './engineRules.ts';
import { dayOf } from './engineStore.ts';

export type Pair = { readonly engineId: string; readonly customerId: string };

/** Adds cards to a customer's engine for this month and returns how many were new: each joins a month once. */
export async function joinCards(ctx: Ctx, { engineId, customerId }: Pair, cardIds: readonly string[]): Promise<number> {
  const day = dayOf(ctx.clock.now());
  const { rows } = await sql<{ n: number }>`
    with joined as (
      insert into engines.member (card_id, engine_id, customer_id, period, joined_on)
      select distinct card_id, ${engineId}::bigint, ${customerId}::bigint, ${periodOf(day)}::date, ${day}::date
      from unnest(${[...cardIds]}::bigint[]) as card_id
      on conflict do nothing returning 1)
    select count(*)::int as n from joined`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/**
 * Stores how many cards the month has so far and how many joined today; returns the first. Derived from the joined cards, so
 * that repeating it changes nothing.
 */
export async function writeCount(ctx: Ctx, { engineId, customerId }: Pair, countedAt: Date | null): Promise<number> {
  const day = dayOf(ctx.clock.now());
  const counted = await ctx.db
    .selectFrom('engines.member')
    .select([
      sql<number>`count(*)::int`.as('cards'),
      sql<number>`(count(*) filter (where joined_on = ${day}::date))::int`.as('joined'),
    ])
    .where('customer_id', '=', customerId)
    .where('engine_id', '=', engineId)
    .where(sql<SqlBool>`period = ${periodOf(day)}::date`)
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('engines.usage')
    .values({ engine_id: engineId, customer_id: customerId, day, ...counted, counted_at: countedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'engine_id', 'day'])
        .doUpdateSet({ ...counted, ...(countedAt ? { counted_at: countedAt } : {}) }),
    )
    .execute();
  return counted.cards;
}
