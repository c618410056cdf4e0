import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Currency } from '../../enumerations/money.ts';
import { ValidityUnit } from '../../enumerations/package.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { sentAmountSchema } from '../customerAccounts/amounts.ts';
import {
  aboveTemplateMax,
  belowReserve,
  notListed,
  offeredAlready,
  offerNotFound,
  onlyMainPackages,
  ownOffersOnly,
  signedContractsExist,
  templateNotUsable,
} from './refusals.ts';

export const offerFields = {
  id: field.id('编号', 'ID', { exportable: false }),
  title: field.text('套餐标题', 'Listing', { filters: ['contains'] }),
  accountId: field.id('公众号编号', 'Account id', { filters: ['is'], exportable: false }),
  accountName: field.text('公众号', 'Public account'),
  listingId: field.id('上架编号', 'Listing id', { exportable: false }),
  packageId: field.id('套餐编号', 'Package id', { filters: ['is'], exportable: false }),
  packageName: field.text('套餐', 'Package'),
  templateId: field.id('模板编号', 'Template id', { filters: ['is'], exportable: false }),
  templateName: field.text('签约模板', 'Template'),
  /** The listing's price now. */
  firstPrice: field.money('首期价', 'First price'),
  renewPrice: field.money('续费价', 'Renewal price', { sortable: true }),
  currency: field.enumeration(Currency),
  period: field.text('周期', 'Period'),
  daysBefore: field.number('到期前扣款（天）', 'Charged before the end (days)'),
  retries: field.number('重试次数', 'Retries'),
  /** Contracts that run; charges of this month that were paid, that failed; contracts that ended this month. */
  signed: field.number('签约中', 'Signed now'),
  renewed: field.number('本月已扣', 'Charged this month'),
  failed: field.number('本月失败', 'Failed this month'),
  ended: field.number('本月解约', 'Ended this month'),
  isEnabled: field.flag('可新签约', 'Takes new contracts', { filters: ['is'] }),
  isOwn: field.flag('本方', 'Own', { exportable: false }),
  version: field.number('版本', 'Version', { exportable: false }),
  createdAt: field.time('添加时间', 'Added at', { sortable: true }),
};

export const listOffers = list({
  name: 'renewalOffers.list',
  summary: text('自动续费套餐', 'Auto-renew packages'),
  permission: 'autoRenewContractPackage.view',
  fields: offerFields,
  defaultSort: '-createdAt',
});

const written = { operation: OperationType.values.EditStrategyPrice, answer: doneSchema } as const;
const terms = {
  templateId: idSchema,
  renewPrice: sentAmountSchema('smallest'),
  daysBefore: z.int().min(1).max(7),
  retries: z.int().min(0).max(3),
};
const example = { templateId: '1', renewPrice: '15.00', daysBefore: 2, retries: 3 };

export const addOffer = change({
  ...written,
  name: 'renewalOffers.add',
  summary: text('新增自动续费套餐', 'Add an auto-renew package'),
  permission: 'autoRenewContractPackage.add',
  body: z.strictObject({ listingId: idSchema, ...terms }),
  answer: z.object({ id: idSchema }),
  refusals: [notListed, templateNotUsable, onlyMainPackages, aboveTemplateMax, belowReserve, offeredAlready],
  example: { body: { listingId: '1', ...example } },
});

/** For contracts to come; those that run keep their price and their plan. */
export const editOffer = change({
  ...written,
  name: 'renewalOffers.edit',
  summary: text('编辑自动续费套餐', 'Edit an auto-renew package'),
  permission: 'autoRenewContractPackage.edit',
  body: z.strictObject({ id: idSchema, version: z.int().min(1), ...terms }),
  refusals: [offerNotFound, ownOffersOnly, changedByAnother, templateNotUsable, aboveTemplateMax, belowReserve],
  example: { body: { id: '1', version: 1, ...example } },
});

export const enableOffer = change({
  ...written,
  name: 'renewalOffers.enable',
  summary: text('启用或停用自动续费套餐', 'Enable or disable an auto-renew package'),
  permission: 'autoRenewContractPackage.enable',
  body: z.strictObject({ id: idSchema, isEnabled: z.boolean() }),
  refusals: [offerNotFound, ownOffersOnly],
  example: { body: { id: '1', isEnabled: false } },
});

export const deleteOffer = change({
  ...written,
  name: 'renewalOffers.delete',
  summary: text('删除自动续费套餐', 'Delete an auto-renew package'),
  permission: 'autoRenewContractPackage.delete',
  body: z.strictObject({ id: idSchema }),
  refusals: [offerNotFound, ownOffersOnly, signedContractsExist],
  example: { body: { id: '1' } },
});

/** What can be offered, and the plans it can be signed under. */
export const readOfferChoices = read({
  name: 'renewalOffers.choices',
  summary: text('可自动续费的套餐', 'Packages to renew'),
  permission: ['autoRenewContractPackage.add', 'autoRenewContractPackage.edit'],
  scope: 'own',
  answer: z.object({
    listings: z.array(
      z.object({
        id: idSchema,
        title: z.string(),
        accountName: z.string(),
        price: integerString,
        currency: z.string(),
      }),
    ),
    templates: z.array(
      z.object({
        id: idSchema,
        name: z.string(),
        maxAmount: integerString,
        currency: z.string(),
        periodUnit: ValidityUnit.schema,
      }),
    ),
  }),
});
