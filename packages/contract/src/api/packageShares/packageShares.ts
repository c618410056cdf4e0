import { problem, ruled, ruledAt } from '@cardinal/primitives/problem.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { OrderingSwitch } from '../../enumerations/package.ts';
import { ReleaseRule } from '../../enumerations/profit.ts';
import { ShareKind } from '../../enumerations/share.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother, notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { alreadyRecalled, effectShape, notADirectChild } from '../catalogue/productDistributions.ts';
import { minorSchema } from '../catalogue/products.ts';
import {
  childrenInSeveralCurrencies,
  givenInOtherWay,
  givenTo,
  givenWhen,
  packageNotGivable,
  previewPackageRecall,
  recallPackage,
} from '../packages/packageDistributions.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('packageShares');

export const sharesExceed = refusal.invalid(
  2095,
  'sharesExceed',
  '分润总额超过可分配利润 {x}',
  'Shares exceed the distributable profit by {x}',
);
export const retailPriceAbove = refusal.invalid(
  2096,
  'retailPriceAbove',
  '此套餐以分润方式获得，零售价由上级定为 {x}',
  'You have the package for a share: the retail price is {x}, set by your parent',
);
export const retailPriceMissing = refusal.invalid(2097, 'retailPriceMissing', '请填写零售价', 'Enter the retail price');

/** Children who get a package at once. */
export const MOST_SHARING = 100;

/** What the caller's direct children have from the caller for a share. What is said in money is of a sale at the retail price. */
export const listPackageShares = list({
  name: 'packageShares.list',
  summary: text('分润套餐分配列表', 'Profit-share packages'),
  permission: 'shareBenefitPackageDistribute.view',
  exportPermission: 'shareBenefitPackageDistribute.export',
  scope: 'own',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    ...givenTo,
    retailPrice: field.money('零售价', 'Retail price', { nullable: true }),
    shareKind: field.enumeration(ShareKind, { filters: ['is'] }),
    /** As it was agreed: an amount, or a percentage. */
    share: field.text('分润', 'Share'),
    /** With what it passes on; null while nobody can order it. */
    childEarns: field.money('下级所得', 'Child earns', { nullable: true }),
    myNet: field.money('我的净得', 'My net', { nullable: true }),
    /** What the caller owes itself of a sale; of its own package what that costs. */
    owed: field.money('我的底价', 'My reserve', { nullable: true }),
    currency: field.text('币种', 'Currency'),
    /** Whether end users can order it of the child. */
    whyNot: field.enumeration(OrderingSwitch, { nullable: true }),
    nextFrom: field.time('待生效时间', 'Next from', { nullable: true }),
    releaseRule: field.enumeration(ReleaseRule),
    sold: field.number('近 30 天售出', 'Sold in 30 days'),
    paidShare: field.money('近 30 天分润', 'Share of 30 days'),
    ...givenWhen,
  },
  defaultSort: '-updatedAt',
});

/** The packages the caller can give for a share now. */
export const packageShareOptions = read({
  name: 'packageShares.options',
  summary: text('可分润的套餐', 'Packages to give for a share'),
  permission: 'shareBenefitPackageDistribute.view',
  query: { keyword: z.string().trim().max(60).optional() },
  answer: z.array(
    z.object({
      id: idSchema,
      code: z.string(),
      name: z.string(),
      currency: z.string(),
      /** Set above, where the caller has it for a share itself. */
      retailPrice: integerString.nullable(),
      suggested: integerString,
    }),
  ),
  example: { query: {} },
});

const percentTooLarge = problem('比例应为 0–100，最多两位小数', 'A percentage from 0 to 100, at most two decimals');
const fits = ruledAt(['shareValue'], ({ shareKind, shareValue }: { shareKind: ShareKind; shareValue: string }) =>
  // What is no number is refused as such at its field.
  shareKind !== ShareKind.values.fixed && /^\d+$/.test(shareValue) && BigInt(shareValue) > 10_000n
    ? percentTooLarge
    : undefined,
);
const notANumber = problem('请填写数字，最多两位小数', 'A number with at most two decimals');
const value = z
  .string()
  .check(ruled((written: string) => (/^\d{1,12}$/.test(written) ? undefined : notANumber)))
  .meta({ pattern: '^[0-9]{1,12}$', examples: ['2000'] });

