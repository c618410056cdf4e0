import { listFirings } from '@cardinal/contract/api/operationStrategies/firings.ts';
import { strategyNotFound } from '@cardinal/contract/api/operationStrategies/refusals.ts';
import {
  previewSwitch as previewEndpoint,
  readStrategy as readEndpoint,
  releaseStrategy as releaseEndpoint,
  strategyChoices,
  switchStrategy as switchEndpoint,
  tryStrategy as tryEndpoint,
} from '@cardinal/contract/api/operationStrategies/strategies.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { choicesOf } from './describing/scopeChoices.ts';
import { strategyRegister } from './managing/strategyRegister.ts';
import { previewSwitch, releaseStrategy, switchStrategy } from './managing/switchStrategy.ts';
import { firingDataset } from './reading/firingList.ts';
import { readStrategy } from './reading/readStrategy.ts';
import { tryStrategy } from './reading/tryStrategy.ts';

async function ownerOf(ctx: Ctx, id: string | undefined): Promise<string> {
  if (id === undefined) return accountOf(ctx).customerId;
  const row = await ctx.db
    .selectFrom('operation_strategies.strategy')
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refused(strategyNotFound);
  return row.customer_id;
}

export const routes: readonly Route[] = [
  ...strategyRegister,
  bind(strategyChoices, async (ctx, { query }) => choicesOf(ctx, await ownerOf(ctx, query.id))),
  bind(readEndpoint, (ctx, { query }) => readStrategy(ctx, query)),
  bind(previewEndpoint, (ctx, { query }) => previewSwitch(ctx, query)),
  bind(switchEndpoint, (ctx, { body }) => switchStrategy(ctx, body)),
  bind(releaseEndpoint, (ctx, { body }) => releaseStrategy(ctx, body)),
  bind(tryEndpoint, (ctx, { query }) => tryStrategy(ctx, query)),
  bindList(listFirings, firingDataset),
];
