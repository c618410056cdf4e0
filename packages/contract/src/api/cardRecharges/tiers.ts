import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { TierState } from '../../enumerations/cardRecharge.ts';
import { Currency } from '../../enumerations/money.ts';
import { RechargeKind } from '../../enumerations/order.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { register } from '../../framework/register.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { sentAmountSchema } from '../customerAccounts/amounts.ts';
import { ownPublicAccountsOnly, publicAccountNotFound } from '../publicAccounts/publicAccounts.ts';
import {
  amountOutOfRange,
  bonusNotBelowAmount,
  firstTierTaken,
  notOfOwner,
  ownerNotYours,
  ownTiersOnly,
  productNotOfOwner,
  scopeMissing,
  stepDoesNotFit,
  tierNotFound,
  tierTaken,
  windowWrong,
} from './refusals.ts';

/** What a tier may cost, in the currency's main unit. */
export const LEAST_TIER = '1.00';
export const MOST_TIER = '10000.00';

const time = z.iso.datetime({ offset: true });

/** Amounts that end users put on their cards, with what is added; in an account, for a product, or both. */
export const phoneBillTiers = register({
  name: 'phoneBillTiers',
  noun: { zh: '充值档位', en: 'tier', many: 'tiers' },
  verb: 'add',
  permission: 'phoneBill',
  hasRightPerVerb: true,
  scope: 'customer-tree',
  operation: OperationType.values.EditStrategyPrice,
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    amount: field.money('充值金额', 'Amount', { sortable: true }),
    bonus: field.money('赠送', 'Bonus', { sortable: true }),
    /** What the user pays: the amount. */
    payable: field.money('用户支付', 'Paid by the user'),
    currency: field.enumeration(Currency),
    kind: field.enumeration(RechargeKind, { filters: ['is'] }),
    accountId: field.id('公众号编号', 'Account id', { filters: ['is'], nullable: true, exportable: false }),
    accountName: field.text('公众号', 'Public account', { nullable: true }),
    productCode: field.text('产品', 'Product', { filters: ['is'], nullable: true }),
    state: field.enumeration(TierState, { filters: ['is'] }),
    timesUsed: field.number('充值次数', 'Times used'),
    toppedUp: field.money('累计充值', 'Topped up'),
    bonusGiven: field.money('累计赠送', 'Bonus given'),
    /** Promised and paid for, while the owner's balance is short. */
    bonusOwed: field.money('待补发赠送', 'Bonus owed'),
    customerId: field.id('客户编号', 'Customer id', { exportable: false }),
    customerName: field.text('赠送承担方', 'Bonus paid by'),
    sort: field.number('排序', 'Order', { sortable: true }),
    validFrom: field.time('开始时间', 'From', { nullable: true }),
    validUntil: field.time('结束时间', 'Until', { nullable: true }),
    isEnabled: field.flag('启用', 'Enabled', { exportable: false }),
    isOwn: field.flag('可修改', 'Changeable', { exportable: false }),
    version: field.number('版本', 'Version', { exportable: false }),
    updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
  },
  defaultSort: 'sort',
  body: {
    /** Whose balance pays the bonus. */
    customerId: idSchema,
    accountId: idSchema.nullable().optional(),
    productCode: z.string().min(1).max(50).nullable().optional(),
    kind: RechargeKind.schema,
    amount: sentAmountSchema('smallest'),
    bonus: sentAmountSchema('zero'),
    sort: z.int().min(0).max(99_999),
    validFrom: time.nullable().optional(),
    validUntil: time.nullable().optional(),
  },
  locked: ['customerId'],
  isVersioned: true,
  notFound: tierNotFound,
  duplicate: tierTaken,
  refusals: {
    write: [
      firstTierTaken,
      amountOutOfRange,
      bonusNotBelowAmount,
      scopeMissing,
      notOfOwner,
      ownTiersOnly,
      productNotOfOwner,
      windowWrong,
    ],
    create: [ownerNotYours],
    delete: [ownTiersOnly],
  },
  example: { customerId: '10', accountId: '1', kind: 1, amount: '50.00', bonus: '5.00', sort: 10 },
});

export const enableTier = change({
  name: 'phoneBillTiers.enable',
  summary: text('启用或停用充值档位', 'Enable or disable a tier'),
  permission: 'phoneBill.enable',
  operation: OperationType.values.EditStrategyPrice,
  body: z.strictObject({ id: idSchema, isEnabled: z.boolean() }),
  answer: doneSchema,
  refusals: [tierNotFound, ownTiersOnly],
  example: { body: { id: '1', isEnabled: false } },
});

/** Whose tiers the caller may set, their accounts and products. */
export const readTierChoices = read({
  name: 'phoneBillTiers.choices',
  summary: text('充值档位可选范围', 'Owners and scopes of tiers'),
  permission: ['phoneBill.add', 'phoneBill.edit'],
  answer: z.object({
    owners: z.array(
      z.object({
        id: idSchema,
        name: z.string(),
        currency: Currency.schema,
        accounts: z.array(z.object({ id: idSchema, name: z.string() })),
        products: z.array(z.object({ code: z.string(), name: z.string() })),
      }),
    ),
  }),
});

const amounts = { least: integerString, most: integerString, step: integerString };

/** Which accounts take any amount, within which bounds. */
export const readFreeAmounts = read({
  name: 'phoneBillTiers.freeAmounts',
  summary: text('自由充值金额', 'Free amounts'),
  permission: 'phoneBill.view',
  answer: z.object({
    rules: z.array(
      z.object({
        accountId: idSchema,
        accountName: z.string(),
        isOn: z.boolean(),
        currency: Currency.schema,
        ...amounts,
        /** 0: nobody has set it. */
        version: z.number().int(),
        isOwn: z.boolean(),
      }),
    ),
  }),
});

export const setFreeAmount = change({
  name: 'phoneBillTiers.setFreeAmount',
  summary: text('设置自由充值金额', 'Set free amounts'),
  permission: 'phoneBill.custom',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({
    accountId: idSchema,
    version: z.number().int().min(0),
    isOn: z.boolean(),
    least: sentAmountSchema('smallest'),
    most: sentAmountSchema('smallest'),
    step: sentAmountSchema('smallest'),
  }),
  answer: doneSchema,
  refusals: [publicAccountNotFound, ownPublicAccountsOnly, changedByAnother, amountOutOfRange, stepDoesNotFit],
  example: { body: { accountId: '1', version: 0, isOn: true, least: '10.00', most: '500.00', step: '10.00' } },
});
