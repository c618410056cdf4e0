import * as orders from '@cardinal/contract/api/orders/packageOrders.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { readPackageOrder } from './reading/readOrder.ts';
import { recordDataset } from './reading/recordList.ts';
import { unsubscribeDataset } from './reading/unsubscribeList.ts';

export const routes: readonly Route[] = [
  bindList(orders.listPackageOrderRecords, recordDataset),
  bindList(orders.listUnsubscribeRecords, unsubscribeDataset),
  bind(orders.readPackageOrder, (ctx, { query }) => readPackageOrder(ctx, query)),
];
