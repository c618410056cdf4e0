import * as api from '@cardinal/contract/api/carrierSync/carrierCards.ts';
import { listCarrierPools } from '@cardinal/contract/api/carrierSync/carrierPoolList.ts';
import { bind, bindList, type Route } from '../../../framework/domain.ts';
import { decideDifferences } from '../differences/decideDifferences.ts';
import { differenceDataset } from '../differences/differences.ts';
import { carrierPoolDataset } from '../pools/poolList.ts';
import { startOverAccount } from './accountCards.ts';
import { moveCarrierCards } from './moveCards.ts';
import { syncRunDataset } from './syncRuns.ts';

export const syncRoutes: readonly Route[] = [
  bind(api.syncCarrierAccount, (ctx, { body }) => startOverAccount(ctx, 'sync_card', body.accountId)),
  bind(api.reconcileCarrierAccount, (ctx, { body }) => startOverAccount(ctx, 'reconcile_card', body.accountId)),
  bind(api.decideDifferences, (ctx, { body }) => decideDifferences(ctx, body)),
  bind(api.moveCarrierCards, (ctx, { body }) => moveCarrierCards(ctx, body)),
  bindList(api.listSyncRuns, syncRunDataset),
  bindList(api.listDifferences, differenceDataset),
  bindList(listCarrierPools, carrierPoolDataset),
];
