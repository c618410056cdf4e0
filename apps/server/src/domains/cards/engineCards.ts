import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';

/** Cards of these customers that can be looked up and located: all but cancelled ones. */
export async function engineCards(
  ctx: Ctx,
  customerIds: readonly string[],
  afterId: string,
  most: number,
): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('cards.card')
    .select('id')
    .where(sql<SqlBool>`customer_id = any(${[...customerIds]}::bigint[])`)
    .where('lifecycle', '!=', 'cancelled')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map((row) => row.id);
}
