import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CodeBatchState, CodeExpiry, RedeemCodeState } from '../../enumerations/groupBuy.ts';
import { SalesPlatform } from '../../enumerations/order.ts';
import { change, idSchema } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { minorSchema } from '../catalogue/products.ts';
import { insufficientBalance } from '../ledger/refusals.ts';
import { packageNotOrderable } from '../orders/refusals.ts';
import { MOST_CODES } from './offers.ts';
import {
  buyerNotAChild,
  codeBatchNotFound,
  codeNotFound,
  codesNotReady,
  codesTaken,
  groupBuyOfferNotFound,
  nothingToVoid,
  offerIsOff,
  priceMoved,
  stepBelowReserve,
  tooFewCodes,
  tooManyWrongCodes,
} from './refusals.ts';

/** As codes are written, with or without their dashes. */
export const codeSchema = z.string().trim().min(8).max(40);
export const countSchema = z.int().min(1).max(MOST_CODES);

const counts = {
  redeemed: field.number('已兑换', 'Redeemed'),
  redeeming: field.number('兑换中', 'Redeeming'),
  open: field.number('未兑换', 'Unused'),
  voided: field.number('已作废', 'Voided'),
  expired: field.number('已过期', 'Expired'),
};

/** Batches the caller sold or bought. */
export const listCodeBatches = list({
  name: 'codeBatches.list',
  summary: text('兑换码批次', 'Batches of codes'),
  permission: 'apiGroupBuyPackage.view',
  exportPermission: 'apiGroupBuyPackage.export',
  scope: 'own',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    batchNo: field.identifier('批次号', 'Batch number', { filters: ['is'] }),
    createdAt: field.time('发码时间', 'Issued at', { filters: ['range'], sortable: true }),
    offerId: field.id('团购编号', 'Offer id', { filters: ['is'], exportable: false }),
    offerName: field.text('团购名称', 'Offer', { filters: ['contains'] }),
    packageName: field.text('套餐', 'Package', { filters: ['contains'] }),
    salesPlatform: field.enumeration(SalesPlatform, { filters: ['is'], nullable: true, absent: text('API', 'API') }),
    sellerName: field.text('卖方', 'Seller'),
    buyerId: field.id('买方编号', 'Buyer id', { filters: ['is'], exportable: false }),
    buyerName: field.text('买方', 'Buyer'),
    state: field.enumeration(CodeBatchState, { filters: ['is'] }),
    count: field.number('数量', 'Codes'),
    price: field.money('单价', 'Price of one'),
    paid: field.money('已付', 'Paid'),
    returned: field.money('已退', 'Returned'),
    liability: field.money('未兑换负债', 'Unredeemed liability'),
    currency: field.text('币种', 'Currency'),
    ...counts,
    expiry: field.enumeration(CodeExpiry),
    expiresAt: field.time('到期时间', 'Expires at', { filters: ['range'], sortable: true }),
    /** Whether the codes can still be taken. */
    isTakeable: field.flag('可下载', 'To be taken'),
    takenAt: field.time('下载时间', 'Taken at', { nullable: true }),
    takenBy: field.text('下载人', 'Taken by', { nullable: true }),
    taskId: field.id('任务标识', 'Task id', { nullable: true, exportable: false }),
  },
  defaultSort: '-createdAt',
});

/** Sells codes to a direct child, whose balance pays. */
export const issueCodes = change({
  name: 'codeBatches.issue',
  summary: text('发放兑换码', 'Issue codes'),
  permission: 'apiGroupBuyPackage.issue',
  operation: OperationType.values.IssueCoupon,
  movesMoney: true,
  body: z.strictObject({
    offerId: idSchema,
    buyerId: idSchema,
    count: countSchema,
    /** Of one code, as it was shown. */
    price: minorSchema,
  }),
  answer: z.object({
    batchId: idSchema,
    batchNo: z.string(),
    taskId: idSchema,
    taskNo: z.string(),
    amount: integerString,
    currency: z.string(),
  }),
  refusals: [
    groupBuyOfferNotFound,
    offerIsOff,
    buyerNotAChild,
    tooFewCodes,
    priceMoved,
    packageNotOrderable,
    stepBelowReserve,
    insufficientBalance,
  ],
  example: { body: { offerId: '1', buyerId: '11', count: 100, price: '900' } },
});

