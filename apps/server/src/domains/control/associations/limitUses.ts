import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { LimitUse } from '../limits/limitUse.ts';

const strategy = text('流控策略', 'flow-control strategy');
const ofPackage = text('套餐', 'package');

/** Where rules, packages and exceptions refer to speed-limit strategies. */
export async function limitUsesInFlows(ctx: Ctx, ids: readonly string[]): Promise<readonly LimitUse[]> {
  const wanted = sql`any(${[...ids]}::bigint[])`;
  const rules = await ctx.db
    .selectFrom('control.flow_strategy as s')
    .innerJoin(
      sql<{ limit_id: string }>`lateral (
        select distinct (rule->>'limitStrategyId')::bigint as limit_id from jsonb_array_elements(s.rules) rule)`.as(
        'r',
      ),
      (on) => on.onTrue(),
    )
    .select(['r.limit_id as strategyId', 's.name'])
    .where(sql<boolean>`r.limit_id = ${wanted}`)
    .orderBy('s.name')
    .execute();
  const packages = await ctx.db
    .selectFrom('control.flow_strategy_package as a')
    .innerJoin('packages.v_package as p', 'p.id', 'a.package_id')
    .innerJoin(
      sql<{ limit_id: string }>`lateral (
        select a.limit_strategy_id as limit_id union
        select e.limit_strategy_id from control.flow_limit_exception e where e.flow_package_id = a.id)`.as('r'),
      (on) => on.onTrue(),
    )
    .select(['r.limit_id as strategyId', 'p.name'])
    .where(sql<boolean>`r.limit_id = ${wanted}`)
    .orderBy('p.name')
    .execute();
  return [
    ...rules.map((each) => ({ ...each, kind: strategy })),
    ...packages.map((each) => ({ ...each, kind: ofPackage })),
  ];
}
