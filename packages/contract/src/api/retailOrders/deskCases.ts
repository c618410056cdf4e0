import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Currency } from '../../enumerations/money.ts';
import { FulfilmentState } from '../../enumerations/order.ts';
import { CaseReason } from '../../enumerations/retail.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { ownPublicAccountsOnly, publicAccountNotFound } from '../publicAccounts/publicAccounts.ts';
import { splitKeepsPackage } from '../subAccounts/refusals.ts';
import {
  anotherAccountsStaff,
  attemptUnderWay,
  caseSolved,
  refundUnderWay,
  replacementNotOffered,
  retailOrderNotFound,
} from './refusals.ts';
import { retailOrderFields } from './retailOrders.ts';

/** Cases dealt with at once. */
export const MOST_CASES = 100;

const { orderNo, accountId, accountName, customerId, customerName, buyer, iccid, title, price, currency } =
  retailOrderFields;

/** Paid orders that are not set up, and those whose buyer asks for his money. Their id is that of the order. */
export const listDeskCases = list({
  name: 'deskCases.list',
  summary: text('公众号订购失败', 'Failed public-account orders'),
  permission: 'wechatOrderFail.view',
  exportPermission: 'wechatOrderFail.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    orderNo,
    openedAt: field.time('等待自', 'Waiting since', { filters: ['range'], sortable: true }),
    reason: field.enumeration(CaseReason, { filters: ['is'] }),
    why: field.text('说明', 'What was said', { nullable: true }),
    accountId,
    accountName,
    customerId,
    customerName,
    buyer,
    iccid,
    title,
    price,
    currency,
    fulfilState: field.enumeration(FulfilmentState),
    attempts: field.number('尝试次数', 'Attempts', { sortable: true }),
    nextAttemptAt: field.time('下次自动尝试', 'Next attempt', { sortable: true, nullable: true }),
    refundAt: field.time('自动退款时间', 'Auto-refund at', { sortable: true, nullable: true }),
    ownerName: field.text('处理人', 'Handled by', { nullable: true }),
    /** What the buyer says, where he asks for his money. */
    requested: field.text('用户说明', 'Buyer’s reason', { nullable: true }),
    remark: field.text('备注', 'Remark', { nullable: true }),
    paymentId: field.id('支付单编号', 'Payment id', { exportable: false }),
    offered: field.object(
      '可执行操作',
      'Offered',
      z.object({ retry: z.boolean(), refund: z.boolean(), reject: z.boolean() }),
    ),
  },
  defaultSort: 'openedAt',
  /** `mine`: those the caller handles. */
  extra: { mine: z.enum(['true']).optional() },
  /** All that is open, whatever the filter. */
  figures: z.object({
    oldestAt: z.iso.datetime({ offset: true }).nullable(),
    groups: z.array(
      z.object({
        reason: CaseReason.schema,
        currency: Currency.schema,
        cases: z.number().int(),
        amount: integerString,
      }),
    ),
  }),
});

const OF_CASE = [retailOrderNotFound, caseSolved] as const;

/** Tries to set up what was paid. Each is answered for itself. */
export const retryCases = change({
  name: 'deskCases.retry',
  summary: text('重试开通', 'Try to set up again'),
  permission: 'wechatOrderFail.retry',
  operation: OperationType.values.OrderPackage,
  movesMoney: true,
  body: z.strictObject({ ids: z.array(idSchema).min(1).max(MOST_CASES) }),
  answer: z.object({
    started: z.number().int(),
    refused: z.array(z.object({ id: idSchema, orderNo: z.string(), why: z.string() })),
  }),
  refusals: [...OF_CASE, attemptUnderWay, refundUnderWay],
  example: { body: { ids: ['1'] } },
});

/** What else the account lists at the same price that this card can have. */
export const readReplacements = read({
  name: 'deskCases.replacements',
  summary: text('可替换的套餐', 'Packages to replace it'),
  permission: 'wechatOrderFail.replace',
  query: { id: idSchema },
  answer: z.object({ packages: z.array(z.object({ id: idSchema, title: z.string() })) }),
  refusals: OF_CASE,
  example: { query: { id: '1' } },
});

export const replaceCase = change({
  name: 'deskCases.replace',
  summary: text('更换套餐', 'Replace the package'),
  permission: 'wechatOrderFail.replace',
  operation: OperationType.values.OrderPackage,
  movesMoney: true,
  body: z.strictObject({ id: idSchema, listingId: idSchema }),
  answer: doneSchema,
  refusals: [...OF_CASE, attemptUnderWay, refundUnderWay, replacementNotOffered, splitKeepsPackage],
  example: { body: { id: '1', listingId: '1' } },
});

/** Who of the caller's customer may handle cases. */
export const readDeskStaff = read({
  name: 'deskCases.staff',
  summary: text('可分派的账号', 'Accounts that handle cases'),
  permission: 'wechatOrderFail.assign',
  scope: 'own',
  answer: z.object({ accounts: z.array(z.object({ id: idSchema, account: z.string() })) }),
});

export const assignCases = change({
  name: 'deskCases.assign',
  summary: text('分派失败订单', 'Assign failed orders'),
  permission: 'wechatOrderFail.assign',
  operation: OperationType.values.EditConfiguration,
  /** Without an owner nobody handles it. */
  body: z.strictObject({ ids: z.array(idSchema).min(1).max(MOST_CASES), ownerId: idSchema.nullable() }),
  answer: z.object({ done: z.number().int() }),
  refusals: [...OF_CASE, anotherAccountsStaff],
  example: { body: { ids: ['1'], ownerId: null } },
});

/** How often and until when an account's cases are tried by themselves. */
export const RULE_OF_HOUSE = { retries: 3, refundHours: 24 } as const;

export const readDeskRules = read({
  name: 'deskRules.read',
  summary: text('失败订单自动规则', 'Automatic rules for failed orders'),
  permission: 'wechatOrderFail.rule',
  answer: z.object({
    rules: z.array(
      z.object({
        accountId: idSchema,
        accountName: z.string(),
        retries: z.number().int(),
        /** Null: nothing is refunded by itself. */
        refundHours: z.number().int().nullable(),
        /** 0: nobody has set it. */
        version: z.number().int(),
        isOwn: z.boolean(),
      }),
    ),
  }),
});

export const setDeskRule = change({
  name: 'deskRules.set',
  summary: text('设置失败订单自动规则', 'Set the automatic rule for failed orders'),
  permission: 'wechatOrderFail.rule',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({
    accountId: idSchema,
    version: z.number().int().min(0),
    retries: z.number().int().min(0).max(20),
    refundHours: z.number().int().min(1).max(720).nullable(),
  }),
  answer: doneSchema,
  refusals: [publicAccountNotFound, ownPublicAccountsOnly, changedByAnother],
  example: { body: { accountId: '1', version: 0, retries: 3, refundHours: 24 } },
});
