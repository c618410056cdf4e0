import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CashOutMethod, CashOutWait } from '../../enumerations/cashOut.ts';
import { Currency } from '../../enumerations/money.ts';
import { CashOutKind, CashOutState } from '../../enumerations/payment.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString, rowSchema } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { sentAmountSchema } from '../customerAccounts/amounts.ts';
import { tooManyAttempts } from '../identity/identity.ts';
import { passwordWrong } from '../identity/twoStep.ts';
import {
  aboveDay,
  aboveMost,
  belowLeast,
  cannotCancel,
  cannotRetry,
  cashOutNotFound,
  methodNotOffered,
  noReceiverOfMethod,
  nothingLeft,
  profitOutOfReach,
  receiverNotFound,
} from './refusals.ts';

export const cashOutFields = {
  id: field.id('编号', 'ID', { exportable: false }),
  cashOutNo: field.identifier('提现单号', 'Cash-out number', { filters: ['is'] }),
  customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
  customerName: field.text('客户', 'Customer'),
  kind: field.enumeration(CashOutKind, { filters: ['is'] }),
  method: field.enumeration(CashOutMethod, { filters: ['is'] }),
  /** Masked. */
  receiver: field.text('收款账户', 'Receiving account'),
  holder: field.text('收款人', 'Receiver'),
  amount: field.money('提现金额', 'Amount', { filters: ['range'], sortable: true }),
  fee: field.money('手续费', 'Fee'),
  tax: field.money('税', 'Tax'),
  net: field.money('到账金额', 'Net'),
  currency: field.enumeration(Currency, { filters: ['is'] }),
  state: field.enumeration(CashOutState, { filters: ['is'] }),
  /** Null once it has ended. */
  waitsFor: field.enumeration(CashOutWait, { nullable: true }),
  /** Why it failed or was rejected; while it is on its way, what hinders it. */
  reason: field.text('原因', 'Reason', { nullable: true }),
  providerNo: field.identifier('渠道单号', 'Provider number', { filters: ['is'], nullable: true }),
  createdAt: field.time('申请时间', 'Asked at', { filters: ['range'], sortable: true }),
  endedAt: field.time('结束时间', 'Ended at', { filters: ['range'], sortable: true, nullable: true }),
  offered: field.object(
    '可执行操作',
    'Offered',
    z.object({ cancel: z.boolean(), confirm: z.boolean(), retry: z.boolean() }),
  ),
};

/** Of the caller's customer; the platform reads everybody's. */
export const listCashOuts = list({
  name: 'cashOuts.list',
  summary: text('提现记录', 'Cash-outs'),
  permission: 'cashOutRecord.view',
  exportPermission: 'cashOutRecord.export',
  fields: cashOutFields,
  defaultSort: '-createdAt',
  /** Of what the filter finds, in each currency. */
  figures: z.object({
    sums: z.array(
      z.object({ currency: z.string(), done: integerString, underway: integerString, failed: integerString }),
    ),
  }),
});

/** With what proves it: calls, notices, postings. */
export const readCashOut = read({
  name: 'cashOuts.detail',
  summary: text('提现详情', 'Cash-out'),
  permission: ['cashOutRecord.view', 'cashOutCheck.view'],
  query: { id: idSchema },
  answer: rowSchema(cashOutFields).extend({
    name: z.string(),
    /** The address of the page on which the receiver confirms; to the customer that asked only. */
    receiveAt: z.string().nullable(),
    retryOf: z.object({ id: idSchema, cashOutNo: z.string() }).nullable(),
    retriedBy: z.object({ id: idSchema, cashOutNo: z.string() }).nullable(),
    voucherNo: z.string().nullable(),
    hasVoucher: z.boolean(),
    /** Its transactions in the ledger: held, then settled or given back. */
    transactions: z.array(
      z.object({
        id: idSchema,
        step: z.enum(['hold', 'settle', 'release']),
        at: z.iso.datetime({ offset: true }),
        amount: integerString,
      }),
    ),
    /** To the platform only, as are the calls and notices. */
    merchantName: z.string().nullable(),
    calls: z.array(
      z.object({
        at: z.iso.datetime({ offset: true }),
        operation: z.string(),
        outcome: z.string(),
        said: z.string().nullable(),
      }),
    ),
    notices: z.array(
      z.object({
        at: z.iso.datetime({ offset: true }),
        event: z.string(),
        said: z.string().nullable(),
        came: z.number().int(),
      }),
    ),
  }),
  refusals: [cashOutNotFound],
  example: { query: { id: '9001' } },
});

