import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Currency } from '../../enumerations/money.ts';
import { ValidityUnit } from '../../enumerations/package.ts';
import { PaymentProvider } from '../../enumerations/paymentRoute.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { sentAmountSchema } from '../customerAccounts/amounts.ts';
import {
  belowContractPrices,
  leadTooShort,
  notYourMerchant,
  ownTemplatesOnly,
  planTaken,
  signedContractsExist,
  templateNotFound,
  templateUsed,
} from './refusals.ts';

export const templateFields = {
  id: field.id('编号', 'ID', { exportable: false }),
  name: field.text('模板名称', 'Name', { filters: ['contains'], sortable: true }),
  customerName: field.text('所属客户', 'Owner'),
  provider: field.enumeration(PaymentProvider, { filters: ['is'] }),
  merchantId: field.id('商户编号', 'Merchant id', { filters: ['is'], exportable: false }),
  merchantName: field.text('商户', 'Merchant'),
  planId: field.identifier('模板 ID', 'Plan ID', { filters: ['is'] }),
  maxAmount: field.money('单次上限', 'Maximum per charge', { sortable: true }),
  currency: field.enumeration(Currency),
  periodUnit: field.enumeration(ValidityUnit, { label: text('周期单位', 'Period unit') }),
  leadDays: field.number('提前通知（天）', 'Notice (days)'),
  displayName: field.text('展示名称', 'Display name'),
  /** Contracts that run, those that have ended, and packages that use it. */
  signed: field.number('签约中', 'Signed now'),
  ended: field.number('已解约', 'Ended'),
  offers: field.number('使用套餐数', 'Packages using it'),
  isEnabled: field.flag('可新签约', 'Takes new contracts', { filters: ['is'] }),
  isOwn: field.flag('本方', 'Own', { exportable: false }),
  version: field.number('版本', 'Version', { exportable: false }),
  createdAt: field.time('添加时间', 'Added at', { sortable: true }),
};

export const listTemplates = list({
  name: 'renewalTemplates.list',
  summary: text('自动续费签约模板', 'Auto-renew templates'),
  permission: 'autoRenewContractTemplateList.view',
  fields: templateFields,
  defaultSort: '-createdAt',
});

const written = { operation: OperationType.values.EditConfiguration, answer: doneSchema } as const;
const terms = {
  name: stringSchema({ min: 2, max: 30 }),
  maxAmount: sentAmountSchema('smallest'),
  leadDays: z.int().min(1).max(7),
  displayName: stringSchema({ min: 2, max: 20 }),
};
const example = { name: '月包自动续费', maxAmount: '50.00', leadDays: 2, displayName: '流量卡套餐' };

export const addTemplate = change({
  ...written,
  name: 'renewalTemplates.add',
  summary: text('新增签约模板', 'Add an auto-renew template'),
  permission: 'autoRenewContractTemplateList.add',
  scope: 'own',
  body: z.strictObject({
    ...terms,
    merchantId: idSchema,
    planId: z.string().regex(/^[1-9]\d{0,17}$/),
    periodUnit: ValidityUnit.schema,
  }),
  answer: z.object({ id: idSchema }),
  refusals: [notYourMerchant, leadTooShort, planTaken],
  example: { body: { ...example, merchantId: '8801', planId: '12535', periodUnit: ValidityUnit.values.month } },
});

export const editTemplate = change({
  ...written,
  name: 'renewalTemplates.edit',
  summary: text('编辑签约模板', 'Edit an auto-renew template'),
  permission: 'autoRenewContractTemplateList.edit',
  body: z.strictObject({ id: idSchema, version: z.int().min(1), ...terms }),
  refusals: [templateNotFound, ownTemplatesOnly, changedByAnother, belowContractPrices, leadTooShort],
  example: { body: { id: '1', version: 1, ...example } },
});

/** Disabled, nobody signs under it; contracts that run go on. */
export const enableTemplate = change({
  ...written,
  name: 'renewalTemplates.enable',
  summary: text('启用或停用签约模板', 'Enable or disable a template'),
  permission: 'autoRenewContractTemplateList.enable',
  body: z.strictObject({ id: idSchema, isEnabled: z.boolean() }),
  refusals: [templateNotFound, ownTemplatesOnly],
  example: { body: { id: '1', isEnabled: false } },
});

export const deleteTemplate = change({
  ...written,
  name: 'renewalTemplates.delete',
  summary: text('删除签约模板', 'Delete an auto-renew template'),
  permission: 'autoRenewContractTemplateList.delete',
  body: z.strictObject({ id: idSchema }),
  refusals: [templateNotFound, ownTemplatesOnly, signedContractsExist, templateUsed],
  example: { body: { id: '1' } },
});

/** The merchants under which a plan may be registered. */
export const readTemplateChoices = read({
  name: 'renewalTemplates.choices',
  summary: text('签约模板的商户', 'Merchants for a template'),
  permission: 'autoRenewContractTemplateList.add',
  scope: 'own',
  answer: z.object({ merchants: z.array(z.object({ id: idSchema, name: z.string(), merchantNo: z.string() })) }),
});
