import { listApiOrders } from '@cardinal/contract/api/orders/apiOrders.ts';
import * as clearing from '@cardinal/contract/api/orders/balanceClearing.ts';
import * as wallets from '@cardinal/contract/api/orders/cardWallets.ts';
import { orderablePackages as orderableEndpoint } from '@cardinal/contract/api/orders/orderablePackages.ts';
import * as orders from '@cardinal/contract/api/orders/packageOrders.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { orderablePackages } from './ordering/orderablePackages.ts';
import { apiOrderDataset } from './reading/apiOrderList.ts';
import { readPackageOrder } from './reading/readOrder.ts';
import { recordDataset } from './reading/recordList.ts';
import { unsubscribeDataset } from './reading/unsubscribeList.ts';
import { cancelClearing, checkClearing } from './wallets/checkClearing.ts';
import { clearableDataset } from './wallets/clearableList.ts';
import { clearingDataset } from './wallets/clearingList.ts';
import { readWallet } from './wallets/readWallet.ts';
import { rechargeCard, reverseRecharge } from './wallets/rechargeCard.ts';

export const routes: readonly Route[] = [
  bindList(orders.listPackageOrderRecords, recordDataset),
  bindList(orders.listUnsubscribeRecords, unsubscribeDataset),
  bind(wallets.readCardWallet, (ctx, { query }) => readWallet(ctx, query)),
  bind(wallets.rechargeCard, (ctx, { body }) => rechargeCard(ctx, body)),
  bind(wallets.reverseCardRecharge, (ctx, { body }) => reverseRecharge(ctx, body)),
  bindList(clearing.listClearableCards, clearableDataset),
  bindList(clearing.listClearings, clearingDataset),
  bind(clearing.checkClearing, (ctx, { body }) => checkClearing(ctx, body)),
  bind(clearing.cancelClearing, (ctx, { body }) => cancelClearing(ctx, body)),
  bindList(listApiOrders, apiOrderDataset),
  bind(orderableEndpoint, (ctx, { query }) => orderablePackages(ctx, query)),
  bind(orders.readPackageOrder, (ctx, { query }) => readPackageOrder(ctx, query)),
];
