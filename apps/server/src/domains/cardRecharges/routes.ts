import * as topUps from '@cardinal/contract/api/cardRecharges/endUserTopUps.ts';
import * as tiers from '@cardinal/contract/api/cardRecharges/tiers.ts';
import { bind, type Route } from '../../framework/domain.ts';
import { readCardBalance, readTopUp } from './reading/endUserReads.ts';
import { readFreeAmounts, setFreeAmount } from './tiers/freeAmounts.ts';
import { enableTier, readTierChoices, tierRoutes } from './tiers/tierRegister.ts';
import { topUp } from './topUps/beginTopUp.ts';

export const routes: readonly Route[] = [
  ...tierRoutes,
  bind(tiers.enableTier, (ctx, { body }) => enableTier(ctx, body)),
  bind(tiers.readTierChoices, (ctx) => readTierChoices(ctx)),
  bind(tiers.readFreeAmounts, (ctx) => readFreeAmounts(ctx)),
  bind(tiers.setFreeAmount, (ctx, { body }) => setFreeAmount(ctx, body)),
  bind(topUps.readCardBalance, (ctx, { query }) => readCardBalance(ctx, query)),
  bind(topUps.topUp, (ctx, { body }) => topUp(ctx, body)),
  bind(topUps.readTopUp, (ctx, { query }) => readTopUp(ctx, query)),
];
