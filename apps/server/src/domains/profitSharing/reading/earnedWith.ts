import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

export type Earned = { readonly sold: number; readonly amount: string };

/** How many of each package a customer sold since a moment, and what it earned with them; what was given back is taken off. */
export async function earnedWith(
  ctx: Ctx,
  asked: readonly { readonly customerId: string; readonly packageId: string }[],
  since: Date,
): Promise<(customerId: string, packageId: string) => Earned> {
  const rows = await ctx.db
    .selectFrom('profit_sharing.entry')
    .select(['customer_id', 'package_id', sql<string>`sum(amount)::text`.as('amount')])
    .select(sql<number>`(count(*) filter (where kind = 'sale'))::int`.as('sold'))
    .where(sql<boolean>`customer_id = any(${asked.map(({ customerId }) => customerId)}::bigint[])`)
    .where(sql<boolean>`package_id = any(${asked.map(({ packageId }) => packageId)}::bigint[])`)
    .where('at', '>=', since)
    .groupBy(['customer_id', 'package_id'])
    .execute();
  const known = new Map(rows.map((row) => [`${row.customer_id} ${row.package_id}`, row]));
  return (customerId, packageId) => known.get(`${customerId} ${packageId}`) ?? { sold: 0, amount: '0' };
}
