import * as accounts from '@cardinal/contract/api/payments/collectingAccounts.ts';
import * as reading from '@cardinal/contract/api/payments/paymentRoutes.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { addCollectingAccount, editCollectingAccount } from './accounts/editAccounts.ts';
import { enableCollectingAccount, raiseCollectingAccount, switchRoute } from './accounts/orderAccounts.ts';
import { viewAccountNumber } from './accounts/viewAccountNumber.ts';
import { readPaymentRoute } from './reading/readPaymentRoute.ts';
import { routeDataset } from './reading/routeList.ts';
import { readTransferTo, tryPaymentRoute } from './routing/tryRoute.ts';

export const routes: readonly Route[] = [
  bindList(reading.listPaymentRoutes, routeDataset),
  bind(reading.readPaymentRoute, (ctx, { query }) => readPaymentRoute(ctx, query)),
  bind(reading.tryPaymentRoute, (ctx, { query }) => tryPaymentRoute(ctx, query)),
  bind(reading.readTransferTo, (ctx, { query }) => readTransferTo(ctx, query)),
  bind(accounts.addCollectingAccount, (ctx, { body }) => addCollectingAccount(ctx, body)),
  bind(accounts.editCollectingAccount, (ctx, { body }) => editCollectingAccount(ctx, body)),
  bind(accounts.enableCollectingAccount, (ctx, { body }) => enableCollectingAccount(ctx, body)),
  bind(accounts.switchRoute, (ctx, { body }) => switchRoute(ctx, body)),
  bind(accounts.raiseCollectingAccount, (ctx, { body }) => raiseCollectingAccount(ctx, body)),
  bind(accounts.viewAccountNumber, (ctx, { body }) => viewAccountNumber(ctx, body)),
];
