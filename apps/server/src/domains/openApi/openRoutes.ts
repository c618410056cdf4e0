import * as codes from '@cardinal/contract/api/openApi/codeInterfaces.ts';
import { openEvents } from '@cardinal/contract/api/openApi/eventInterfaces.ts';
import * as api from '@cardinal/contract/api/openApi/interfaces.ts';
import * as orders from '@cardinal/contract/api/openApi/orderInterfaces.ts';
import { bind, bindList, bindPrepared } from '../../framework/domain.ts';
import { codeState, openBatch, openIssue, openOffers, openTake, openVoid, redeemCode } from '../groupBuys/face.ts';
import {
  listOpenTags,
  openCardDataset,
  readOpenCard,
  readOpenTask,
  readOpenUsage,
  readSelf,
  remarkCards,
  restartCards,
  stopCards,
  tagCards,
} from './cardInterfaces.ts';
import { listEvents } from './eventInterfaces.ts';
import { bindOpen, type OpenRoute } from './openRoute.ts';
import {
  listOpenPackages,
  orderPackage,
  readBalance,
  readOpenOrder,
  refundPackages,
  renewPackage,
} from './orderInterfaces.ts';

/** A hundred thousand numbers with their quotes, and what stands around them. */
const ORDER_BYTES = 4 * 1024 * 1024;

export const openRoutes: readonly OpenRoute[] = [
  bind(api.openSelf, (ctx) => readSelf(ctx)),
  bindList(api.openCards, openCardDataset),
  bind(api.openCard, (ctx, { params }) => readOpenCard(ctx, params)),
  bind(api.openUsage, (ctx, { params, query }) => readOpenUsage(ctx, params, query)),
  bind(api.openStop, (ctx, { body }) => stopCards(ctx, body)),
  bind(api.openRestart, (ctx, { body }) => restartCards(ctx, body)),
  bind(api.openTags, (ctx) => listOpenTags(ctx)),
  bind(api.openSetTags, (ctx, { body }) => tagCards(ctx, body)),
  bind(api.openRemark, (ctx, { body }) => remarkCards(ctx, body)),
  bind(orders.openPackages, (ctx, { query }) => listOpenPackages(ctx, query)),
  bind(orders.openBalance, (ctx) => readBalance(ctx)),
  bind(orders.openOrder, (ctx, { body }) => orderPackage(ctx, body), { bodyBytes: ORDER_BYTES }),
  bind(orders.openRenewal, (ctx, { body }) => renewPackage(ctx, body), { bodyBytes: ORDER_BYTES }),
  bind(orders.openOrderState, (ctx, { params, query }) => readOpenOrder(ctx, params, query)),
  bind(orders.openRefund, (ctx, { body }) => refundPackages(ctx, body)),
  bind(codes.openCodeOffers, (ctx) => openOffers(ctx)),
  bind(codes.openIssueCodes, (ctx, { body }) => openIssue(ctx, body)),
  bind(codes.openCodeBatch, (ctx, { params }) => openBatch(ctx, params)),
  bind(codes.openTakeCodes, (ctx, { params }) => openTake(ctx, params)),
  bind(codes.openVoidCodes, (ctx, { params, body }) => openVoid(ctx, params, body)),
  bindPrepared(codes.openRedeemCode, (ctx, { body }) => redeemCode(ctx, body)),
  bind(codes.openCodeState, (ctx, { params }) => codeState(ctx, params.codeNo)),
  bind(openEvents, (ctx, { query }) => listEvents(ctx, query)),
  bind(api.openTask, (ctx, { params, query }) => readOpenTask(ctx, params, query)),
].map(bindOpen);
