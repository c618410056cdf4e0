import * as codes from '@cardinal/contract/api/groupBuys/codes.ts';
import * as offers from '@cardinal/contract/api/groupBuys/offers.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { batchDataset } from './batches/batchList.ts';
import { issueToChild } from './batches/issueCodes.ts';
import { downloadCodes } from './batches/takeCodes.ts';
import { voidUnused } from './batches/voidCodes.ts';
import { codeDataset } from './codes/codeList.ts';
import { lookUpCode } from './codes/lookUpCode.ts';
import { addOffer, editOffer, enableOffer, packageOptions } from './offers/editOffers.ts';
import { offerDataset } from './offers/offerList.ts';

export const routes: readonly Route[] = [
  bindList(offers.listGroupBuyOffers, offerDataset),
  bind(offers.groupBuyPackages, (ctx, { query }) => packageOptions(ctx, query)),
  bind(offers.addGroupBuyOffer, (ctx, { body }) => addOffer(ctx, body)),
  bind(offers.editGroupBuyOffer, (ctx, { body }) => editOffer(ctx, body)),
  bind(offers.enableGroupBuyOffer, (ctx, { body }) => enableOffer(ctx, body)),
  bindList(codes.listCodeBatches, batchDataset),
  bind(codes.issueCodes, (ctx, { body }) => issueToChild(ctx, body)),
  bind(codes.voidCodes, (ctx, { body: { batchId, ...named } }) => voidUnused(ctx, { id: batchId }, named)),
  bind(codes.downloadCodes, (ctx, { body }) => downloadCodes(ctx, body.batchId)),
  bindList(codes.listRedeemCodes, codeDataset),
  bind(codes.lookUpCode, (ctx, { body }) => lookUpCode(ctx, body.code), { transaction: 'none' }),
];
