import { problem, ruledAt } from '@cardinal/primitives/problem.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { OrderingSwitch, PackageOrigin, PackageShelf, PackageType, ValidityUnit } from '../../enumerations/package.ts';
import { DistributionState } from '../../enumerations/product.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { nouns } from '../../words.ts';
import {
  alreadyRecalled,
  copyAnswer,
  copyShape,
  effectShape,
  notADirectChild,
  templateHasWrongLines,
} from '../catalogue/productDistributions.ts';
import { minorSchema, priceBelowFloor } from '../catalogue/products.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('packages');

export const packageNotGivable = refusal.conflict(
  1735,
  'packageNotGivable',
  '套餐当前不能分配：{reason}',
  'The package cannot be given now: {reason}',
);
export const tooManyPairs = refusal.invalid(
  1736,
  'tooManyPairs',
  '套餐数 × 下级数不能超过 {most}',
  'Packages × children: at most {most}',
);
export const childrenAtLoss = refusal.conflict(
  1737,
  'childrenAtLoss',
  '{n} 个客户的价格将低于其上级的最低售价：{list}。确认后他们暂停销售，直到调价',
  '{n} {n|customer|customers} would be below the price floor: {list}. Once confirmed, their sale stops until they are repriced',
);

export const childrenInSeveralCurrencies = refusal.invalid(
  1738,
  'childrenInSeveralCurrencies',
  '所选客户的币种不同（{list}）：一个金额只属于一种币种，请按币种分开定价',
  'The customers have several currencies ({list}). An amount is of one currency; price each currency separately',
);

export const givenInOtherWay = refusal.conflict(
  2090,
  'givenInOtherWay',
  '该下级已以另一种方式（转售或分润）获得此套餐，请先收回',
  'The child has the package in the other way (resale or share). Recall it first',
);

/** Packages a caller gives times children who get them: so many within the request, … */
export const PAIRS_AT_ONCE = 200;
/** … and so many as a task. */
export const MOST_PAIRS = 20_000;
const MOST_CHILDREN = 1_000;

const named = {
  packageId: field.id('套餐编号', 'Package id', { filters: ['is'], exportable: false }),
  platform: field.enumeration(Platform, { filters: ['is'] }),
  type: field.enumeration(PackageType, { filters: ['is'] }),
};
/** What is sold now, by the current version. */
const granted = {
  flowBytes: field.bytes('流量', 'Volume', { nullable: true, absent: nouns.unlimited }),
  voiceSeconds: field.seconds('通话时长', 'Call time', { nullable: true }),
  validityCount: field.number('有效期', 'Validity'),
  /** Of a custom package: so many of this, one after the other. */
  units: field.number('份数', 'Times'),
  validityUnit: field.enumeration(ValidityUnit),
};
/** For any card and channel; which products it is bound to is asked with a card. */
const whyNot = field.enumeration(OrderingSwitch, { nullable: true });

/** What a child has from its parent, in either way. */
export const givenTo = {
  customerName: field.text('下级客户', 'Child', { filters: ['contains'], sortable: true }),
  packageCode: field.identifier('套餐编码', 'Package code', { filters: ['is', 'contains'], sortable: true }),
  packageName: field.text('套餐名称', 'Package', { filters: ['contains'], sortable: true }),
  ...named,
  state: field.enumeration(DistributionState, { filters: ['is'] }),
};
export const givenWhen = {
  givenAt: field.time('分配时间', 'Given at', { sortable: true }),
  recalledAt: field.time('收回时间', 'Recalled at', { nullable: true }),
  updatedAt: field.time('更新时间', 'Updated at', { filters: ['range'], sortable: true }),
};

