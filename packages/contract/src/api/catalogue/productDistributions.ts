import { problem, ruledAt } from '@cardinal/primitives/problem.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { EffectiveType } from '../../enumerations/package.ts';
import { DistributionState } from '../../enumerations/product.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { queryInteger } from '../../framework/paging.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';
import { minorSchema, priceBelowFloor } from './products.ts';

const refusal = refusalsOf('catalogue');

export const notADirectChild = refusal.invalid(
  702,
  'notADirectChild',
  '只能下发给直属下级',
  'Only direct child customers can be given anything',
);
export const productNotSold = refusal.conflict(
  705,
  'productNotSold',
  '产品当前不能下发：{reason}',
  'The product cannot be distributed now: {reason}',
);
export const templateHasWrongLines = refusal.conflict(
  706,
  'templateHasWrongLines',
  '模板中有 {n} 行不能复制，未保存',
  '{n} {n|line|lines} of the template cannot be copied; nothing was saved',
);
export const alreadyRecalled = refusal.conflict(707, 'alreadyRecalled', '已经收回', 'Already recalled');

const PRICE_OR_MARGIN = problem('请填写底价或毛利其中一项', 'Enter either the reserve price or the margin');
const onePrice = ruledAt(
  ['reservePrice'],
  (given: { reservePrice?: string | undefined; margin?: string | undefined }) =>
    (given.reservePrice === undefined) === (given.margin === undefined) ? PRICE_OR_MARGIN : undefined,
);

const MONEY = 'proDistribute.money';

/** What the caller's direct children have from the caller. */
export const listDistributions = list({
  name: 'productDistributions.list',
  summary: text('产品下发列表', 'Product distribution'),
  permission: 'proDistribute.view',
  exportPermission: 'proDistribute.export',
  scope: 'own',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('下级客户', 'Child', { filters: ['contains'], sortable: true }),
    productId: field.id('产品内部编号', 'Product id', { filters: ['is'], exportable: false }),
    productCode: field.identifier('产品编码', 'Product code', { filters: ['is', 'contains'], sortable: true }),
    productName: field.text('产品名称', 'Product', { filters: ['contains'], sortable: true }),
    platform: field.enumeration(Platform, { filters: ['is'] }),
    state: field.enumeration(DistributionState, { filters: ['is'] }),
    reservePrice: field.money('卡底价', 'Card reserve price', { sortable: true, permission: MONEY }),
    minPrice: field.money('卡最低售价', 'Card price floor', { permission: MONEY }),
    margin: field.money('我的单卡毛利', 'My margin per card', {
      filters: ['range'],
      sortable: true,
      permission: MONEY,
    }),
    currency: field.text('币种', 'Currency'),
    nextReservePrice: field.money('待生效底价', 'Next reserve price', { nullable: true, permission: MONEY }),
    nextMinPrice: field.money('待生效最低售价', 'Next price floor', { nullable: true, permission: MONEY }),
    nextFrom: field.time('待生效时间', 'Next price from', { nullable: true }),
    cards: field.number('持卡数', 'Cards'),
    activated: field.number('已激活', 'Activated'),
    further: field.number('再下发', 'Distributed on'),
    givenAt: field.time('下发时间', 'Given at', { filters: ['range'], sortable: true }),
    updatedAt: field.time('更新时间', 'Updated at', { sortable: true }),
  },
  defaultSort: '-givenAt',
  example: { query: { pageNum: 1, pageSize: 20 } },
});

/** One product from the caller down, in tree order; prices only of the caller's own children. */
export const readDistributionTree = read({
  name: 'productDistributions.tree',
  summary: text('产品下发树', 'Product distribution tree'),
  permission: ['proDistribute.view', 'production.view'],
  query: { productId: idSchema },
  answer: z.array(
    z.object({
      customerId: idSchema,
      customerName: z.string(),
      /** 0 for the caller. */
      depth: z.number().int(),
      state: DistributionState.schema,
      cards: z.number().int(),
      activated: z.number().int(),
      givenAt: z.iso.datetime({ offset: true }),
    }),
  ),
  refusals: [notFound],
  example: { query: { productId: '7001' } },
});

/** When a price begins. */
export const effectShape = {
  effective: EffectiveType.schema,
  /** The start date, for «postpone»; in the future. */
  effectiveOn: z.iso.date().optional(),
};
/** The child's price of a card: a price, or the giver's margin over its own cost. */
const priceShape = {
  reservePrice: minorSchema.optional(),
  margin: minorSchema.optional(),
  minPrice: minorSchema.optional(),
};

/** Children on a page, and products beside each other. */
export const MOST_IN_MATRIX = { children: 20, products: 40 } as const;

export const MatrixFind = enumeration('matrixFind', '查找', 'Find', {
  missing: { zh: '有未下发的产品', en: 'With undistributed products' },
  belowMargin: { zh: '毛利低于', en: 'Margin below' },
  toReprice: { zh: '待调价', en: 'Pending repricing' },
});
export type MatrixFind = ValueOf<typeof MatrixFind>;

/**
 * The caller's direct children against the products it can distribute: who has what at which price. Prices need
 * `proDistribute.money`.
 */
