import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Currency } from '../../enumerations/money.ts';
import { ProfitReceiverKind, ProfitReceiverState } from '../../enumerations/splitOrder.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import {
  accountTaken,
  hasReceiver,
  merchantNotFound,
  notReceiver,
  ownAccount,
  platformMerchantsOnly,
  receiverNotFound,
  splitUnderWay,
  wechatRefused,
  wrongAccount,
} from './refusals.ts';

/** Whom a WeChat merchant can pay a part of a payment after it was paid. */
export const listProfitReceivers = list({
  name: 'profitReceivers.list',
  summary: text('分账接收方', 'Profit-sharing receivers'),
  permission: 'profitReceiver.view',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('客户', 'Customer', { filters: ['contains'] }),
    kind: field.enumeration(ProfitReceiverKind, { filters: ['is'] }),
    /** Masked. */
    account: field.identifier('接收账户', 'Account'),
    holder: field.text('户名', 'Holder'),
    state: field.enumeration(ProfitReceiverState, { filters: ['is'] }),
    /** Of splits that WeChat has paid, and what was given back of them. */
    received: field.money('累计分账', 'Received'),
    givenBack: field.money('累计回退', 'Given back'),
    currency: field.enumeration(Currency),
    createdAt: field.time('登记时间', 'Registered at', { sortable: true }),
    version: field.number('版本', 'Version', { exportable: false }),
  },
  defaultSort: '-createdAt',
  extra: { merchantId: idSchema },
  refusals: [merchantNotFound],
  example: { query: { merchantId: '8801' } },
});

/** What of a merchant's splitting is set. */
export const readSplitSettings = read({
  name: 'profitReceivers.settings',
  summary: text('商户分账设置', 'Split settings of a merchant'),
  permission: 'profitReceiver.view',
  query: { merchantId: idSchema },
  answer: z.object({
    /** The platform's own: only such a merchant splits. */
    isPlatforms: z.boolean(),
    /** How much of a payment may be split, in percent: `30`. */
    ratioPercent: z.string(),
    version: z.int(),
  }),
  refusals: [merchantNotFound],
  example: { query: { merchantId: '8801' } },
});

const written = { operation: OperationType.values.EditConfiguration } as const;
const ofMerchant = [merchantNotFound, platformMerchantsOnly];

/** As agreed with WeChat: what exceeds it would be refused there. */
export const setSplitRatio = change({
  ...written,
  name: 'profitReceivers.setRatio',
  summary: text('设置分账最高比例', 'Set the highest split ratio'),
  permission: 'profitReceiver.edit',
  body: z.strictObject({
    merchantId: idSchema,
    version: z.int(),
    ratioPercent: z.string().regex(/^(100(\.0{1,2})?|[1-9]?\d(\.\d{1,2})?)$/),
  }),
  answer: doneSchema,
  refusals: [...ofMerchant, changedByAnother],
  example: { body: { merchantId: '8801', version: 0, ratioPercent: '30' } },
});

/** Registers a customer at WeChat first; what it does not accept is not kept. */
export const addProfitReceiver = change({
  ...written,
  name: 'profitReceivers.add',
  summary: text('新增分账接收方', 'Add a profit-sharing receiver'),
  permission: 'profitReceiver.add',
  holdsSecret: true,
  body: z.strictObject({
    merchantId: idSchema,
    customerId: idSchema,
    kind: ProfitReceiverKind.schema,
    /** A merchant number, or the openid of the merchant's app. */
    accountNumber: z.string().trim().min(1).max(64),
    /** A merchant's full name, a person's real name. */
    holder: stringSchema({ max: 60 }),
  }),
  answer: z.object({ id: idSchema }),
  refusals: [...ofMerchant, notReceiver, wrongAccount, ownAccount, hasReceiver, accountTaken, wechatRefused],
  example: {
    body: {
      merchantId: '8801',
      customerId: '10',
      kind: 'merchant',
      accountNumber: '1900000109',
      holder: '甲代理有限公司',
    },
  },
});

/** Removed at WeChat first: nothing is split for it any more. */
export const removeProfitReceiver = change({
  ...written,
  name: 'profitReceivers.remove',
  summary: text('移除分账接收方', 'Remove a profit-sharing receiver'),
  permission: 'profitReceiver.delete',
  body: z.strictObject({ merchantId: idSchema, id: idSchema }),
  answer: doneSchema,
  refusals: [...ofMerchant, receiverNotFound, splitUnderWay, wechatRefused],
  example: { body: { merchantId: '8801', id: '1' } },
});