/** Codes nobody redeemed: all of the batch, or these. Their price goes back to the buyer. */
export const voidCodes = change({
  name: 'codeBatches.void',
  summary: text('作废未兑换的码', 'Void unused codes'),
  permission: 'apiGroupBuyPackage.void',
  operation: OperationType.values.IssueCoupon,
  movesMoney: true,
  body: z.strictObject({ batchId: idSchema, codeIds: z.array(idSchema).min(1).max(MOST_CODES).optional() }),
  answer: z.object({ voided: z.number().int(), returned: integerString, currency: z.string() }),
  refusals: [codeBatchNotFound, nothingToVoid],
  example: { body: { batchId: '1' } },
});

/** The sheet of a batch, once: encrypted with a password that is shown once as well. */
export const downloadCodes = change({
  name: 'codeBatches.download',
  summary: text('下载兑换码', 'Download codes'),
  permission: 'apiGroupBuyPackage.download',
  operation: OperationType.values.ExportData,
  holdsSecret: true,
  body: z.strictObject({ batchId: idSchema }),
  answer: z.object({
    fileName: z.string(),
    /** The workbook, in Base64. */
    content: z.string(),
    password: z.string(),
  }),
  refusals: [codeBatchNotFound, codesNotReady, codesTaken],
  example: { body: { batchId: '1' } },
});

const codeFields = {
  id: field.id('编号', 'ID', { exportable: false }),
  codeNo: field.identifier('码序号', 'Code number', { filters: ['is'], sortable: true }),
  mask: field.text('兑换码', 'Code'),
  batchId: field.id('批次编号', 'Batch id', { filters: ['is'], exportable: false }),
  batchNo: field.identifier('批次号', 'Batch number', { filters: ['is'] }),
  packageName: field.text('套餐', 'Package', { filters: ['contains'] }),
  buyerName: field.text('买方', 'Buyer'),
  state: field.enumeration(RedeemCodeState, { filters: ['is'] }),
  iccid: field.identifier('ICCID', 'ICCID', { filters: ['is'], nullable: true }),
  orderNo: field.identifier('订单号', 'Order number', { filters: ['is'], nullable: true }),
  price: field.money('单价', 'Price'),
  currency: field.text('币种', 'Currency'),
  changedAt: field.time('状态时间', 'Since', { nullable: true }),
  expiresAt: field.time('到期时间', 'Expires at'),
  failure: field.text('上次失败', 'Last failure', { nullable: true }),
};

/** Codes the caller sold or bought; none is shown whole. */
export const listRedeemCodes = list({
  name: 'redeemCodes.list',
  summary: text('兑换码', 'Redeem codes'),
  permission: 'apiGroupBuyPackage.view',
  exportPermission: 'apiGroupBuyPackage.export',
  scope: 'own',
  fields: codeFields,
  defaultSort: '-codeNo',
});

/** Finds a code by its own words, for whoever has them in hand. */
export const lookUpCode = change({
  name: 'redeemCodes.lookUp',
  summary: text('查码', 'Look up a code'),
  permission: 'apiGroupBuyPackage.view',
  idempotency: 'none',
  isRecorded: false,
  body: z.strictObject({ code: codeSchema }),
  answer: z.object({
    id: idSchema,
    codeNo: z.string(),
    batchNo: z.string(),
    packageName: z.string(),
    buyerName: z.string(),
    state: RedeemCodeState.schema,
    iccid: z.string().nullable(),
    orderNo: z.string().nullable(),
    expiresAt: z.iso.datetime(),
  }),
  refusals: [codeNotFound, tooManyWrongCodes],
  example: { body: { code: '0000-0000-0000-0000' } },
});
