import type { Ctx } from '../../../framework/context.ts';

/** How many products of the caller's scope point at each plan of these carrier accounts. */
export async function productsOnPlans(
  ctx: Ctx,
  accountIds: readonly string[],
): Promise<(accountId: string, plan: string) => number> {
  if (accountIds.length === 0) return () => 0;
  const rows = await ctx.db
    .selectFrom('catalogue.product')
    .select((on) => ['carrier_account_id', 'communication_plan', on.fn.countAll<string>().as('n')])
    .where('carrier_account_id', 'in', [...new Set(accountIds)])
    .where('communication_plan', 'is not', null)
    .groupBy(['carrier_account_id', 'communication_plan'])
    .execute();
  const found = new Map(rows.map((row) => [`${row.carrier_account_id}:${row.communication_plan}`, Number(row.n)]));
  return (accountId, plan) => found.get(`${accountId}:${plan}`) ?? 0;
}
