import * as prices from '@cardinal/contract/api/engines/customerPrices.ts';
import * as engines from '@cardinal/contract/api/engines/engines.ts';
import * as subscriptions from '@cardinal/contract/api/engines/subscriptions.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { priceDataset, setEnginePrice } from './customerPrices.ts';
import { readEngineImpact } from './engineImpact.ts';
import { engineDataset } from './engineList.ts';
import { subscriptionDataset } from './subscriptionList.ts';
import { grantTrial, stopSubscription } from './subscriptions.ts';
import { usageDataset } from './usageList.ts';
import { editEngine, priceEngine, shelveEngine } from './writeEngine.ts';

export const routes: readonly Route[] = [
  bindList(engines.listEngines, engineDataset),
  bind(engines.readEngineImpact, (ctx, { query }) => readEngineImpact(ctx, query)),
  bind(engines.editEngine, (ctx, { body }) => editEngine(ctx, body)),
  bind(engines.shelveEngine, (ctx, { body }) => shelveEngine(ctx, body)),
  bind(engines.priceEngine, (ctx, { body }) => priceEngine(ctx, body)),
  bindList(prices.listEnginePrices, priceDataset),
  bind(prices.setEnginePrice, (ctx, { body }) => setEnginePrice(ctx, body)),
  bindList(subscriptions.listSubscriptions, subscriptionDataset),
  bind(subscriptions.grantTrial, (ctx, { body }) => grantTrial(ctx, body)),
  bind(subscriptions.stopSubscription, (ctx, { body }) => stopSubscription(ctx, body)),
  bindList(subscriptions.listEngineUsage, usageDataset),
];
