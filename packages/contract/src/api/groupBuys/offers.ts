import { ruled } from '@cardinal/primitives/problem.ts';
import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CodeExpiry } from '../../enumerations/groupBuy.ts';
import { SalesPlatform } from '../../enumerations/order.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother, notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { nouns } from '../../words.ts';
import { minorSchema } from '../catalogue/products.ts';
import { packageNotOrderable } from '../orders/refusals.ts';
import { groupBuyOfferNotFound, productNotOffered, stepBelowReserve } from './refusals.ts';
import { stepsRule } from './stepRules.ts';

/** Codes of one batch. */
export const MOST_CODES = 10_000;
export const MOST_STEPS = 6;
/** Days for which codes can be valid. */
export const CODE_DAYS = { least: 1, most: 730 } as const;

const stepSchema = z.strictObject({ from: z.int().min(1).max(MOST_CODES), price: minorSchema });

/** Packages the caller sells in bulk, with what became of the codes. */
export const listGroupBuyOffers = list({
  name: 'groupBuyOffers.list',
  summary: text('API团购套餐列表', 'Group-buy offers'),
  permission: 'apiGroupBuyPackage.view',
  exportPermission: 'apiGroupBuyPackage.export',
  scope: 'own',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    offerNo: field.identifier('团购编号', 'Offer number', { filters: ['is'] }),
    name: field.text('团购名称', 'Offer', { filters: ['contains'] }),
    packageId: field.id('套餐编号', 'Package id', { exportable: false }),
    packageCode: field.identifier('套餐编码', 'Package code', { filters: ['is'] }),
    packageName: field.text('套餐', 'Package', { filters: ['contains'] }),
    /** Null: by the API alone. */
    salesPlatform: field.enumeration(SalesPlatform, { filters: ['is'], nullable: true, absent: text('API', 'API') }),
    steps: field.object('阶梯价', 'Price steps', z.array(z.object({ from: z.number().int(), price: integerString }))),
    currency: field.text('币种', 'Currency'),
    validDays: field.number('有效天数', 'Valid days'),
    expiry: field.enumeration(CodeExpiry, { filters: ['is'] }),
    perCard: field.number('每卡限兑', 'Limit per card', { nullable: true, absent: nouns.any }),
    productCodes: field.object('适用产品', 'Products', z.array(z.string())),
    isOn: field.flag('启用', 'Enabled', { filters: ['is'] }),
    sold: field.number('已售', 'Sold'),
    redeemed: field.number('已兑换', 'Redeemed'),
    expired: field.number('已过期', 'Expired'),
    voided: field.number('已作废', 'Voided'),
    open: field.number('未兑换', 'Not redeemed'),
    liability: field.money('未兑换负债', 'Unredeemed liability', {
      help: text('未兑换的码 × 其售价：尚欠买方的金额', 'What buyers have paid for codes that are not redeemed yet'),
    }),
    updatedAt: field.time('更新时间', 'Updated at', { sortable: true }),
  },
  defaultSort: '-updatedAt',
  figures: z.object({
    offers: z.number().int(),
    sold: z.number().int(),
    redeemed: z.number().int(),
    open: z.number().int(),
    liability: z.array(z.object({ currency: z.string(), amount: integerString })),
  }),
});

/** The packages the caller can sell so now, with what it owes for one. */
export const groupBuyPackages = read({
  name: 'groupBuyOffers.packages',
  summary: text('可团购的套餐', 'Packages to sell in bulk'),
  permission: 'apiGroupBuyPackage.view',
  query: { keyword: z.string().trim().max(60).optional() },
  answer: z.array(
    z.object({
      id: idSchema,
      code: z.string(),
      name: z.string(),
      currency: z.string(),
      /** Null of a package that is the caller's own at a cost in another currency. */
      reserve: integerString.nullable(),
    }),
  ),
  example: { query: {} },
});

const shape = {
  name: stringSchema({ max: 60 }),
  salesPlatform: SalesPlatform.schema.nullable(),
  steps: z.array(stepSchema).min(1).max(MOST_STEPS).check(ruled(stepsRule)),
  validDays: z.int().min(CODE_DAYS.least).max(CODE_DAYS.most),
  expiry: CodeExpiry.schema,
  perCard: z.int().min(1).max(100).nullable(),
  /** Empty: whatever products the package is bound to. */
  productCodes: z.array(z.string().min(1).max(60)).max(50),
};
const example = {
  name: '企业团购',
  salesPlatform: 1,
  steps: [
    { from: 100, price: '900' },
    { from: 1_000, price: '850' },
  ],
  validDays: 180,
  expiry: 'refund',
  perCard: null,
  productCodes: [],
};
const judged = [packageNotOrderable, stepBelowReserve, productNotOffered];

export const addGroupBuyOffer = change({
  name: 'groupBuyOffers.add',
  summary: text('新增团购', 'New offer'),
  permission: 'apiGroupBuyPackage.add',
  operation: OperationType.values.EditStrategyPrice,
  body: z.strictObject({ packageId: idSchema, ...shape }),
  answer: z.object({ id: idSchema, offerNo: z.string() }),
  refusals: [notFound, ...judged],
  example: { body: { packageId: '8001', ...example } },
});

/** Codes issued before keep their price, validity and rules. */
export const editGroupBuyOffer = change({
  name: 'groupBuyOffers.edit',
  summary: text('修改团购', 'Edit an offer'),
  permission: 'apiGroupBuyPackage.edit',
  operation: OperationType.values.EditStrategyPrice,
  body: z.strictObject({ id: idSchema, updatedAt: z.iso.datetime({ offset: true }), ...shape }),
  answer: doneSchema,
  refusals: [groupBuyOfferNotFound, changedByAnother, ...judged],
  example: { body: { id: '1', updatedAt: '2026-11-01T00:00:00Z', ...example } },
});

/** A disabled offer issues nothing; its codes stay good. */
export const enableGroupBuyOffer = change({
  name: 'groupBuyOffers.enable',
  summary: text('启停团购', 'Enable or disable an offer'),
  permission: 'apiGroupBuyPackage.enable',
  operation: OperationType.values.EditStrategyPrice,
  body: z.strictObject({ id: idSchema, isOn: z.boolean() }),
  answer: doneSchema,
  refusals: [groupBuyOfferNotFound, packageNotOrderable],
  example: { body: { id: '1', isOn: false } },
});