const shareShape = {
  /** Left out by whoever has the package for a share itself. */
  retailPrice: minorSchema.optional(),
  shareKind: ShareKind.schema,
  /** Minor units, or hundredths of a percent. */
  shareValue: value,
};

const operation = OperationType.values.DistributePackage;
const judged = [sharesExceed, retailPriceAbove, retailPriceMissing, packageNotGivable];

/** A package to children for a share. What a child already has so is changed. */
export const distributePackageShares = change({
  name: 'packageShares.distribute',
  summary: text('分配分润套餐', 'Give a package for a share'),
  permission: 'shareBenefitPackageDistribute.distribute',
  operation,
  body: z
    .strictObject({
      customerIds: z.array(idSchema).min(1).max(MOST_SHARING),
      packageId: idSchema,
      ...shareShape,
      ...effectShape,
    })
    .check(fits),
  answer: z.object({ given: z.number().int(), changed: z.number().int() }),
  refusals: [notFound, notADirectChild, childrenInSeveralCurrencies, givenInOtherWay, ...judged],
  example: {
    body: {
      customerIds: ['11'],
      packageId: '8001',
      retailPrice: '1500',
      shareKind: 'margin',
      shareValue: '2000',
      effective: 0,
    },
  },
});

/** A pending one is replaced by this one. */
export const editPackageShare = change({
  name: 'packageShares.edit',
  summary: text('修改分润', 'Change a share'),
  permission: 'shareBenefitPackageDistribute.edit',
  operation: OperationType.values.EditStrategyPrice,
  body: z
    .strictObject({
      id: idSchema,
      /** Of the row as it was read. */
      updatedAt: z.iso.datetime({ offset: true }),
      ...shareShape,
      ...effectShape,
    })
    .check(fits),
  answer: doneSchema,
  refusals: [notFound, alreadyRecalled, changedByAnother, ...judged],
  example: {
    body: {
      id: '1',
      updatedAt: '2026-11-01T00:00:00Z',
      retailPrice: '1500',
      shareKind: 'fixed',
      shareValue: '200',
      effective: 0,
    },
  },
});

export const previewPackageShareRecall = read({
  name: 'packageShares.recallPreview',
  summary: text('收回分润套餐的影响', 'Recall impact'),
  path: '/api/package-shares/v1/recallPreview',
  permission: 'shareBenefitPackageDistribute.recall',
  query: { id: idSchema },
  answer: previewPackageRecall.answer,
  refusals: [notFound, alreadyRecalled],
  example: { query: { id: '1' } },
});

/** As packages given to resell are recalled. */
export const recallPackageShare = change({
  name: 'packageShares.recall',
  summary: text('收回分润套餐', 'Recall a package given for a share'),
  permission: 'shareBenefitPackageDistribute.recall',
  operation,
  body: z.strictObject({ id: idSchema, cascade: z.boolean().default(false) }),
  answer: recallPackage.answer,
  refusals: [notFound, alreadyRecalled],
  example: { body: { id: '1', cascade: true } },
});

/** How a sale would be split: what the caller owes, what it keeps and what its child earns. Nobody above or further down is named. */
export const previewShareSplit = read({
  name: 'packageShares.split',
  summary: text('分账预览', 'Split of a sale'),
  permission: 'shareBenefitPackageDistribute.view',
  query: {
    packageId: idSchema,
    retailPrice: minorSchema.optional(),
    shareKind: ShareKind.schema,
    shareValue: value,
  },
  answer: z.object({
    paid: integerString,
    currency: z.string(),
    owed: integerString,
    mine: integerString,
    child: integerString,
    /** By how much the share is too large; null where it fits. */
    over: integerString.nullable(),
  }),
  refusals: [notFound, retailPriceAbove, retailPriceMissing, packageNotGivable],
  example: { query: { packageId: '8001', retailPrice: '1500', shareKind: 'margin', shareValue: '2000' } },
});
