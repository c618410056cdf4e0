import { problem, ruled } from '@cardinal/primitives/problem.ts';
import { businessCodeSchema, productNameSchema, stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CardKind, CardSize, Lifecycle, Platform, RealNameMode, RealNameType } from '../../enumerations/card.ts';
import { ImeiLock, ProductGap, ProductState } from '../../enumerations/product.ts';
import { BusinessMode } from '../../enumerations/settlement.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { queryFlag } from '../../framework/paging.ts';
import { changedByAnother, notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { nouns } from '../../words.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('catalogue');

export const productCodeTaken = refusal.conflict(
  701,
  'productCodeTaken',
  '产品编码已被使用，编码不会重复使用',
  'Product code already used; codes are never reused',
);
export const notYourProduct = refusal.forbidden(
  701,
  'notYourProduct',
  '只能修改自己建立的产品',
  'You can edit only products you created',
);
export const productIncomplete = refusal.conflict(
  702,
  'productIncomplete',
  '产品尚不完整：{gaps}',
  'Product incomplete: {gaps}',
);
export const productHasCards = refusal.conflict(
  703,
  'productHasCards',
  '产品已有卡，通道和卡类型不能修改',
  'The product has cards; carrier account and card kind cannot be changed',
);
export const productWasUsed = refusal.conflict(
  704,
  'productWasUsed',
  '只能删除从未使用的草稿',
  'Only unused drafts can be deleted',
);
export const priceBelowFloor = refusal.invalid(
  701,
  'priceBelowFloor',
  '价格不能低于底价 {x}',
  'Price cannot be below the reserve price {x}',
);

export const productCodeSchema = businessCodeSchema.check(z.minLength(2), z.maxLength(32));

const notAnAmount = problem('金额格式不正确，最多 2 位小数', 'Invalid amount; at most 2 decimals');
/** An amount in minor units. */
export const minorSchema = z
  .string()
  .check(ruled((value: string) => (/^\d{1,12}$/.test(value) ? undefined : notAnAmount)))
  .meta({ pattern: '^[0-9]{1,12}$', examples: ['500'] });

const wordsSchema = (max: number) => stringSchema({ required: false, max });
const days = (most: number) => z.number().int().min(0).max(most);

/** The terms of a product. A version is a copy of them. */
export const productTermsShape = {
  name: productNameSchema,
  carrierAccountId: idSchema,
  kind: CardKind.schema,
  sizes: z.array(CardSize.schema).min(1).max(10),
  communicationPlan: wordsSchema(64).nullable().optional(),
  ratePlan: wordsSchema(64).nullable().optional(),
  apn: wordsSchema(100).nullable().optional(),
  businessMode: BusinessMode.schema,
  /** Null: cards may be used without. */
  realNameMode: RealNameMode.schema.nullable().optional(),
  realNameChannel: RealNameType.schema.nullable().optional(),
  imeiLock: ImeiLock.schema,
  testDays: days(365),
  silentDays: days(3_650),
  serviceYears: z.number().int().min(1).max(30).nullable().optional(),
  cardPrice: minorSchema.nullable().optional(),
};

/** The labels of the terms, in screen order. */
export const PRODUCT_TERMS = {
  name: text('产品名称', 'Product'),
  carrierAccountId: nouns.carrierAccount,
  kind: nouns.cardKind,
  sizes: text('卡片规格', 'Card sizes'),
  communicationPlan: nouns.communicationPlan,
  ratePlan: text('资费计划', 'Rate plan'),
  apn: text('APN', 'APN'),
  businessMode: text('业务模式', 'Business mode'),
  realNameMode: text('实名方式', 'Real-name mode'),
  realNameChannel: text('实名渠道', 'Real-name channel'),
  imeiLock: text('机卡绑定', 'IMEI lock'),
  testDays: text('测试期（天）', 'Test days'),
  silentDays: text('静默期（天）', 'Silent days'),
  serviceYears: text('服务年限', 'Service years'),
  cardPrice: text('卡售价', 'Card price'),
} as const satisfies Record<keyof typeof productTermsShape, { zh: string; en: string }>;

export const productFields = {
  id: field.id('编号', 'ID', { exportable: false }),
  code: field.identifier('产品编码', 'Product code', { filters: ['is', 'contains'], sortable: true }),
  name: field.text('产品名称', 'Product', { filters: ['contains'], sortable: true }),
  state: field.enumeration(ProductState, { filters: ['is'], sortable: true }),
  platform: field.enumeration(Platform, { filters: ['is'], sortable: true }),
  carrierAccountId: field.id('通道编号', 'Carrier account id', { filters: ['is'], exportable: false }),
  carrierAccountName: field.text('通道', 'Carrier account'),
  kind: field.enumeration(CardKind, { filters: ['is'] }),
  sizes: field.enumerations(CardSize, { filters: ['is'], label: PRODUCT_TERMS.sizes }),
  businessMode: field.enumeration(BusinessMode, { filters: ['is'] }),
  realNameMode: field.enumeration(RealNameMode, { filters: ['is'], nullable: true }),
  imeiLock: field.enumeration(ImeiLock, { filters: ['is'] }),
  /** In the caller's subtree. */
  cards: field.number('卡数', 'Cards'),
  activated: field.number('已激活', 'Activated'),
  /** Direct children who have it. */
  distributed: field.number('下发客户', 'Given to'),
  gaps: field.enumerations(ProductGap),
  isOwn: field.flag('自建', 'Own', { filters: ['is'] }),
  /** The caller's cost of a card; null for the caller's own products. */
  myReservePrice: field.money('我的底价', 'My reserve price', { nullable: true, permission: 'proDistribute.money' }),
  /** The maker's price of a card; visible only to the maker. */
  cardPrice: field.money('卡售价', 'Card price', { nullable: true }),
  currency: field.text('币种', 'Currency'),
  version: field.number('版本', 'Version'),
  createdAt: field.time('创建时间', 'Created at', { sortable: true }),
  updatedAt: field.time('更新时间', 'Updated at', { filters: ['range'], sortable: true }),
};

/** Products created by the caller and products distributed to it. */
export const listProducts = list({
  name: 'products.list',
  summary: text('产品列表', 'Products'),
  permission: 'production.view',
  exportPermission: 'production.export',
  scope: 'own',
  fields: productFields,
  defaultSort: '-createdAt',
  /** `keyword`: code or name. `distributedTo`: a direct child who has it. `incomplete`: something keeps it from being sold. */
  extra: {
    keyword: z.string().min(1).max(64).optional(),
    distributedTo: idSchema.optional(),
    incomplete: queryFlag.optional(),
  },
  example: { query: { pageNum: 1, pageSize: 20 } },
});

export const productDetailSchema = z.object({
  id: idSchema,
  code: z.string(),
  baseId: idSchema.nullable(),
  baseCode: z.string().nullable(),
  name: z.string(),
  state: ProductState.schema,
  platform: Platform.schema,
  carrierAccountId: idSchema,
  carrierAccountName: z.string(),
  kind: CardKind.schema,
  sizes: z.array(CardSize.schema),
  communicationPlan: z.string().nullable(),
  ratePlan: z.string().nullable(),
  apn: z.string().nullable(),
  businessMode: BusinessMode.schema,
  realNameMode: RealNameMode.schema.nullable(),
  realNameChannel: RealNameType.schema.nullable(),
  imeiLock: ImeiLock.schema,
  testDays: z.number().int(),
  silentDays: z.number().int(),
  serviceYears: z.number().int().nullable(),
  cardPrice: z.string().nullable(),
  myReservePrice: z.string().nullable(),
  currency: z.string(),
  gaps: z.array(ProductGap.schema),
  version: z.number().int(),
  createdAt: z.iso.datetime({ offset: true }),
  updatedAt: z.iso.datetime({ offset: true }),
  /** Cards of the caller's subtree by status, and how many of them have older terms. */
  cards: z.number().int(),
  olderCards: z.number().int(),
  lifecycles: z.array(z.object({ lifecycle: Lifecycle.schema, cards: z.number().int() })),
  distributed: z.number().int(),
  offered: z.object({
    edit: z.boolean(),
    shelf: z.boolean(),
    delete: z.boolean(),
    copy: z.boolean(),
    /** Create a narrower variant of it. */
    narrow: z.boolean(),
    distribute: z.boolean(),
  }),
});

export const readProduct = read({
  name: 'products.detail',
  summary: text('产品详情', 'Product'),
  permission: 'production.view',
  query: { id: idSchema },
  answer: productDetailSchema,
  refusals: [notFound],
  example: { query: { id: '7001' } },
});

/** For pickers: the products the caller's cards may get, at most a hundred; `id` or `code` names one picked before. */
export const productOptions = read({
  name: 'products.options',
  summary: text('可选产品', 'Selectable products'),
  namesCarriers: true,
  permission: [
    'production.view',
    'proDistribute.view',
    'flowCard.view',
    'voiceCard.view',
    'nbCard.view',
    'importCard.view',
    'cardScope.view',
  ],
  query: {
    keyword: z.string().max(64).optional(),
    platform: z.coerce.number().int().optional(),
    kind: z.coerce.number().int().optional(),
    id: idSchema.optional(),
    code: z.string().max(64).optional(),
  },
  answer: z.array(
    z.object({
      id: idSchema,
      code: z.string(),
      name: z.string(),
      platform: Platform.schema,
      kind: CardKind.schema,
      /** The caller's cost, which is the minimum price for its children. */
      floor: z.string().nullable(),
    }),
  ),
  example: { query: {} },
});

/** Every version with its changes, the newest first; visible to the maker. */
export const readProductVersions = read({
  name: 'products.versions',
  summary: text('产品版本', 'Product versions'),
  permission: 'production.view',
  query: { id: idSchema },
  answer: z.array(
    z.object({
      version: z.number().int(),
      at: z.iso.datetime({ offset: true }),
      by: z.string().nullable(),
      changes: z.array(z.object({ term: z.string(), label: z.string(), from: z.string(), to: z.string() })),
    }),
  ),
  refusals: [notFound],
  example: { query: { id: '7001' } },
});

const EXAMPLE_TERMS = {
  name: '联通物联网卡',
  carrierAccountId: '101',
  kind: 1,
  sizes: [1, 3],
  communicationPlan: 'DEMO-DATA',
  businessMode: 2,
  imeiLock: 'none',
  testDays: 7,
  silentDays: 90,
} as const;

/**
 * A draft. With `baseId` it is a variant of a product one was given and may only narrow it: the same carrier account and
 * kind, no other sizes, no longer terms, no weaker locks.
 */
export const createProduct = change({
  name: 'products.create',
  summary: text('新建产品', 'New product'),
  permission: 'production.edit',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ code: productCodeSchema, baseId: idSchema.optional(), ...productTermsShape }),
  answer: z.object({ id: idSchema }),
  refusals: [notFound, productCodeTaken, priceBelowFloor],
  example: { body: { code: 'LT-FLOW-2026', ...EXAMPLE_TERMS } },
});

