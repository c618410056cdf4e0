import * as pools from '@cardinal/contract/api/pools/cardPools.ts';
import * as limits from '@cardinal/contract/api/pools/limits.ts';
import * as myPool from '@cardinal/contract/api/pools/myPool.ts';
import * as cards from '@cardinal/contract/api/pools/poolCards.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { poolCardsDataset, readPoolOfCard } from './reading/poolCards.ts';
import { poolDataset } from './reading/poolList.ts';
import { readCardPool, readPoolOptions, readPoolUsage } from './reading/readPool.ts';
import { readSubPool } from './reading/readSubPool.ts';
import { closeCardPool, editCardPool } from './registry/changePool.ts';
import { createCardPool, createSubPool, readPoolChoices } from './registry/createPool.ts';
import { previewCap, setCap } from './registry/setCap.ts';
import { previewQuota, requestQuota, setQuota } from './registry/setQuota.ts';
import { previewTransfer } from './transfers/previewTransfer.ts';
import { transferDataset } from './transfers/transferList.ts';
import { readMyPools, transferCards, undoTransfer } from './transfers/transfers.ts';

export const routes: readonly Route[] = [
  bindList(pools.listCardPools, poolDataset),
  bindList(cards.listPoolCards, poolCardsDataset),
  bind(pools.readCardPool, (ctx, { query }) => readCardPool(ctx, query)),
  bind(pools.readSubPool, (ctx, { query }) => readSubPool(ctx, query)),
  bind(limits.previewQuota, (ctx, { query }) => previewQuota(ctx, query)),
  bind(limits.setQuota, (ctx, { body }) => setQuota(ctx, body)),
  bind(limits.requestQuota, (ctx, { body }) => requestQuota(ctx, body)),
  bind(limits.previewCap, (ctx, { body }) => previewCap(ctx, body)),
  bind(limits.setCap, (ctx, { body }) => setCap(ctx, body)),
  bind(pools.readPoolUsage, (ctx, { query }) => readPoolUsage(ctx, query)),
  bind(pools.cardPoolOptions, (ctx, { query }) => readPoolOptions(ctx, query)),
  bind(pools.cardPoolChoices, (ctx) => readPoolChoices(ctx)),
  bind(pools.createCardPool, (ctx, { body }) => createCardPool(ctx, body)),
  bind(pools.createSubPool, (ctx, { body }) => createSubPool(ctx, body)),
  bind(pools.editCardPool, (ctx, { body }) => editCardPool(ctx, body)),
  bind(pools.closeCardPool, (ctx, { body }) => closeCardPool(ctx, body)),
  bind(myPool.readMyPools, (ctx, { query }) => readMyPools(ctx, query)),
  bind(myPool.previewTransfer, (ctx, { body }) => previewTransfer(ctx, body)),
  bind(myPool.transferCards, (ctx, { body }) => transferCards(ctx, body)),
  bind(myPool.undoTransfer, (ctx, { body }) => undoTransfer(ctx, body)),
  bindList(myPool.listTransfers, transferDataset),
  bind(cards.readPoolOfCard, (ctx, { query }) => readPoolOfCard(ctx, query)),
];
