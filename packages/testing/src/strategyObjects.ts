import type { Add } from './objects.ts';

/** A strategy of every sort, one of which governs a package. */
export async function strategiesOf(customerId: string, packageId: string, add: Add) {
  const ofCustomer = { customer_id: customerId };
  const flowStrategy = await add('control.flow_strategy', { ...ofCustomer, platform: 2, rules: '[]', state: 'shadow' });
  return {
    limitStrategy: await add('control.limit_strategy', { ...ofCustomer, tiers: '[]', reset: 'cycle' }),
    flowStrategy,
    flowPackage: await add('control.flow_strategy_package', {
      ...ofCustomer,
      strategy_id: flowStrategy,
      package_id: packageId,
    }),
    displayStrategy: await add('control.display_strategy', {
      ...ofCustomer,
      audience: 'child',
      shows: '{status}',
      unit: 'MB',
    }),
    operationStrategy: await add('operation_strategies.strategy', {
      ...ofCustomer,
      trigger: 'packageEnded',
      customer_ids: `{${customerId}}`,
      action: 4,
      state: 'shadow',
      revision: 1,
      priority: 50,
      brake: 100,
      currency: 'CNY',
    }),
  };
}
