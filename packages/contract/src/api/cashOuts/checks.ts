import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CashOutRisk } from '../../enumerations/cashOut.ts';
import { CashOutState } from '../../enumerations/payment.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { queryList } from '../../framework/paging.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { notAVoucher } from '../customerAccounts/recharges.ts';
import { cashOutFields } from './cashOuts.ts';
import {
  cashOutMoved,
  cashOutNotFound,
  notAtProvider,
  ownCashOut,
  payerCannotConfirm,
  voucherRecorded,
} from './refusals.ts';

export const MOST_CHECKED = 100;

const { offered: _offered, ...shared } = cashOutFields;
/** What the platform has to decide and to pay. */
export const listCashOutChecks = list({
  name: 'cashOutChecks.list',
  summary: text('提现审核', 'Cash-outs to review'),
  permission: 'cashOutCheck.view',
  fields: {
    ...shared,
    risks: field.object('风险', 'Risk', z.array(CashOutRisk.schema)),
    firstBy: field.text('初审人', 'First reviewer', { nullable: true }),
    checkedBy: field.text('审核人', 'Reviewed by', { nullable: true }),
    paidBy: field.text('付款人', 'Paid by', { nullable: true }),
    merchantName: field.text('付款商户', 'Payer merchant', { nullable: true }),
    offered: field.object(
      '可执行操作',
      'Offered',
      z.object({
        pass: z.boolean(),
        reject: z.boolean(),
        pay: z.boolean(),
        confirm: z.boolean(),
        query: z.boolean(),
      }),
    ),
  },
  defaultSort: 'createdAt',
  /** `open`: what has not ended; `ids`: what was ticked. */
  extra: {
    open: z.enum(['true']).optional(),
    risk: CashOutRisk.schema.optional(),
    ids: queryList(idSchema, MOST_CHECKED).optional(),
  },
  figures: z.object({
    waiting: z.number().int(),
    sums: z.array(z.object({ currency: z.string(), review: integerString, underway: integerString })),
  }),
});

/** Where the profit comes from that a customer takes out. */
export const readCashOutComposition = read({
  name: 'cashOutChecks.composition',
  summary: text('提现来源', 'Where the profit comes from'),
  permission: 'cashOutCheck.view',
  query: { id: idSchema },
  answer: z.object({
    profit: integerString,
    frozen: integerString,
    /** Of the last 90 days. */
    orders: z.number().int(),
    earned: integerString,
    reversed: integerString,
    refundPercent: z.number(),
    /** Earned with what the customer's own subtree pays on its own account, by package. */
    packages: z.array(z.object({ name: z.string(), amount: integerString })),
    payers: z.array(z.object({ name: z.string(), amount: integerString })),
    past: z.object({ done: z.number().int(), failed: z.number().int(), amount: integerString }),
  }),
  refusals: [cashOutNotFound],
  example: { query: { id: '9001' } },
});

const moves = { operation: OperationType.values.AdjustMoney, movesMoney: true } as const;
const reason = remarkSchema();

/** Passes or rejects up to a hundred; each is answered for itself. */
export const checkCashOuts = change({
  ...moves,
  name: 'cashOutChecks.check',
  summary: text('审核提现', 'Review cash-outs'),
  permission: 'cashOutCheck.check',
  body: z.discriminatedUnion('verdict', [
    z.strictObject({ verdict: z.literal('pass'), ids: z.array(idSchema).min(1).max(MOST_CHECKED) }),
    z.strictObject({ verdict: z.literal('reject'), ids: z.array(idSchema).min(1).max(MOST_CHECKED), reason }),
  ]),
  answer: z.object({
    done: z.number().int(),
    /** Of these, what a second person has to pass as well. */
    waiting: z.number().int(),
    refused: z.array(z.object({ id: idSchema, cashOutNo: z.string(), why: z.string() })),
  }),
  refusals: [ownCashOut],
  example: { body: { verdict: 'pass', ids: ['9001'] } },
});

const stateSchema = z.object({ id: idSchema, state: CashOutState.schema });

/** What was paid at the bank, with its voucher; another person confirms it. */
export const recordBankPayout = change({
  ...moves,
  name: 'cashOutChecks.recordBank',
  summary: text('登记银行付款', 'Record bank payment'),
  permission: 'cashOutCheck.bank',
  kind: 'upload',
  body: z.strictObject({ id: idSchema, voucherNo: stringSchema({ max: 60 }) }),
  answer: stateSchema,
  refusals: [cashOutNotFound, cashOutMoved, notAVoucher, voucherRecorded, ownCashOut],
  example: { body: { id: '9001', voucherNo: 'CMB20261124001' } },
});

/** The second person: confirmed, it is done; else it waits for its payment again. */
export const confirmBankPayout = change({
  ...moves,
  name: 'cashOutChecks.confirmBank',
  summary: text('复核银行付款', 'Confirm bank payment'),
  permission: 'cashOutCheck.bank',
  body: z.discriminatedUnion('verdict', [
    z.strictObject({ id: idSchema, verdict: z.literal('confirm') }),
    z.strictObject({ id: idSchema, verdict: z.literal('reject'), reason }),
  ]),
  answer: stateSchema,
  refusals: [cashOutNotFound, cashOutMoved, payerCannotConfirm, ownCashOut],
  example: { body: { id: '9001', verdict: 'confirm' } },
});

/** Asks the provider now. */
export const queryCashOut = change({
  name: 'cashOutChecks.query',
  summary: text('查询渠道结果', 'Ask the provider'),
  permission: 'cashOutCheck.query',
  idempotency: 'none',
  isRecorded: false,
  body: z.strictObject({ id: idSchema }),
  answer: stateSchema,
  refusals: [cashOutNotFound, notAtProvider, ownCashOut],
  example: { body: { id: '9001' } },
});

export const readPayoutVoucher = read({
  name: 'cashOutChecks.voucher',
  summary: text('付款凭证', 'Payment voucher'),
  permission: ['cashOutCheck.view', 'cashOutRecord.view'],
  kind: 'file',
  query: { id: idSchema },
  answer: z.null(),
  refusals: [cashOutNotFound],
  example: { query: { id: '9001' } },
});
