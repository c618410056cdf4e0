import * as desk from '@cardinal/contract/api/retailOrders/deskCases.ts';
import * as endUserOrders from '@cardinal/contract/api/retailOrders/endUserOrders.ts';
import * as listings from '@cardinal/contract/api/retailOrders/listings.ts';
import * as refunding from '@cardinal/contract/api/retailOrders/refunding.ts';
import * as retailOrders from '@cardinal/contract/api/retailOrders/retailOrders.ts';
import { bind, bindList, bindPrepared, type Route } from '../../framework/domain.ts';
import { buy } from './buying/buy.ts';
import { assignCases, readDeskStaff } from './desk/assignCases.ts';
import { readReplacements, replaceCase } from './desk/replaceCase.ts';
import { retryCases } from './desk/retryCase.ts';
import { readDeskRules, setDeskRule } from './desk/ruleOfDesk.ts';
import { addListing, editListing, previewListings, readListable, shelveListing } from './listings/editListings.ts';
import { listingDataset } from './listings/listingList.ts';
import { deskCaseDataset } from './reading/deskCaseList.ts';
import { followOrder, readCardPackages, readOrders } from './reading/endUserReads.ts';
import { queryOrderPayment, readRetailOrder } from './reading/readRetailOrder.ts';
import { remarkOrder, retailOrderDataset } from './reading/retailOrderList.ts';
import { queryRetailRefund, readRetailRefund, retailRefundDataset } from './reading/retailRefundList.ts';
import { readRefundable } from './refunding/readRefundable.ts';
import { refundOrder } from './refunding/refundOrder.ts';
import { rejectRequest, requestRefund } from './refunding/requests.ts';

export const routes: readonly Route[] = [
  bind(endUserOrders.readCardPackages, (ctx, { query }) => readCardPackages(ctx, query)),
  bind(endUserOrders.buy, (ctx, { body }) => buy(ctx, body)),
  bind(endUserOrders.readOrders, (ctx, { query }) => readOrders(ctx, query)),
  bind(endUserOrders.followOrder, (ctx, { body }) => followOrder(ctx, body), { transaction: 'none' }),
  bindList(listings.listListings, listingDataset),
  bind(listings.addListing, (ctx, { body }) => addListing(ctx, body)),
  bind(listings.editListing, (ctx, { body }) => editListing(ctx, body)),
  bind(listings.shelveListing, (ctx, { body }) => shelveListing(ctx, body)),
  bind(listings.readListable, (ctx, { query }) => readListable(ctx, query)),
  bind(listings.previewListings, (ctx, { query }) => previewListings(ctx, query)),
  bindList(retailOrders.listRetailOrders, retailOrderDataset),
  bind(retailOrders.remarkOrder, (ctx, { body }) => remarkOrder(ctx, body)),
  bind(endUserOrders.requestRefund, (ctx, { body }) => requestRefund(ctx, body)),
  bind(refunding.readRetailOrder, (ctx, { query }) => readRetailOrder(ctx, query)),
  bind(refunding.readRefundable, (ctx, { query }) => readRefundable(ctx, query)),
  bind(refunding.refundOrder, (ctx, { body }) => refundOrder(ctx, body)),
  bind(refunding.rejectRequest, (ctx, { body }) => rejectRequest(ctx, body)),
  bindPrepared(refunding.queryOrderPayment, (ctx, { body }) => queryOrderPayment(ctx, body), { perMinute: 60 }),
  bindList(refunding.listRetailRefunds, retailRefundDataset),
  bind(refunding.readRetailRefund, (ctx, { query }) => readRetailRefund(ctx, query)),
  bindPrepared(refunding.queryRetailRefund, (ctx, { body }) => queryRetailRefund(ctx, body), { perMinute: 60 }),
  bindList(desk.listDeskCases, deskCaseDataset),
  bind(desk.retryCases, (ctx, { body }) => retryCases(ctx, body)),
  bind(desk.readReplacements, (ctx, { query }) => readReplacements(ctx, query)),
  bind(desk.replaceCase, (ctx, { body }) => replaceCase(ctx, body)),
  bind(desk.readDeskStaff, (ctx) => readDeskStaff(ctx)),
  bind(desk.assignCases, (ctx, { body }) => assignCases(ctx, body)),
  bind(desk.readDeskRules, (ctx) => readDeskRules(ctx)),
  bind(desk.setDeskRule, (ctx, { body }) => setDeskRule(ctx, body)),
];