/** Creates a new version. New cards get it; existing cards keep theirs until they are moved (`change_product`). */
export const editProduct = change({
  name: 'products.edit',
  summary: text('编辑产品', 'Edit product'),
  permission: 'production.edit',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema, version: z.number().int(), ...productTermsShape }),
  /** `cards`: the number of cards that now have older terms. */
  answer: z.object({ id: idSchema, version: z.number().int(), cards: z.number().int() }),
  refusals: [notFound, notYourProduct, productHasCards, changedByAnother, priceBelowFloor],
  example: { body: { id: '7001', version: 1, ...EXAMPLE_TERMS } },
});

export const copyProduct = change({
  name: 'products.copy',
  summary: text('复制产品', 'Copy product'),
  permission: 'production.edit',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema, code: productCodeSchema, name: productNameSchema }),
  answer: z.object({ id: idSchema }),
  refusals: [notFound, notYourProduct, productCodeTaken],
  example: { body: { id: '7001', code: 'LT-FLOW-2027', name: '联通物联网卡二期' } },
});

/** Only a complete product can be put on the shelf. Off the shelf it takes no new cards; existing cards keep it. */
export const shelveProduct = change({
  name: 'products.shelf',
  summary: text('上架或下架产品', 'Publish or unpublish product'),
  permission: 'production.shelf',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema, state: z.enum(['on', 'off']) }),
  answer: doneSchema,
  refusals: [notFound, notYourProduct, productIncomplete],
  example: { body: { id: '7001', state: 'on' } },
});

export const deleteProduct = change({
  name: 'products.delete',
  summary: text('删除产品草稿', 'Delete product draft'),
  permission: 'production.edit',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [notFound, notYourProduct, productWasUsed],
  example: { body: { id: '7001' } },
});