/** What the caller's direct children have from the caller. */
export const listPackageDistributions = list({
  name: 'packageDistributions.list',
  summary: text('套餐分配列表', 'Package distribution'),
  permission: 'packageDistribute.view',
  exportPermission: 'packageDistribute.export',
  scope: 'own',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    ...givenTo,
    reservePrice: field.money('结算价', 'Reserve price', { sortable: true }),
    minPrice: field.money('最低售价', 'Price floor'),
    suggestPrice: field.money('建议价', 'Suggested price'),
    /** Null for what the caller made itself. */
    paid: field.money('我的结算价', 'My reserve price', { nullable: true }),
    /** Over what the caller pays, or over the cost of what it made; null where that is known in another currency. */
    margin: field.money('我的毛利', 'My margin', { nullable: true, filters: ['range'], sortable: true }),
    lowestBelow: field.money('下级最低转售价', 'Child’s lowest resale price', { nullable: true }),
    currency: field.text('币种', 'Currency'),
    nextReservePrice: field.money('待生效结算价', 'Next reserve price', { nullable: true }),
    nextFrom: field.time('待生效时间', 'Next price from', { nullable: true }),
    ...granted,
    /** Whether the child can order it. */
    whyNot,
    ...givenWhen,
  },
  defaultSort: '-updatedAt',
  example: { query: { pageNum: 1, pageSize: 20 } },
});

/** What the caller's customer has: made by it or given to it. What the packages cost those above is in no answer. */
export const listHeldPackages = list({
  name: 'heldPackages.list',
  summary: text('我的套餐', 'My packages'),
  permission: 'packageList.view',
  exportPermission: 'packageList.export',
  scope: 'own',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    ...named,
    code: field.identifier('套餐编码', 'Package code', { filters: ['is', 'contains'], sortable: true }),
    name: field.text('套餐名称', 'Package', { filters: ['contains'], sortable: true }),
    origin: field.enumeration(PackageOrigin, { filters: ['is'] }),
    fromName: field.text('来自', 'From', { nullable: true }),
    ...granted,
    /** Null for what the caller made itself. */
    reservePrice: field.money('我的结算价', 'My reserve price', { nullable: true, filters: ['range'], sortable: true }),
    minPrice: field.money('最低售价', 'Price floor', { nullable: true }),
    suggestPrice: field.money('建议价', 'Suggested price', { nullable: true }),
    currency: field.text('币种', 'Currency'),
    children: field.number('已分配下级', 'Given to children'),
    shelfState: field.enumeration(PackageShelf, { filters: ['is'] }),
    whyNot,
    givenAt: field.time('获得时间', 'Received at', { sortable: true }),
  },
  defaultSort: 'code',
  example: { query: { pageNum: 1, pageSize: 20 } },
});

/** The packages the caller can give to its children now. */
export const packageOptions = read({
  name: 'packageDistributions.options',
  summary: text('可分配的套餐', 'Packages to give'),
  permission: 'packageDistribute.view',
  query: { keyword: z.string().trim().max(60).optional() },
  answer: z.array(
    z.object({
      id: idSchema,
      code: z.string(),
      name: z.string(),
      platform: Platform.schema,
      currency: z.string(),
      /** What the caller pays itself: a margin is over it. Zero for its own packages. */
      reservePrice: z.string(),
      /** What a child has to pay at least. */
      floor: z.string(),
      /** What an own package costs the caller, in the currency of the package; null for what was given to it. */
      cost: z.string().nullable(),
    }),
  ),
  example: { query: {} },
});

const ONE_PRICE = problem('请填写结算价、毛利、加价比例其中一项', 'Enter one of reserve price, margin and mark-up');
type Priced = { reservePrice?: string | undefined; margin?: string | undefined; markUp?: number | undefined };
const onePrice = ruledAt(['reservePrice'], ({ reservePrice, margin, markUp }: Priced) =>
  [reservePrice, margin, markUp].filter((each) => each !== undefined).length === 1 ? undefined : ONE_PRICE,
);

