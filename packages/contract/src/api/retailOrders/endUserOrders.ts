import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { OrderType } from '../../enumerations/order.ts';
import { ListingBadge, RefundRequestState, RetailProgress } from '../../enumerations/retail.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { integerString } from '../../framework/fields.ts';
import { cardNotOfAccount } from '../publicAccounts/publicAccounts.ts';
import {
  askedAlready,
  boughtEnough,
  listingNotFound,
  notForCard,
  nothingRefundable,
  notPayableNow,
  notSoldHere,
  priceMoved,
  refundUnderWay,
  retailOrderNotFound,
  tooManyUnpaid,
} from './refusals.ts';

const params = { account: idSchema };
const ofEndUser = { permission: 'endUser', scope: 'own', params } as const;
const time = z.iso.datetime({ offset: true });

const listed = z.object({
  id: idSchema,
  title: z.string(),
  price: integerString,
  originalPrice: integerString.nullable(),
  currency: z.string(),
  badge: ListingBadge.schema,
  isAddOn: z.boolean(),
  /** Null: unlimited. */
  flowBytes: integerString.nullable(),
  voiceSeconds: z.number().nullable(),
  smsCount: z.number().nullable(),
  validityUnit: z.number(),
  validityCount: z.number(),
  /** How often this card may still buy it; null: as often as he likes. */
  left: z.number().nullable(),
});
export type Listed = z.output<typeof listed>;

const onCard = z.object({
  id: idSchema,
  name: z.string(),
  isRunning: z.boolean(),
  isAddOn: z.boolean(),
  flowBytes: integerString.nullable(),
  startsAt: time,
  endsAt: time,
});

/** What a card of his has, and what it can buy now. */
export const readCardPackages = read({
  name: 'h5.packages',
  path: '/api/h5/v1/:account/packages',
  summary: text('卡的套餐', 'Packages of a card'),
  ...ofEndUser,
  query: { cardId: idSchema },
  answer: z.object({
    own: z.array(onCard),
    listed: z.array(listed),
    /** Why nothing of it can be paid here, in a mini-program; null: it can. */
    notSold: z.object({ zh: z.string(), en: z.string() }).nullable(),
  }),
  refusals: [cardNotOfAccount],
  example: { params: { account: '1' }, query: { cardId: '1' } },
});

/** Begins an order at the price he has seen; the same again is the same order while it is unpaid. */
export const buy = change({
  name: 'h5.buy',
  path: '/api/h5/v1/:account/buy',
  summary: text('下单', 'Order a package'),
  ...ofEndUser,
  isRecorded: false,
  movesMoney: true,
  body: z.strictObject({ cardId: idSchema, listingId: idSchema, price: integerString }),
  answer: z.object({ orderId: idSchema }),
  refusals: [
    cardNotOfAccount,
    listingNotFound,
    boughtEnough,
    notForCard,
    notPayableNow,
    notSoldHere,
    priceMoved,
    tooManyUnpaid,
  ],
  example: { params: { account: '1' }, body: { cardId: '1', listingId: '1', price: '1500' } },
});

/** What WeChat's page takes to pay (`getBrandWCPayRequest`). */
export const paySheet = z.object({
  appId: z.string(),
  timeStamp: z.string(),
  nonceStr: z.string(),
  package: z.string(),
  signType: z.string(),
  paySign: z.string(),
});

const order = z.object({
  id: idSchema,
  orderNo: z.string(),
  type: OrderType.schema,
  title: z.string(),
  iccid: z.string(),
  cardId: idSchema,
  price: integerString,
  refunded: integerString,
  currency: z.string(),
  progress: RetailProgress.schema,
  createdAt: time,
  paidAt: time.nullable(),
  finishedAt: time.nullable(),
  /** Until then it can be paid. */
  payUntil: time,
});
export type EndUserOrder = z.output<typeof order>;

export const readOrders = read({
  name: 'h5.orders',
  path: '/api/h5/v1/:account/orders',
  summary: text('我的订单', 'My orders'),
  ...ofEndUser,
  query: { before: idSchema.optional() },
  answer: z.object({ orders: z.array(order), hasMore: z.boolean() }),
  example: { params: { account: '1' } },
});

/** One order, and how to pay it while it waits for that. Asks the provider where nothing has been heard. */
export const followOrder = change({
  name: 'h5.askAgain',
  path: '/api/h5/v1/:account/ask-again',
  summary: text('订单', 'Order'),
  ...ofEndUser,
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({ orderId: idSchema }),
  answer: z.object({
    order: order.extend({
      /** Why it could not be set up. */
      why: z.object({ zh: z.string(), en: z.string() }).nullable(),
      startsAt: time.nullable(),
      endsAt: time.nullable(),
      /** What went back, the latest last. */
      refunds: z.array(z.object({ amount: integerString, at: time, isDone: z.boolean() })),
      /** What he asked last. */
      request: z
        .object({ state: RefundRequestState.schema, reason: z.string(), answer: z.string().nullable() })
        .nullable(),
      /** He may ask for his money now. */
      mayAsk: z.boolean(),
    }),
    /** Null until the provider has answered, and after it is paid. */
    sheet: paySheet.nullable(),
    /** Where he pays on a page of the provider, its address; null until it has answered, and after it is paid. */
    payUrl: z.string().nullable(),
    /** Only where WeChat is simulated: the page that stands for its sheet. */
    sheetUrl: z.string().nullable(),
  }),
  refusals: [retailOrderNotFound],
  example: { params: { account: '1' }, body: { orderId: '1' } },
});

/** Asks the seller to return what was paid; his people decide. */
export const requestRefund = change({
  name: 'h5.requestRefund',
  path: '/api/h5/v1/:account/request-refund',
  summary: text('申请退款', 'Ask for a refund'),
  ...ofEndUser,
  isRecorded: false,
  body: z.strictObject({ orderId: idSchema, reason: remarkSchema() }),
  answer: doneSchema,
  refusals: [retailOrderNotFound, askedAlready, refundUnderWay, nothingRefundable],
  example: { params: { account: '1' }, body: { orderId: '1', reason: '买错套餐' } },
});
