import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Currency } from '../../enumerations/money.ts';
import { NoticeVerdict, PaymentState, RefundState } from '../../enumerations/onlinePayment.ts';
import { PaymentProvider } from '../../enumerations/paymentRoute.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { integerString } from '../../framework/fields.ts';
import { paymentNotFound } from './refusals.ts';

const moment = z.iso.datetime({ offset: true });

/** How a payment stands for the one who pays. */
export const paymentStandingSchema = z.object({
  id: idSchema,
  tradeNo: z.string(),
  provider: PaymentProvider.schema,
  currency: Currency.schema,
  amount: integerString,
  state: PaymentState.schema,
  /** What was paid for has got its due. */
  isSettled: z.boolean(),
  /** Only while it can be paid: a code to show, or a page to open. */
  targetKind: z.enum(['code', 'page', 'sheet']).nullable(),
  targetUrl: z.string().nullable(),
  expiresAt: moment,
  /** Why the provider refused it or could not be asked. */
  words: z.string().nullable(),
  updatedAt: moment,
});

export const readPayment = read({
  name: 'payments.detail',
  summary: text('支付单', 'Payment'),
  permission: ['userRecharge.view', 'wechatOrderList.view', 'wechatOrderFail.view', 'gzhRefundRecord.view'],
  query: { id: idSchema },
  answer: paymentStandingSchema.extend({
    name: z.string(),
    subjectId: idSchema,
    payerId: idSchema,
    /** Null for who may not see the collector. */
    merchantName: z.string().nullable(),
    providerNo: z.string().nullable(),
    /** The provider's own word for its state. */
    said: z.string().nullable(),
    paidAmount: integerString.nullable(),
    paidCurrency: Currency.schema.nullable(),
    paidAt: moment.nullable(),
    settledAt: moment.nullable(),
    /** When it is asked after next. */
    nextAt: moment.nullable(),
    createdAt: moment,
    /** The caller's customer collects, and decides what the provider's word leaves open. */
    isCollector: z.boolean(),
    notices: z.array(
      z.object({
        id: idSchema,
        at: moment,
        lastAt: moment,
        event: z.string(),
        verdict: NoticeVerdict.schema,
        said: z.string().nullable(),
        came: z.number().int(),
      }),
    ),
    refunds: z.array(
      z.object({
        id: idSchema,
        refundNo: z.string(),
        amount: integerString,
        reason: z.string(),
        state: RefundState.schema,
        providerNo: z.string().nullable(),
        said: z.string().nullable(),
        words: z.string().nullable(),
        createdAt: moment,
        doneAt: moment.nullable(),
        /** Of one paid by hand, for the collector: the transfer, who entered and who confirmed it. */
        reference: z.string().nullable(),
        enteredBy: z.string().nullable(),
        isOwnEntry: z.boolean(),
        confirmedBy: z.string().nullable(),
      }),
    ),
  }),
  refusals: [paymentNotFound],
  example: { query: { id: '8901' } },
});

/** For the one who pays: asks the provider now, for the code first, then whether it has the money. */
export const askPayment = change({
  name: 'payments.ask',
  summary: text('查询支付', 'Ask after a payment'),
  permission: 'userRecharge.pay',
  scope: 'own',
  idempotency: 'none',
  isRecorded: false,
  body: z.strictObject({ id: idSchema }),
  answer: paymentStandingSchema,
  refusals: [paymentNotFound],
  example: { body: { id: '8901' } },
});
