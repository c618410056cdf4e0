import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Currency } from '../../enumerations/money.ts';
import { PaymentState as ProviderPaymentState, RefundState } from '../../enumerations/onlinePayment.ts';
import { CollectedBy, PaymentProvider } from '../../enumerations/paymentRoute.ts';
import {
  CaseReason,
  RefundRequestState,
  RefundSource,
  RetailEvent,
  RetailProgress,
} from '../../enumerations/retail.ts';
import { SplitPartState } from '../../enumerations/splitOrder.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { sentAmountSchema } from '../customerAccounts/amounts.ts';
import { refundNotFound } from '../payments/refusals.ts';
import {
  attemptUnderWay,
  moreThanRefundable,
  nothingRefundable,
  notRequested,
  refundUnderWay,
  retailOrderNotFound,
} from './refusals.ts';
import { retailOrderFields } from './retailOrders.ts';

const time = z.iso.datetime({ offset: true });
const request = z.object({
  state: RefundRequestState.schema,
  reason: z.string(),
  answer: z.string().nullable(),
  askedAt: time,
  decidedAt: time.nullable(),
});

/** What of a package is ended: all of it, or only what has not begun. */
export const REFUNDED_PARTS = ['all', 'waiting'] as const;

/** What of an order can go back now, by the rule of its package. */
export const readRefundable = read({
  name: 'retailOrders.refundable',
  summary: text('可退金额', 'What can be refunded'),
  permission: ['wechatOrderList.refund', 'wechatOrderFail.refund'],
  query: { id: idSchema },
  answer: z.object({
    name: z.string(),
    title: z.string(),
    currency: Currency.schema,
    price: integerString,
    refunded: integerString,
    /** By what is ended. */
    most: z.object({ all: integerString, waiting: integerString }),
    /** The package is on the card, and is ended before money goes back. */
    isSetUp: z.boolean(),
    lines: z.array(
      z.object({
        id: idSchema,
        name: z.string(),
        isUsing: z.boolean(),
        startsAt: time,
        endsAt: time,
        price: integerString,
        refundable: integerString,
        why: z.string(),
      }),
    ),
    /** What follows from a refund of what is no package. */
    note: z.string().nullable(),
    /** Why nothing can; null: something can. */
    whyNot: z.string().nullable(),
    request: request.nullable(),
  }),
  refusals: [retailOrderNotFound],
  example: { query: { id: '1' } },
});

/** Ends the package and returns money the way it came. Approves a request of the buyer, whose answer is the reason. */
export const refundOrder = change({
  name: 'retailOrders.refund',
  summary: text('公众号订单退款', 'Refund a public-account order'),
  permission: ['wechatOrderList.refund', 'wechatOrderFail.refund'],
  operation: OperationType.values.AdjustMoney,
  movesMoney: true,
  body: z.strictObject({
    id: idSchema,
    part: z.enum(REFUNDED_PARTS).optional(),
    /** Left out: all that can be refunded. */
    amount: sentAmountSchema('smallest').optional(),
    reason: remarkSchema(),
  }),
  answer: doneSchema,
  refusals: [retailOrderNotFound, refundUnderWay, attemptUnderWay, nothingRefundable, moreThanRefundable],
  example: { body: { id: '1', reason: '用户要求退款' } },
});

/** Declines a buyer's request, with words for him. */
export const rejectRequest = change({
  name: 'retailOrders.rejectRequest',
  summary: text('拒绝退款申请', 'Decline a refund request'),
  permission: ['wechatOrderList.refund', 'wechatOrderFail.refund'],
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema, answer: remarkSchema() }),
  answer: doneSchema,
  refusals: [retailOrderNotFound, notRequested],
  example: { body: { id: '1', answer: '套餐已使用，不能退款' } },
});

/** Asks the provider now whether an order is paid. */
export const queryOrderPayment = change({
  name: 'retailOrders.queryPayment',
  summary: text('查询支付', 'Query the payment'),
  permission: 'wechatOrderList.queryPay',
  idempotency: 'none',
  isRecorded: false,
  body: z.strictObject({ id: idSchema }),
  answer: z.object({ state: ProviderPaymentState.schema, progress: RetailProgress.schema }),
  refusals: [retailOrderNotFound],
  example: { body: { id: '1' } },
});

const refundShape = z.object({
  id: idSchema,
  refundNo: z.string(),
  amount: integerString,
  source: RefundSource.schema,
  state: RefundState.schema,
  reason: z.string(),
  operator: z.string().nullable(),
  createdAt: time,
  doneAt: time.nullable(),
});

