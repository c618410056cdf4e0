import type { Add } from './objects.ts';

type Insert = (table: string, row: Readonly<Record<string, unknown>>) => Promise<void>;

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
    renewalRule: await renewalRuleOf(customerId, packageId, add),
    ...(await remindersOf(customerId, add)),
    ...(await warningsOf(customerId, add)),
  };
}

/** A rule about renewals of a package, and what it counted. */
async function renewalRuleOf(customerId: string, packageId: string, add: Add): Promise<string> {
  const id = await add('renewals.rule', {
    customer_id: customerId,
    package_ids: `{${packageId}}`,
    channels: '{api}',
    limits: '{forbid}',
    state: 'shadow',
    revision: 1,
    currency: 'CNY',
  });
  await add('renewals.blocked', { customer_id: customerId, rule_id: id, revision: 1, is_shadow: true, channel: 'api' });
  return id;
}

/** A rule of reminders, and what it told nobody. */
async function remindersOf(customerId: string, add: Add) {
  const reminded = { kind: 'flowPercent', threshold: 80 };
  const usageReminder = await add('usage_reminders.rule', {
    customer_id: customerId,
    kind: 'flowPercent',
    thresholds: '{80}',
    receivers: '{owner}',
    ways: '{notice}',
    state: 'on',
  });
  const firing = await add('usage_reminders.firing', {
    rule_id: usageReminder,
    ...reminded,
    subject_id: usageReminder,
  });
  return {
    usageReminder,
    usageReminderMessage: await add('usage_reminders.message', {
      ...reminded,
      customer_id: customerId,
      owner_id: customerId,
      holder_id: customerId,
      rule_id: usageReminder,
      firing_id: firing,
      way: 'notice',
      result: 2,
      failure: 'noReceiver',
    }),
  };
}

/** A rule of staff with an open event, and a customer's own. */
async function warningsOf(customerId: string, add: Add) {
  const ofRule = { customer_id: customerId, metric: 'balance', level: 'warn' };
  const rule = (origin: 'fleet' | 'own') =>
    add('early_warnings.rule', {
      ...ofRule,
      origin,
      limit_text: '100.00',
      hold_minutes: 0,
      receivers: `{${customerId}}`,
      repeat_hours: 0,
      state: 'on',
    });
  const warningRule = await rule('fleet');
  return {
    warningRule,
    warnSetting: await rule('own'),
    warningEvent: await add('early_warnings.event', {
      ...ofRule,
      rule_id: warningRule,
      origin: 'fleet',
      object_customer_id: customerId,
      value: 9_900,
      worst: 9_900,
      limit_value: 10_000,
      currency: 'CNY',
      samples: '[]',
      state: 'open',
      told: 0,
    }),
  };
}

/** A fixed speed for one card, in shadow. */
export const speedLimitOf = (customerId: string, carrierAccount: string, card: string, add: Add) =>
  add('speed_limits.speed_limit', {
    customer_id: customerId,
    platform: 1,
    carrier_account_id: carrierAccount,
    kbps: 512,
    card_ids: `{${card}}`,
    restore: 'manual',
    brake: 100,
    revision: 1,
    state: 'shadow',
  });

/** A tariff, and what it charged for a card. */
export async function deductionsOf(customerId: string, cardId: string, add: Add, insert: Insert) {
  const ofCustomer = { customer_id: customerId };
  const priced = { unit_price: '5.00', type: 1, source: 1, currency: 'CNY' };
  const deductionTariff = await add('deductions.tariff', {
    ...ofCustomer,
    ...priced,
    rounding: 'exact',
    on_empty: 4,
    state: 'off',
  });
  await insert('deductions.tariff_version', { tariff_id: deductionTariff, unit_price: '5.00', rounding: 'exact' });
  const posting = await add('deductions.posting', {
    ...ofCustomer,
    currency: 'CNY',
    state: 'posted',
    transaction_id: 1,
  });
  const deduction = await add('deductions.deduction', {
    ...ofCustomer,
    ...priced,
    tariff_id: deductionTariff,
    posting_id: posting,
    cycle: '2026-11',
    parts: '[]',
  });
  await insert('deductions.deduction_card', { deduction_id: deduction, card_id: cardId, amount: 1, weight: 1 });
  await add('deductions.figure', {
    tariff_id: deductionTariff,
    card_id: cardId,
    source: 'reading',
    deduction_id: deduction,
  });
  return { deductionTariff, deduction, deductionNo: `D${posting}` };
}
