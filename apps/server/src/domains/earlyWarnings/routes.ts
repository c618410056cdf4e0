import { handleWarning, listOwnWarningEvents, listWarningEvents } from '@cardinal/contract/api/earlyWarnings/events.ts';
import * as rules from '@cardinal/contract/api/earlyWarnings/rules.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { handleEvent } from './managing/handleEvent.ts';
import { fleetRules, ownRules } from './managing/registers.ts';
import { silenceRule, switchRule } from './managing/switchRule.ts';
import { testRule } from './managing/testRule.ts';
import { choicesOf } from './reading/choices.ts';
import { fleetEvents, ownEvents } from './reading/eventLists.ts';
import { backTestRule, previewRule } from './reading/previewRule.ts';

export const routes: readonly Route[] = [
  ...fleetRules,
  ...ownRules,
  bind(rules.earlyWarningChoices, (ctx, { query }) => choicesOf(ctx, 'fleet', query.id)),
  bind(rules.warnSettingChoices, (ctx, { query }) => choicesOf(ctx, 'own', query.id)),
  bind(rules.switchEarlyWarning, (ctx, { body }) => switchRule(ctx, 'fleet', body)),
  bind(rules.switchWarnSetting, (ctx, { body }) => switchRule(ctx, 'own', body)),
  bind(rules.silenceEarlyWarning, (ctx, { body }) => silenceRule(ctx, body)),
  bind(rules.previewEarlyWarning, (ctx, { query }) => previewRule(ctx, query.id, 'fleet')),
  bind(rules.previewWarnSetting, (ctx, { query }) => previewRule(ctx, query.id, 'own')),
  bind(rules.backTestEarlyWarning, (ctx, { query }) => backTestRule(ctx, query.id)),
  bind(rules.testWarnSetting, (ctx, { body }) => testRule(ctx, body.id)),
  bindList(listWarningEvents, fleetEvents),
  bindList(listOwnWarningEvents, ownEvents),
  bind(handleWarning, (ctx, { body }) => handleEvent(ctx, body)),
];