/** An order with what happened to it. */
export const readRetailOrder = read({
  name: 'retailOrders.detail',
  summary: text('公众号订单详情', 'Public-account order'),
  permission: ['wechatOrderList.view', 'wechatOrderFail.view', 'gzhRefundRecord.view'],
  query: { id: idSchema },
  answer: z.object({
    id: idSchema,
    name: z.string(),
    accountName: z.string(),
    customerName: z.string(),
    buyer: z.string(),
    iccid: z.string(),
    title: z.string(),
    price: integerString,
    refunded: integerString,
    currency: Currency.schema,
    collectedBy: CollectedBy.schema,
    progress: RetailProgress.schema,
    why: z.string().nullable(),
    paymentId: idSchema,
    createdAt: time,
    paidAt: time.nullable(),
    finishedAt: time.nullable(),
    remark: z.string().nullable(),
    /** Null: it does not wait at the desk. */
    case: z
      .object({
        reason: CaseReason.schema,
        openedAt: time,
        attempts: z.number().int(),
        nextAttemptAt: time.nullable(),
        refundAt: time.nullable(),
        ownerName: z.string().nullable(),
      })
      .nullable(),
    request: request.nullable(),
    refunds: z.array(refundShape),
    /** What WeChat paid to levels that the reader sees, after the payment. */
    splits: z.array(
      z.object({
        id: idSchema,
        customerName: z.string(),
        amount: integerString,
        state: SplitPartState.schema,
        said: z.string().nullable(),
        splitNo: z.string().nullable(),
        posting: z.string().nullable(),
        givenBack: integerString,
        owed: integerString,
        at: time,
      }),
    ),
    events: z.array(
      z.object({
        id: idSchema,
        at: time,
        kind: RetailEvent.schema,
        words: z.string().nullable(),
        by: z.string().nullable(),
      }),
    ),
  }),
  refusals: [retailOrderNotFound],
  example: { query: { id: '1' } },
});

const {
  orderNo,
  accountId,
  accountName,
  customerId,
  customerName,
  buyer,
  iccid,
  title,
  currency,
  tradeNo,
  collectedBy,
} = retailOrderFields;

/** Money on its way back to end users. */
export const listRetailRefunds = list({
  name: 'retailRefunds.list',
  summary: text('公众号退款记录', 'Public-account refunds'),
  permission: 'gzhRefundRecord.view',
  exportPermission: 'gzhRefundRecord.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    refundNo: field.identifier('退款单号', 'Refund number', { filters: ['is', 'contains'] }),
    createdAt: field.time('申请时间', 'Asked at', { filters: ['range'], sortable: true }),
    doneAt: field.time('完成时间', 'Done at', { sortable: true, nullable: true }),
    orderNo,
    orderId: field.id('订单编号', 'Order id', { exportable: false }),
    tradeNo,
    accountId,
    accountName,
    customerId,
    customerName,
    buyer,
    iccid,
    title,
    amount: field.money('退款金额', 'Refund', { sortable: true }),
    currency,
    source: field.enumeration(RefundSource, { filters: ['is'] }),
    reason: field.text('原因', 'Reason', { filters: ['contains'] }),
    state: field.enumeration(RefundState, { filters: ['is'] }),
    provider: field.enumeration(PaymentProvider, { filters: ['is'] }),
    collectedBy,
    providerNo: field.identifier('渠道退款单号', 'Provider number', { nullable: true }),
    /** Why the provider does not return it. */
    words: field.text('渠道说明', 'Provider’s words', { nullable: true }),
    operator: field.text('操作人', 'Operator', { nullable: true }),
  },
  defaultSort: '-createdAt',
  figures: z.object({
    sums: z.array(
      z.object({
        currency: Currency.schema,
        going: z.number().int(),
        goingAmount: integerString,
        abnormal: z.number().int(),
        done: integerString,
      }),
    ),
    /** Refunded of what was paid in the last 30 days, in percent; null: nothing was paid. */
    rate: z.number().nullable(),
  }),
});

/** A refund with what every level gave for it. */
export const readRetailRefund = read({
  name: 'retailRefunds.detail',
  summary: text('公众号退款详情', 'Public-account refund'),
  permission: 'gzhRefundRecord.view',
  query: { id: idSchema },
  answer: refundShape.extend({
    name: z.string(),
    orderId: idSchema,
    orderNo: z.string(),
    paymentId: idSchema,
    title: z.string(),
    currency: Currency.schema,
    providerNo: z.string().nullable(),
    words: z.string().nullable(),
    nextAt: time.nullable(),
    isCollector: z.boolean(),
    reference: z.string().nullable(),
    enteredBy: z.string().nullable(),
    isOwnEntry: z.boolean(),
    confirmedBy: z.string().nullable(),
    /** Of the caller's level and below; empty where nobody had earned anything yet. */
    levels: z.array(z.object({ customerId: idSchema, customerName: z.string(), amount: integerString })),
  }),
  refusals: [refundNotFound],
  example: { query: { id: '1' } },
});

/** Asks the provider now how far a refund is. */
export const queryRetailRefund = change({
  name: 'retailRefunds.query',
  summary: text('查询退款', 'Query a refund'),
  permission: 'gzhRefundRecord.query',
  idempotency: 'none',
  isRecorded: false,
  body: z.strictObject({ id: idSchema }),
  answer: z.object({ state: RefundState.schema }),
  refusals: [refundNotFound],
  example: { body: { id: '1' } },
});