export const readDistributionMatrix = read({
  name: 'productDistributions.matrix',
  summary: text('产品下发矩阵', 'Product distribution matrix'),
  permission: 'proDistribute.view',
  query: {
    pageNum: queryInteger.pipe(z.number().int().min(1).max(100_000)).optional(),
    /** Within the name or code of a child; of a product. */
    child: z.string().trim().max(60).optional(),
    product: z.string().trim().max(60).optional(),
    platform: z.coerce.number().int().optional(),
    find: MatrixFind.schema.optional(),
    /** Minor units a card; with `belowMargin`, zero without. */
    marginBelow: minorSchema.optional(),
  },
  answer: z.object({
    /** Of the first products by their code. */
    products: z.array(
      z.object({
        id: idSchema,
        code: z.string(),
        name: z.string(),
        currency: z.string(),
        myReservePrice: z.string().nullable(),
      }),
    ),
    moreProducts: z.number().int(),
    children: z.array(
      z.object({
        id: idSchema,
        name: z.string(),
        cells: z.array(
          z.object({
            id: idSchema,
            productId: idSchema,
            state: DistributionState.schema,
            reservePrice: z.string().nullable(),
            minPrice: z.string().nullable(),
            margin: z.string().nullable(),
            currency: z.string(),
            cards: z.number().int(),
          }),
        ),
      }),
    ),
    total: z.number().int(),
    pageSize: z.number().int(),
  }),
  example: { query: { pageNum: 1 } },
});

/** One product to many children, or many to one. A child's existing product is repriced. */
export const distributeProducts = change({
  name: 'productDistributions.distribute',
  summary: text('下发产品', 'Distribute products'),
  permission: 'proDistribute.distribute',
  operation: OperationType.values.DistributeProduct,
  body: z.strictObject({
    customerIds: z.array(idSchema).min(1).max(200),
    lines: z
      .array(z.strictObject({ productId: idSchema, ...priceShape }).check(onePrice))
      .min(1)
      .max(100),
    ...effectShape,
  }),
  answer: z.object({ given: z.number().int(), repriced: z.number().int() }),
  refusals: [notFound, notADirectChild, productNotSold, priceBelowFloor],
  example: {
    body: { customerIds: ['10'], lines: [{ productId: '7001', reservePrice: '500', minPrice: '500' }], effective: 0 },
  },
});

/** A pending price is replaced by this one. */
export const editDistributionPrice = change({
  name: 'productDistributions.price',
  summary: text('修改下发价格', 'Change distribution price'),
  permission: 'proDistribute.edit',
  operation: OperationType.values.EditStrategyPrice,
  body: z.strictObject({ id: idSchema, ...priceShape, ...effectShape }).check(onePrice),
  answer: doneSchema,
  refusals: [notFound, priceBelowFloor, alreadyRecalled],
  example: { body: { id: '1', reservePrice: '500', effective: 1 } },
});

/** The preview of a recall. */
export const previewRecall = read({
  name: 'productDistributions.recallPreview',
  summary: text('收回产品的影响', 'Recall impact'),
  path: '/api/product-distributions/v1/recallPreview',
  permission: 'proDistribute.recall',
  query: { id: idSchema },
  answer: z.object({
    productCode: z.string(),
    customerName: z.string(),
    levels: z.number().int(),
    customers: z.array(z.object({ id: idSchema, name: z.string(), depth: z.number().int(), cards: z.number().int() })),
    /** Variants of it below, which are taken off the shelf with it. */
    variants: z.array(z.object({ code: z.string(), name: z.string() })),
    cards: z.number().int(),
    activated: z.number().int(),
  }),
  refusals: [notFound, alreadyRecalled],
  example: { query: { id: '1' } },
});

/** Recalls a product from a child and everybody below. No new cards get the product there; existing ones keep it. */
export const recallProduct = change({
  name: 'productDistributions.recall',
  summary: text('收回产品', 'Recall product'),
  permission: 'proDistribute.recall',
  operation: OperationType.values.DistributeProduct,
  body: z.strictObject({ id: idSchema }),
  answer: z.object({ customers: z.number().int(), variants: z.number().int() }),
  refusals: [notFound, alreadyRecalled],
  example: { body: { id: '1' } },
});

export const copyShape = {
  templateCustomerId: idSchema,
  customerIds: z.array(idSchema).min(1).max(200),
  validOnly: z.boolean().default(false),
};
export const copyAnswer = z.object({
  given: z.number().int(),
  repriced: z.number().int(),
  wrong: z.array(z.object({ code: z.string(), words: z.string() })),
});

/** Gives children what a template child has, at its prices. With a wrong line nothing is saved unless only the valid are asked for. */
export const copyDistributions = change({
  name: 'productDistributions.copy',
  summary: text('按模板客户下发', 'Distribute from a template customer'),
  permission: 'proDistribute.distribute',
  operation: OperationType.values.DistributeProduct,
  body: z.strictObject(copyShape),
  answer: copyAnswer,
  refusals: [notFound, notADirectChild, templateHasWrongLines],
  example: { body: { templateCustomerId: '10', customerIds: ['20'], validOnly: true } },
});