/** What is on its way and what has arrived, in each currency: one's own, of the platform everybody's. */
export const readCashOutSums = read({
  name: 'cashOuts.sums',
  summary: text('提现合计', 'Cash-outs in all'),
  permission: 'overView.view',
  answer: z.object({
    currencies: z.array(z.object({ currency: z.string(), underway: integerString, done: integerString })),
    /** The caller may take its profit out. */
    offersCashOut: z.boolean(),
  }),
});

/** What a cash-out would cost and where it could go. */
export const previewCashOut = read({
  name: 'cashOuts.preview',
  summary: text('提现预览', 'Cash-out preview'),
  permission: ['overView.cashOut', 'cashOutRecord.retry'],
  scope: 'own',
  answer: z.object({
    currency: Currency.schema,
    profit: integerString,
    receivers: z.array(
      z.object({
        id: idSchema,
        label: z.string(),
        isDefault: z.boolean(),
        isNew: z.boolean(),
        method: CashOutMethod.schema,
        least: integerString,
        most: integerString.nullable(),
        /** Still possible today; null without a limit. */
        dayLeft: integerString.nullable(),
        reviewFrom: integerString.nullable(),
        feePercent: z.string(),
        taxPercent: z.string(),
      }),
    ),
  }),
});

const moves = { operation: OperationType.values.AdjustMoney, movesMoney: true } as const;
const asked = z.object({
  id: idSchema,
  cashOutNo: z.string(),
  state: CashOutState.schema,
  amount: integerString,
  fee: integerString,
  tax: integerString,
  net: integerString,
});
const limits = [methodNotOffered, belowLeast, aboveMost, aboveDay, nothingLeft, profitOutOfReach, noReceiverOfMethod];
const password = z.string().min(1).max(64);

/** From profit to a receiver of one's own; frozen at once. The login password is asked again. */
export const askCashOut = change({
  ...moves,
  name: 'cashOuts.ask',
  summary: text('申请提现', 'Ask for cash-out'),
  permission: 'overView.cashOut',
  scope: 'own',
  holdsSecret: true,
  body: z.strictObject({ receiverId: idSchema, amount: sentAmountSchema('smallest'), password }),
  answer: asked,
  refusals: [receiverNotFound, ...limits, passwordWrong, tooManyAttempts],
  example: { body: { receiverId: '9101', amount: '100.00', password: 'Cardinal@2026' } },
});

/** A new one in place of one that failed, to the same or another receiver. */
export const retryCashOut = change({
  ...moves,
  name: 'cashOuts.retry',
  summary: text('重新提现', 'Cash out again'),
  permission: 'cashOutRecord.retry',
  scope: 'own',
  holdsSecret: true,
  body: z.strictObject({ id: idSchema, receiverId: idSchema, password }),
  answer: asked,
  refusals: [cashOutNotFound, cannotRetry, receiverNotFound, ...limits, passwordWrong, tooManyAttempts],
  example: { body: { id: '9001', receiverId: '9101', password: 'Cardinal@2026' } },
});

/** At once while nothing was sent; while the receiver has not confirmed, the provider is asked to take it back. */
export const cancelCashOut = change({
  ...moves,
  name: 'cashOuts.cancel',
  summary: text('撤销提现', 'Cancel cash-out'),
  permission: 'cashOutRecord.cancel',
  scope: 'own',
  body: z.strictObject({ id: idSchema }),
  answer: z.object({ id: idSchema, state: CashOutState.schema }),
  refusals: [cashOutNotFound, cannotCancel],
  example: { body: { id: '9001' } },
});

/** Shows where the receiver confirms, and asks the provider how it is. */
export const confirmCashOut = change({
  name: 'cashOuts.confirm',
  summary: text('确认收款', 'Confirm receipt'),
  permission: 'cashOutRecord.confirm',
  scope: 'own',
  idempotency: 'none',
  isRecorded: false,
  body: z.strictObject({ id: idSchema }),
  answer: z.object({
    id: idSchema,
    state: CashOutState.schema,
    waitsFor: CashOutWait.schema.nullable(),
    receiveAt: z.string().nullable(),
  }),
  refusals: [cashOutNotFound],
  example: { body: { id: '9001' } },
});
