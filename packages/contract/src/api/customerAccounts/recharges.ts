import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Currency } from '../../enumerations/money.ts';
import { PaymentState } from '../../enumerations/onlinePayment.ts';
import { ONLINE_METHODS, RechargeMethod, RechargeState } from '../../enumerations/recharge.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString, rowSchema } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { insufficientBalance } from '../ledger/refusals.ts';
import { targetNotAllowed } from '../paymentProviders/refusals.ts';
import { noMerchantTakes, notPaidInto, providerNotOffered } from '../payments/refusals.ts';
import { refusalsOf } from '../refusalCodes.ts';
import { sentAmountSchema } from './amounts.ts';

const refusal = refusalsOf('customerAccounts');

export const VOUCHER = { maxBytes: 10 * 1_024 * 1_024, extensions: ['jpg', 'jpeg', 'png', 'webp', 'pdf'] } as const;

export const rechargeNotFound = refusal.notFound(1670, 'rechargeNotFound', '充值单不存在', 'Recharge not found', 404);
export const directChildOnly = refusal.invalid(
  1670,
  'directChildOnly',
  '只能为直属下级录入',
  'Only for direct child customers',
);
export const otherCurrency = refusal.invalid(
  1671,
  'otherCurrency',
  '客户币种为 {currency}',
  'The customer’s currency is {currency}',
);
export const notAVoucher = refusal.invalid(
  1672,
  'notAVoucher',
  '请上传 10 MB 以内的 jpg、png、webp 图片或 PDF',
  'Upload a jpg, png or webp image or a PDF of at most 10 MB',
);
export const noBalanceToGive = refusal.invalid(
  1673,
  'noBalanceToGive',
  '平台没有余额，请录入银行转账',
  'The platform has no balance; enter a bank transfer',
);
export const profitShort = refusal.conflict(
  1674,
  'profitShort',
  '可提现余额不足，当前可用 {available} {currency}',
  'Withdrawable profit is short ({available} {currency})',
);
export const makerCannotCheck = refusal.forbidden(
  1670,
  'makerCannotCheck',
  '制单人不能审核',
  'The maker cannot be the checker',
);
export const checkedByPayer = refusal.forbidden(
  1671,
  'checkedByPayer',
  '只能由录入方的账号处理',
  'Only accounts of the customer that entered it can handle it',
);
export const rechargeDecided = refusal.conflict(
  1670,
  'rechargeDecided',
  '该充值单已处理，请刷新',
  'This recharge has been handled; reload',
);
export const voucherPosted = refusal.conflict(
  1671,
  'voucherPosted',
  '该银行凭证号已入账（{rechargeNo}），确认不是重复请填写原因',
  'This bank voucher has been posted ({rechargeNo}); if it is not the same payment, give a reason',
);

export const rechargeFields = {
  id: field.id('编号', 'ID', { exportable: false }),
  rechargeNo: field.identifier('充值单号', 'Recharge number', { filters: ['is', 'contains'] }),
  customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
  customerName: field.text('客户', 'Customer'),
  method: field.enumeration(RechargeMethod, { filters: ['is'] }),
  /** Negative where it was deducted. */
  amount: field.money('金额', 'Amount', { sortable: true }),
  bonus: field.money('赠送', 'Bonus'),
  currency: field.enumeration(Currency, { filters: ['is'] }),
  state: field.enumeration(RechargeState, { filters: ['is'] }),
  /** As posted; null until then. */
  balanceBefore: field.money('入账前余额', 'Balance before', { nullable: true }),
  balanceAfter: field.money('入账后余额', 'Balance after', { nullable: true }),
  bank: field.text('银行', 'Bank', { filters: ['contains'], nullable: true }),
  voucherNo: field.identifier('凭证号', 'Voucher number', { filters: ['is', 'contains'], nullable: true }),
  /** Bank and last digits of where the transfer came in, if that was said. */
  collectingAccount: field.text('收款账户', 'Collecting account', { nullable: true }),
  /** Staff of the parent: null for the customer itself. */
  enteredBy: field.text('制单人', 'Entered by', { filters: ['contains'], nullable: true }),
  checkedBy: field.text('审核人', 'Checked by', { filters: ['contains'], nullable: true }),
  remark: field.text('备注', 'Remark', { nullable: true }),
  /** Why it was rejected or voided. */
  decision: field.text('处理原因', 'Reason', { nullable: true }),
  createdAt: field.time('录入时间', 'Entered at', { filters: ['range'], sortable: true }),
  decidedAt: field.time('处理时间', 'Handled at', { filters: ['range'], sortable: true, nullable: true }),
  offered: field.object('可执行操作', 'Offered', z.object({ check: z.boolean(), void: z.boolean() })),
};

