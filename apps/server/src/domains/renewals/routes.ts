import { listBlocked } from '@cardinal/contract/api/renewals/blocked.ts';
import * as endings from '@cardinal/contract/api/renewals/packageEndings.ts';
import * as rules from '@cardinal/contract/api/renewals/rules.ts';
import { accountOf } from '../../framework/context.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { choicesOf } from './describing/ruleChoices.ts';
import { ignoreEndings } from './endings/ignoreEndings.ts';
import { readEndings } from './endings/readEndings.ts';
import { ruleRegister } from './managing/ruleRegister.ts';
import { previewSwitch, ruleOf, switchRule } from './managing/switchRule.ts';
import { blockedDataset } from './reading/blockedList.ts';
import { readRule } from './reading/readRule.ts';
import { tryRenewal } from './reading/tryRenewal.ts';

export const routes: readonly Route[] = [
  bind(endings.readPackageEndings, (ctx, { query }) => readEndings(ctx, query)),
  bind(endings.ignorePackageEndings, (ctx, { body }) => ignoreEndings(ctx, body)),
  ...ruleRegister,
  bind(rules.ruleChoices, async (ctx, { query: { id } }) =>
    choicesOf(ctx, id === undefined ? accountOf(ctx).customerId : (await ruleOf(ctx, id)).customer_id),
  ),
  bind(rules.readRule, (ctx, { query }) => readRule(ctx, query)),
  bind(rules.previewRuleSwitch, (ctx, { query }) => previewSwitch(ctx, query)),
  bind(rules.switchRule, (ctx, { body }) => switchRule(ctx, body)),
  bind(rules.tryRenewal, (ctx, { query }) => tryRenewal(ctx, query)),
  bindList(listBlocked, blockedDataset),
];
