import { FlowBase } from '@cardinal/contract/enumerations/control.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

const { volume, day } = FlowBase.values;

/**
 * Of these packages those whose speed their owner limits by the volume used: by tiers or a strategy of their own, or by a rule of
 * their flow strategy. A rule that goes by a share of the allowance never fires where that is unlimited. Exceptions do not count.
 */
export async function limitedPackages(
  ctx: Ctx,
  ownerId: string,
  packageIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectFrom('control.flow_strategy_package as a')
    .innerJoin('control.flow_strategy as s', 's.id', 'a.strategy_id')
    .select('a.package_id')
    .where('a.customer_id', '=', ownerId)
    .where(sql<boolean>`a.package_id = any(${[...packageIds]}::bigint[])`)
    .where(
      sql<boolean>`(a.own_tiers is not null or a.limit_strategy_id is not null or exists (
        select 1 from jsonb_array_elements(s.rules) rule
        where rule->>'limitStrategyId' is not null and rule->>'base' in (${volume}, ${day})))`,
    )
    .execute();
  return new Set(rows.map(({ package_id }) => package_id));
}