/** Recharges and corrections of the caller's customer and those below. */
export const listRecharges = list({
  name: 'recharges.list',
  summary: text('客户充值', 'Customer recharges'),
  permission: 'userRecharge.view',
  exportPermission: 'userRecharge.export',
  fields: rechargeFields,
  defaultSort: '-createdAt',
  /** What the filter finds: how many wait for review, and what was posted. */
  figures: z.object({
    pending: z.number().int(),
    posted: z.array(z.object({ currency: Currency.schema, today: integerString, month: integerString })),
  }),
  /** `under`: a customer and all below it. */
  extra: { under: idSchema.optional() },
});

export const readRecharge = read({
  name: 'recharges.detail',
  summary: text('充值单详情', 'Recharge'),
  permission: 'userRecharge.view',
  query: { id: idSchema },
  answer: rowSchema(rechargeFields).extend({
    name: z.string(),
    /** The type of the voucher's file; null without one. */
    voucherType: z.string().nullable(),
    voucherName: z.string().nullable(),
    /** Why a voucher number that was posted before was passed again. */
    repeatReason: z.string().nullable(),
    transactionId: idSchema.nullable(),
    /** Others with its voucher number at its bank. */
    sameVoucher: z.array(z.object({ id: idSchema, rechargeNo: z.string(), state: RechargeState.schema })),
    /** Online: its payments at a provider, the last one first. */
    payments: z.array(z.object({ id: idSchema, tradeNo: z.string(), state: PaymentState.schema })),
  }),
  refusals: [rechargeNotFound],
  example: { query: { id: '8001' } },
});

export const readVoucher = read({
  name: 'recharges.voucher',
  summary: text('银行凭证', 'Bank voucher'),
  permission: 'userRecharge.view',
  kind: 'file',
  query: { id: idSchema },
  answer: z.null(),
  refusals: [rechargeNotFound],
  example: { query: { id: '8001' } },
});

/** What a recharge or a deduction would meet: the balance of a child or one's own, and what the parent can spend. */
export const previewRecharge = read({
  name: 'recharges.preview',
  summary: text('充值预览', 'Recharge preview'),
  permission: ['userRecharge.add', 'userRecharge.deduct', 'userRecharge.pay'],
  query: {
    customerId: idSchema,
    bank: z.string().max(60).optional(),
    voucherNo: z.string().max(60).optional(),
  },
  answer: z.object({
    currency: Currency.schema,
    balance: integerString,
    spendable: integerString,
    /** Null where the parent is the platform, and for one's own. */
    parentSpendable: integerString.nullable(),
    sameVoucher: z.array(z.object({ id: idSchema, rechargeNo: z.string(), state: RechargeState.schema })),
    /** Where a transfer of the customer may have come in, the account in use first. */
    collectingAccounts: z.array(z.object({ id: idSchema, label: z.string(), isInUse: z.boolean() })),
    /** By which one's own balance can be recharged online; none for a child's. */
    onlineMethods: z.array(RechargeMethod.schema),
  }),
  refusals: [notFound, directChildOnly],
  example: { query: { customerId: '10' } },
});

const entry = {
  customerId: idSchema,
  /** The customer's; an amount in another is refused. */
  currency: Currency.schema,
  amount: sentAmountSchema('smallest'),
};
const common = {
  operation: OperationType.values.AdjustMoney,
  movesMoney: true,
  answer: z.object({ id: idSchema, rechargeNo: z.string(), state: RechargeState.schema }),
} as const;

/** Money that arrived at the bank; posted once a second person has passed it. */
export const enterBankTransfer = change({
  ...common,
  name: 'recharges.enterBank',
  summary: text('录入银行转账', 'Enter bank transfer'),
  permission: 'userRecharge.add',
  kind: 'upload',
  body: z.strictObject({
    ...entry,
    bonus: sentAmountSchema('zero').optional(),
    bank: stringSchema({ max: 60 }),
    voucherNo: stringSchema({ max: 60 }),
    collectingAccountId: idSchema.optional(),
    remark: remarkSchema({ optional: true }).optional(),
  }),
  refusals: [notFound, directChildOnly, otherCurrency, notAVoucher, notPaidInto],
  example: {
    body: { customerId: '10', currency: 'CNY', amount: '500.00', bank: '招商银行', voucherNo: 'CMB20261124001' },
  },
});

