import type { Ctx } from '../../../framework/context.ts';
import { DEFAULT_RELEASE, type Release } from './releaseRules.ts';

/** What was decided for these customers, the default where nobody has. */
export async function releasesOf(ctx: Ctx, customerIds: readonly string[]): Promise<ReadonlyMap<string, Release>> {
  const rows =
    customerIds.length === 0
      ? []
      : await ctx
          .beyondScope('the levels of a sale have rules of their own')
          .selectFrom('profit_sharing.release_rule')
          .select(['customer_id', 'rule', 'days'])
          .where('customer_id', 'in', [...customerIds])
          .execute();
  const known = new Map(rows.map(({ customer_id, rule, days }) => [customer_id, { rule, days }]));
  return new Map(customerIds.map((id) => [id, known.get(id) ?? DEFAULT_RELEASE]));
}
