import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

/** How many addresses have each tag, whoever owns them. */
export async function addressTagUse(ctx: Ctx): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx
    .beyondScope('only sums over all customers come out')
    .selectFrom('customers.address')
    .select(['tag', sql<string>`count(*)`.as('n')])
    .where('tag', 'is not', null)
    .groupBy('tag')
    .execute();
  return new Map(rows.map((row) => [String(row.tag), Number(row.n)]));
}