/** From the caller's own balance to a child's, at once. */
export const transferBalance = change({
  ...common,
  name: 'recharges.transfer',
  summary: text('从本方余额划转', 'Transfer own balance'),
  permission: 'userRecharge.add',
  body: z.strictObject({ ...entry, remark: remarkSchema({ optional: true }).optional() }),
  refusals: [notFound, directChildOnly, otherCurrency, noBalanceToGive, insufficientBalance],
  example: { body: { customerId: '11', currency: 'CNY', amount: '500.00' } },
});

/** Takes money off a child's balance; posted once a second person has passed it. */
export const enterDeduction = change({
  ...common,
  name: 'recharges.enterDeduction',
  summary: text('录入扣减', 'Enter deduction'),
  permission: 'userRecharge.deduct',
  body: z.strictObject({ ...entry, reason: remarkSchema() }),
  refusals: [notFound, directChildOnly, otherCurrency, insufficientBalance],
  example: { body: { customerId: '10', currency: 'CNY', amount: '1.00', reason: '更正重复入账' } },
});

/** From the caller's own profit to its balance, at once. */
export const spendProfit = change({
  ...common,
  name: 'recharges.spendProfit',
  summary: text('分润转余额', 'Turn profit into balance'),
  permission: ['userRecharge.pay', 'overView.deduct'],
  scope: 'own',
  body: z.strictObject({ currency: Currency.schema, amount: sentAmountSchema('smallest') }),
  refusals: [otherCurrency, noBalanceToGive, profitShort, insufficientBalance],
  example: { body: { currency: 'CNY', amount: '10.00' } },
});

/** At a provider, into one's own balance. The answer names the payment; where to pay stands there once the provider has said it. */
export const payOnline = change({
  ...common,
  name: 'recharges.payOnline',
  summary: text('在线充值', 'Recharge online'),
  permission: 'userRecharge.pay',
  scope: 'own',
  body: z.strictObject({
    currency: Currency.schema,
    amount: sentAmountSchema('smallest'),
    method: z.literal([...ONLINE_METHODS]),
    /** Where a page of the provider leads back to. */
    returnUrl: z.string().max(300),
    /** Paid in the browser of a phone, which cannot scan itself: WeChat is opened by a page. */
    isOnPhone: z.boolean().optional(),
  }),
  answer: common.answer.extend({ paymentId: idSchema }),
  refusals: [otherCurrency, noBalanceToGive, providerNotOffered, noMerchantTakes, targetNotAllowed],
  example: { body: { currency: 'CNY', amount: '100.00', method: 1, returnUrl: 'https://console.example.com/' } },
});

/** Passes or rejects what another account of the same customer entered. Passing posts. */
export const checkRecharge = change({
  ...common,
  name: 'recharges.check',
  summary: text('审核充值', 'Review recharge'),
  permission: 'userRecharge.check',
  body: z.discriminatedUnion('verdict', [
    z.strictObject({ id: idSchema, verdict: z.literal('pass'), repeatReason: remarkSchema().optional() }),
    z.strictObject({ id: idSchema, verdict: z.literal('reject'), reason: remarkSchema() }),
  ]),
  refusals: [rechargeNotFound, makerCannotCheck, checkedByPayer, rechargeDecided, voucherPosted, insufficientBalance],
  example: { body: { id: '8014', verdict: 'pass' } },
});

/** Takes back what nobody has reviewed yet. */
export const voidRecharge = change({
  name: 'recharges.void',
  summary: text('作废充值单', 'Void recharge'),
  permission: ['userRecharge.add', 'userRecharge.deduct'],
  operation: OperationType.values.AdjustMoney,
  body: z.strictObject({ id: idSchema, reason: remarkSchema() }),
  answer: doneSchema,
  refusals: [rechargeNotFound, checkedByPayer, rechargeDecided],
  example: { body: { id: '8014', reason: '录入有误' } },
});
