import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Currency } from '../../enumerations/money.ts';
import {
  DifferenceSolution,
  StatementDifferenceKind,
  StatementLineKind,
  StatementState,
} from '../../enumerations/statement.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { merchantNotFound, ownMerchantsOnly } from '../paymentProviders/refusals.ts';
import { readPayment } from '../payments/onlinePayments.ts';
import { paymentNotFound } from '../payments/refusals.ts';
import { differenceNotFound, differenceSolved, statementNotDue, statementNotOffered } from './refusals.ts';

const SEEN = ['merchantList.view', 'aLiPayConfig.view', 'otherPaymentConfig.view'] as const;
const DECIDED = ['merchantList.edit', 'aLiPayConfig.edit', 'otherPaymentConfig.edit'] as const;
const moment = z.iso.datetime({ offset: true });
const day = z.iso.date();

/** Of one currency, in minor units: theirs, ours, and what the provider kept. */
const sumsSchema = z.object({
  currency: Currency.schema,
  came: integerString,
  returned: integerString,
  ourCame: integerString,
  ourReturned: integerString,
  fee: integerString,
  /** What is posted of the fee; null where its posting is not ours to make. */
  feePosted: integerString.nullable(),
  transactionId: idSchema.nullable(),
});
export type StatementSums = z.output<typeof sumsSchema>;

/** The statements of a merchant in a month, day by day. */
export const readStatementMonth = read({
  name: 'statements.month',
  summary: text('月度对账', 'Statements of a month'),
  permission: SEEN,
  query: { merchantId: idSchema, month: z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/) },
  answer: z.object({
    merchantId: idSchema,
    /** Whether the provider gives statements at all. */
    isOffered: z.boolean(),
    /** Fees are posted: the merchant is the platform's. */
    isPosted: z.boolean(),
    mayDecide: z.boolean(),
    /** Of all months. */
    open: z.int(),
    days: z.array(
      z.object({
        day,
        state: StatementState.schema,
        lines: z.int(),
        open: z.int(),
        /** How often the provider gave another file than before. */
        changes: z.int(),
        changedAt: moment.nullable(),
        readAt: moment.nullable(),
        /** When it is fetched next. */
        nextAt: moment.nullable(),
        /** Why it could not be fetched. */
        words: z.string().nullable(),
        sums: z.array(sumsSchema),
      }),
    ),
  }),
  refusals: [merchantNotFound],
  example: { query: { merchantId: '8801', month: '2026-11' } },
});
export type StatementDay = z.output<typeof readStatementMonth.answer>['days'][number];

/** What the provider wrote, and which payment or refund of ours it is. */
export const listStatementLines = list({
  name: 'statementLines.list',
  summary: text('账单明细', 'Statement lines'),
  permission: SEEN,
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    merchantId: field.id('商户', 'Merchant', { filters: ['is'], exportable: false }),
    day: field.day('账单日', 'Day', { filters: ['range'] }),
    at: field.time('时间', 'At', { filters: ['range'], sortable: true }),
    kind: field.enumeration(StatementLineKind, { filters: ['is'] }),
    ourNo: field.identifier('平台单号', 'Our number', { filters: ['is'] }),
    providerNo: field.identifier('渠道单号', 'Provider number', { filters: ['is'] }),
    currency: field.enumeration(Currency, { filters: ['is'] }),
    amount: field.money('金额', 'Amount'),
    fee: field.money('手续费', 'Fee', { nullable: true }),
    times: field.number('出现次数', 'Times listed'),
    paymentId: field.id('支付单', 'Payment', { nullable: true, exportable: false }),
  },
  defaultSort: '-at',
});

export const listStatementDifferences = list({
  name: 'statementDifferences.list',
  summary: text('对账差异', 'Statement differences'),
  permission: SEEN,
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    merchantId: field.id('商户', 'Merchant', { filters: ['is'], exportable: false }),
    day: field.day('账单日', 'Day', { filters: ['range'] }),
    kind: field.enumeration(StatementDifferenceKind, { filters: ['is'] }),
    lineKind: field.enumeration(StatementLineKind, { filters: ['is'] }),
    ourNo: field.identifier('平台单号', 'Our number', { filters: ['is'] }),
    providerNo: field.identifier('渠道单号', 'Provider number', { filters: ['is'] }),
    theirAmount: field.money('渠道金额', 'Theirs', { nullable: true }),
    theirCurrency: field.text('渠道币种', 'Their currency', { nullable: true }),
    ourAmount: field.money('平台金额', 'Ours', { nullable: true }),
    ourCurrency: field.text('平台币种', 'Our currency', { nullable: true }),
    /** Of the payment or the refund when the difference was found. */
    ourState: field.text('平台状态', 'Our state', { nullable: true }),
    paymentId: field.id('支付单', 'Payment', { nullable: true, exportable: false }),
    openedAt: field.time('发现时间', 'Found at', { sortable: true }),
    solution: field.enumeration(DifferenceSolution, { filters: ['is'], nullable: true }),
    solvedAt: field.time('处理时间', 'Solved at', { nullable: true }),
    reason: field.text('说明', 'Reason', { nullable: true }),
    decidedBy: field.text('处理人', 'Decided by', { nullable: true }),
  },
  defaultSort: '-openedAt',
  extra: { open: z.enum(['true']).optional() },
});

/** Says why a difference is none; it counts no longer. */
export const explainDifference = change({
  name: 'statementDifferences.explain',
  summary: text('说明差异', 'Explain a difference'),
  permission: DECIDED,
  scope: 'own',
  operation: OperationType.values.AdjustMoney,
  body: z.strictObject({ id: idSchema, reason: remarkSchema() }),
  answer: doneSchema,
  refusals: [differenceNotFound, ownMerchantsOnly, differenceSolved],
  example: { body: { id: '9101', reason: '渠道后台人工退款，已与客户核实' } },
});

/** Asks the provider after the payments in question, fetches the statement of a day again and matches it anew. */
export const fetchStatement = change({
  name: 'statements.fetch',
  summary: text('重新对账', 'Fetch a statement again'),
  permission: DECIDED,
  scope: 'own',
  idempotency: 'none',
  operation: OperationType.values.AdjustMoney,
  body: z.strictObject({ merchantId: idSchema, day }),
  answer: z.object({ state: StatementState.schema, open: z.int(), words: z.string().nullable() }),
  refusals: [merchantNotFound, ownMerchantsOnly, statementNotOffered, statementNotDue],
  example: { body: { merchantId: '8801', day: '2026-11-20' } },
});

/** Where statements name a payment and its refunds, for whoever sees the merchant; others see none. */
export const readPaymentLines = read({
  name: 'statements.ofPayment',
  summary: text('支付单的账单明细', 'Statement lines of a payment'),
  permission: readPayment.permission,
  query: { id: idSchema },
  answer: z.object({
    lines: z.array(
      z.object({
        id: idSchema,
        day,
        kind: StatementLineKind.schema,
        providerNo: z.string(),
        currency: Currency.schema,
        amount: integerString,
        fee: integerString.nullable(),
        at: moment,
        /** The posting of that day's fees, of which its fee is a part. */
        feePosted: integerString.nullable(),
        transactionId: idSchema.nullable(),
      }),
    ),
  }),
  refusals: [paymentNotFound],
  example: { query: { id: '8901' } },
});
