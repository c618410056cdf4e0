import * as api from '@cardinal/contract/api/cardCommands/plans.ts';
import { bind, bindList, type Route } from '../../../framework/domain.ts';
import { addPlan, editPlan } from './editPlans.ts';
import { planAccounts } from './planAccounts.ts';
import { planDataset, planOptions } from './planList.ts';
import { pullPlans } from './pullPlans.ts';

export const planRoutes: readonly Route[] = [
  bindList(api.listPlans, planDataset),
  bind(api.planAccounts, (ctx) => planAccounts(ctx)),
  bind(api.planOptions, (ctx) => planOptions(ctx)),
  bind(api.addPlan, (ctx, { body }) => addPlan(ctx, body)),
  bind(api.editPlan, (ctx, { body }) => editPlan(ctx, body)),
  bind(api.pullPlans, (ctx, { body }) => pullPlans(ctx, body)),
];
