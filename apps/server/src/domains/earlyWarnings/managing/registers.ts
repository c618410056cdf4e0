import type { WarningDefinition } from '@cardinal/contract/api/earlyWarnings/definition.ts';
import { earlyWarnings, warnSettings } from '@cardinal/contract/api/earlyWarnings/rules.ts';
import type { Ctx } from '../../../framework/context.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';
import type { RuleRow } from '../warningTables.ts';
import { endAllOf } from '../watching/endEvents.ts';
import { ruleOf } from './readRule.ts';
import { presentRules } from './ruleLists.ts';
import { begun, noted, written } from './writeRule.ts';

const columns = { limit: 'limit_text', windowMinutes: 'window_minutes' } as const;
const unique = { index: 'rule_name', field: 'name' } as const;

export const fleetRules = bindRegister(earlyWarnings, {
  table: 'early_warnings.rule',
  objectKind: 'warningRule',
  name: ({ name }) => name,
  columns,
  unique,
  hold: (ctx: Ctx, id) => ruleOf(ctx, id, 'fleet', true),
  begin: (ctx) => begun(ctx, 'fleet'),
  write: (ctx, given, before) => written(ctx, 'fleet', given as WarningDefinition, before),
  noted,
  list: { from: (query) => query.where('t.origin', '=', 'fleet'), present: presentRules },
});

/** What a customer's own settings do not say: they hold at once, and are about the customer alone. */
const OF_OWN = { windowMinutes: null, holdMinutes: 0, customerIds: [] };

export const ownRules = bindRegister(warnSettings, {
  table: 'early_warnings.rule',
  objectKind: 'warningRule',
  name: ({ name }) => name,
  columns: { limit: 'limit_text' },
  unique,
  hold: (ctx: Ctx, id) => ruleOf(ctx, id, 'own', true),
  begin: (ctx) => ({ ...begun(ctx, 'own'), window_minutes: null, hold_minutes: 0, customer_ids: [] }),
  write: (ctx, given, before) => written(ctx, 'own', { ...given, ...OF_OWN } as WarningDefinition, before),
  release: (ctx, rule: RuleRow) => endAllOf(ctx, rule.id),
  noted,
  list: { from: (query) => query.where('t.origin', '=', 'own'), present: presentRules },
});
