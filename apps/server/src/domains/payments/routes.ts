import * as accounts from '@cardinal/contract/api/payments/collectingAccounts.ts';
import * as online from '@cardinal/contract/api/payments/onlinePayments.ts';
import * as decisions from '@cardinal/contract/api/payments/paymentDecisions.ts';
import * as reading from '@cardinal/contract/api/payments/paymentRoutes.ts';
import { bind, bindList, bindPrepared, type Route } from '../../framework/domain.ts';
import {
  addCollectingAccount,
  addMerchantToRoute,
  editCollectingAccount,
  editMerchantOfRoute,
} from './accounts/editAccounts.ts';
import { enableCollectingAccount, raiseCollectingAccount, switchRoute } from './accounts/orderAccounts.ts';
import { viewAccountNumber } from './accounts/viewAccountNumber.ts';
import { askRefundAgain, confirmRefundByHand, refundByHand, returnPayment } from './decisions/decideRefund.ts';
import { askPayment, readPayment } from './reading/readPayment.ts';
import { readPaymentRoute } from './reading/readPaymentRoute.ts';
import { routeDataset } from './reading/routeList.ts';
import { readTransferTo, tryPaymentRoute } from './routing/tryRoute.ts';

export const routes: readonly Route[] = [
  bindList(reading.listPaymentRoutes, routeDataset),
  bind(reading.readPaymentRoute, (ctx, { query }) => readPaymentRoute(ctx, query)),
  bind(reading.tryPaymentRoute, (ctx, { query }) => tryPaymentRoute(ctx, query)),
  bind(reading.readTransferTo, (ctx, { query }) => readTransferTo(ctx, query)),
  bind(online.readPayment, (ctx, { query }) => readPayment(ctx, query)),
  bindPrepared(online.askPayment, (ctx, { body }) => askPayment(ctx, body), { perMinute: 60 }),
  bind(decisions.returnPayment, (ctx, { body }) => returnPayment(ctx, body)),
  bind(decisions.askRefundAgain, (ctx, { body }) => askRefundAgain(ctx, body)),
  bind(decisions.refundByHand, (ctx, { body }) => refundByHand(ctx, body)),
  bind(decisions.confirmRefundByHand, (ctx, { body }) => confirmRefundByHand(ctx, body)),
  bind(accounts.addCollectingAccount, (ctx, { body }) => addCollectingAccount(ctx, body)),
  bind(accounts.editCollectingAccount, (ctx, { body }) => editCollectingAccount(ctx, body)),
  bind(accounts.addMerchantToRoute, (ctx, { body }) => addMerchantToRoute(ctx, body)),
  bind(accounts.editMerchantOfRoute, (ctx, { body }) => editMerchantOfRoute(ctx, body)),
  bind(accounts.enableCollectingAccount, (ctx, { body }) => enableCollectingAccount(ctx, body)),
  bind(accounts.switchRoute, (ctx, { body }) => switchRoute(ctx, body)),
  bind(accounts.raiseCollectingAccount, (ctx, { body }) => raiseCollectingAccount(ctx, body)),
  bind(accounts.viewAccountNumber, (ctx, { body }) => viewAccountNumber(ctx, body)),
];
