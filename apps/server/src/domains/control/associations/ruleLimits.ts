import type { FlowRule } from '@cardinal/contract/api/control/flowRules.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { FlowStrategyRow } from '../controlTables.ts';
import type { LimitRule } from '../limits/limitRules.ts';
import { limitTemplates } from '../limits/limitTemplates.ts';
import { type Exception, governingLimit } from './governingLimit.ts';

/** What a rule that limits goes by on a package, for a customer given from the root down to itself; undefined: it is not limited. */
export type LimitOfRule = (
  on: { readonly strategyId: string; readonly packageId: string; readonly path: readonly string[] },
  rule: FlowRule,
) => LimitRule | undefined;

const among = (column: string, ids: readonly string[]) => sql<boolean>`${sql.ref(column)} = any(${[...ids]}::bigint[])`;

/** The limits of all rules of strategies, on the packages they govern. */
export async function limitsOfRules(ctx: Ctx, strategies: readonly FlowStrategyRow[]): Promise<LimitOfRule> {
  const ofRules = strategies.flatMap((each) => each.rules.flatMap(({ limitStrategyId }) => limitStrategyId ?? []));
  if (ofRules.length === 0) return () => undefined;
  const db = ctx.beyondScope('strategies act on the cards of their owners and those below, whoever looks');
  const strategyIds = strategies.map(({ id }) => id);
  const packages = await db
    .selectFrom('control.flow_strategy_package')
    .select(['id', 'strategy_id', 'package_id', 'limit_strategy_id', 'own_tiers'])
    .where(among('strategy_id', strategyIds))
    .execute();
  const excepted = await db
    .selectFrom('control.flow_limit_exception as e')
    .innerJoin('control.flow_strategy_package as a', 'a.id', 'e.flow_package_id')
    .select(['e.flow_package_id', 'e.customer_id', 'e.limit_strategy_id', 'e.ends_on'])
    .where(among('a.strategy_id', strategyIds))
    .execute();
  const templates = await limitTemplates(ctx, [
    ...ofRules,
    ...[...packages, ...excepted].flatMap(({ limit_strategy_id }) => limit_strategy_id ?? []),
  ]);
  const exceptions = Map.groupBy(excepted, ({ flow_package_id }) => flow_package_id);
  const byPackage = new Map(packages.map((row) => [`${row.strategy_id} ${row.package_id}`, row]));
  const today = dayText(ctx.clock.now());
  return ({ strategyId, packageId, path }, { limitStrategyId }) => {
    const own = byPackage.get(`${strategyId} ${packageId}`);
    const ofRule = templates.get(limitStrategyId ?? '');
    const { limits } = governingLimit(
      {
        exceptions: (exceptions.get(own?.id ?? '') ?? []).map(
          ({ customer_id, limit_strategy_id, ends_on }): Exception => ({
            customerId: customer_id,
            limit: limit_strategy_id === null ? null : (templates.get(limit_strategy_id) ?? null),
            endsOn: ends_on,
          }),
        ),
        ownTiers: own?.own_tiers ?? null,
        chosen: templates.get(own?.limit_strategy_id ?? '') ?? null,
        rules: ofRule ? [ofRule] : [],
      },
      path,
      today,
    );
    return limits[0];
  };
}