const priceShape = {
  reservePrice: minorSchema.optional(),
  /** Over what the giver pays itself when the price begins. */
  margin: minorSchema.optional(),
  /** The same in percent. */
  markUp: z.int().min(0).max(1_000).optional(),
  minPrice: minorSchema.optional(),
  suggestPrice: minorSchema.optional(),
};
/** Stops the sale of those who would be below their floor, instead of refusing. */
const suspend = z.boolean().default(false);

/** Packages to children. What a child already has is repriced. More than `PAIRS_AT_ONCE` become a task, judged pair by pair. */
export const distributePackages = change({
  name: 'packageDistributions.distribute',
  summary: text('分配套餐', 'Distribute packages'),
  permission: 'packageDistribute.distribute',
  operation: OperationType.values.DistributePackage,
  body: z.strictObject({
    customerIds: z.array(idSchema).min(1).max(MOST_CHILDREN),
    lines: z
      .array(z.strictObject({ packageId: idSchema, ...priceShape }).check(onePrice))
      .min(1)
      .max(100),
    ...effectShape,
    suspend,
  }),
  answer: z.object({ given: z.number().int(), repriced: z.number().int(), taskId: idSchema.nullable() }),
  refusals: [
    notFound,
    notADirectChild,
    packageNotGivable,
    priceBelowFloor,
    tooManyPairs,
    childrenInSeveralCurrencies,
    childrenAtLoss,
    givenInOtherWay,
  ],
  example: { body: { customerIds: ['10'], lines: [{ packageId: '8001', reservePrice: '800' }], effective: 0 } },
});

/** A pending price is replaced by this one. */
export const editPackagePrice = change({
  name: 'packageDistributions.price',
  summary: text('修改套餐价格', 'Change package price'),
  permission: 'packageDistribute.price',
  operation: OperationType.values.EditStrategyPrice,
  body: z.strictObject({ id: idSchema, ...priceShape, ...effectShape, suspend }).check(onePrice),
  answer: doneSchema,
  refusals: [notFound, priceBelowFloor, alreadyRecalled, childrenAtLoss],
  example: { body: { id: '1', reservePrice: '800', effective: 1 } },
});

/** Who has the package below a child, before it is taken back. */
export const previewPackageRecall = read({
  name: 'packageDistributions.recallPreview',
  summary: text('收回套餐的影响', 'Recall impact'),
  path: '/api/package-distributions/v1/recallPreview',
  permission: 'packageDistribute.recall',
  query: { id: idSchema },
  answer: z.object({
    packageCode: z.string(),
    customerName: z.string(),
    levels: z.number().int(),
    customers: z.array(z.object({ id: idSchema, name: z.string(), depth: z.number().int() })),
  }),
  refusals: [notFound, alreadyRecalled],
  example: { query: { id: '1' } },
});

/**
 * Takes a package back from a child. Nobody below can order it any more; with `cascade` it is taken from all of them too, else
 * they have it again when the child gets it again. Packages on cards run on.
 */
export const recallPackage = change({
  name: 'packageDistributions.recall',
  summary: text('收回套餐', 'Recall package'),
  permission: 'packageDistribute.recall',
  operation: OperationType.values.DistributePackage,
  body: z.strictObject({ id: idSchema, cascade: z.boolean().default(false) }),
  answer: z.object({ customers: z.number().int() }),
  refusals: [notFound, alreadyRecalled],
  example: { body: { id: '1', cascade: true } },
});

/** Gives children what a template child has, at its prices. */
export const copyPackageDistributions = change({
  name: 'packageDistributions.copy',
  summary: text('按模板客户分配套餐', 'Distribute packages from a template'),
  permission: 'packageDistribute.distribute',
  operation: OperationType.values.DistributePackage,
  body: z.strictObject(copyShape),
  answer: copyAnswer,
  refusals: [notFound, notADirectChild, childrenInSeveralCurrencies, templateHasWrongLines, givenInOtherWay],
  example: { body: { templateCustomerId: '10', customerIds: ['20'], validOnly: true } },
});
