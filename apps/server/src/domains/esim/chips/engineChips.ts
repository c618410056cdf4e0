import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

/** The eSIM cards of these customers. */
export async function engineChips(
  ctx: Ctx,
  customerIds: readonly string[],
  afterId: string,
  most: number,
): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('esim.chip')
    .select('id')
    .where(sql<SqlBool>`customer_id = any(${[...customerIds]}::bigint[])`)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map((row) => row.id);
}
