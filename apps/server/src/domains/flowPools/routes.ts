import * as feeds from '@cardinal/contract/api/flowPools/feeds.ts';
import * as parts from '@cardinal/contract/api/flowPools/flowPoolParts.ts';
import * as pools from '@cardinal/contract/api/flowPools/flowPools.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { fillPool, readPackagesForPool, refundFeed } from './filling/fillPool.ts';
import { flowPoolDataset } from './reading/poolList.ts';
import { flowPoolCardsDataset, flowPoolEventsDataset, flowPoolFeedsDataset } from './reading/poolParts.ts';
import { readFlowPool, readFlowPoolOptions, readFlowPoolUsage } from './reading/readPool.ts';
import { closeFlowPool, createFlowPool, editFlowPool, readFlowPoolChoices } from './registry/flowPools.ts';

export const routes: readonly Route[] = [
  bindList(pools.listFlowPools, flowPoolDataset),
  bindList(parts.listFlowPoolCards, flowPoolCardsDataset),
  bindList(parts.listFlowPoolFeeds, flowPoolFeedsDataset),
  bindList(parts.listFlowPoolEvents, flowPoolEventsDataset),
  bind(pools.readFlowPool, (ctx, { query }) => readFlowPool(ctx, query)),
  bind(pools.readFlowPoolUsage, (ctx, { query }) => readFlowPoolUsage(ctx, query)),
  bind(pools.flowPoolOptions, (ctx, { query }) => readFlowPoolOptions(ctx, query)),
  bind(pools.flowPoolChoices, (ctx) => readFlowPoolChoices(ctx)),
  bind(pools.createFlowPool, (ctx, { body }) => createFlowPool(ctx, body)),
  bind(pools.editFlowPool, (ctx, { body }) => editFlowPool(ctx, body)),
  bind(pools.closeFlowPool, (ctx, { body }) => closeFlowPool(ctx, body)),
  bind(feeds.flowPoolPackages, (ctx, { query }) => readPackagesForPool(ctx, query)),
  bind(feeds.orderFlowPool, (ctx, { body }) => fillPool(ctx, body)),
  bind(feeds.refundFeed, (ctx, { body }) => refundFeed(ctx, body)),
];
