import { productNameSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import {
  EffectiveType,
  FollowMain,
  PackageLabel,
  PackageMode,
  PackageScope,
  PackageShelf,
  PackageType,
  RefundRule,
  SalesChannel,
  ValidityUnit,
} from '../../enumerations/package.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { register } from '../../framework/register.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { nouns } from '../../words.ts';
import { minorSchema, productCodeSchema } from '../catalogue/products.ts';
import { refusalsOf } from '../refusalCodes.ts';
import { checkFields } from './carrierChecks.ts';
import { MOST_SHELVED, queuedChanged } from './queuedPackages.ts';

const refusal = refusalsOf('packages');

export const packageCodeTaken = refusal.conflict(
  1720,
  'packageCodeTaken',
  '套餐编码已被使用，编码不会重复使用',
  'Package code already used; codes are never reused',
);
export const packageWasSold = refusal.conflict(
  1721,
  'packageWasSold',
  '套餐已分配或已订购，不能删除，请下架',
  'Distributed or ordered, cannot be deleted; unpublish it',
);

export const unlimitedNeedsLimit = refusal.conflict(
  1746,
  'unlimitedNeedsLimit',
  '不限量套餐上架期间须有限速：{codes}。请在流控策略中关联它并设限速，或先下架',
  'Packages with unlimited data need a speed limit while published: {codes}. Limit them in a flow-control strategy, or unpublish them first',
);

const IN_ITS_CURRENCY = text(
  '以套餐币种付款的订购，含今天，不扣退订',
  'Orders paid in the currency of the package, today included, before returns',
);

/** What is told of a package the platform makes. */
export const packageFields = {
  id: field.id('编号', 'ID', { exportable: false }),
  code: field.identifier('套餐编码', 'Package code', { filters: ['is', 'contains'], sortable: true }),
  name: field.text('套餐名称', 'Package', { filters: ['contains'], sortable: true }),
  shelfState: field.enumeration(PackageShelf, { filters: ['is'] }),
  platform: field.enumeration(Platform, { filters: ['is'] }),
  carrierAccountId: field.id('通道编号', 'Carrier account id', {
    nullable: true,
    filters: ['is'],
    exportable: false,
  }),
  carrierAccountName: field.text('通道', 'Carrier account', { nullable: true }),
  carrierPackageCode: field.text('运营商套餐代码', 'Carrier’s code', { nullable: true }),
  type: field.enumeration(PackageType, { filters: ['is'] }),
  label: field.enumeration(PackageLabel, { filters: ['is'] }),
  mode: field.enumeration(PackageMode, { filters: ['is'] }),
  scope: field.enumeration(PackageScope, { filters: ['is'] }),
  flowBytes: field.bytes('流量', 'Volume', { nullable: true, absent: nouns.unlimited }),
  voiceSeconds: field.seconds('通话时长', 'Call time', { nullable: true }),
  smsCount: field.number('短信条数', 'Messages', { nullable: true }),
  validityCount: field.number('有效期', 'Validity'),
  validityUnit: field.enumeration(ValidityUnit),
  effectiveType: field.enumeration(EffectiveType),
  postponeDays: field.number('顺延天数', 'Postponed by days'),
  followMain: field.enumeration(FollowMain, { nullable: true }),
  realNameRequired: field.flag('要求实名', 'Real name required'),
  renewable: field.flag('可续订', 'Renewable'),
  maxRenewals: field.number('最多续订次数', 'Renewals at most', { nullable: true }),
  refundRule: field.enumeration(RefundRule, { filters: ['is'] }),
  channels: field.enumerations(SalesChannel, { filters: ['is'] }),
  costPrice: field.money('成本价', 'Cost', { sortable: true }),
  currency: field.text('币种', 'Currency'),
  /** Direct children who have it now. */
  distributed: field.number('下发客户', 'Given to'),
  /** Packages on cards that run or wait. */
  onCards: field.number('卡上套餐', 'On cards'),
  /** Of the last thirty days in China: cards delivered, what they pay the maker. */
  soldCards: field.number('近30天订购', 'Sold, 30 days', { help: IN_ITS_CURRENCY }),
  soldAmount: field.money('近30天销售额', 'Sales, 30 days', { help: IN_ITS_CURRENCY }),
  soldByDay: field.object('近30天每日订购', 'Sold by day', z.array(z.int())),
  productCodes: field.object('可订购的产品', 'Products', z.array(z.string())),
  flowSpecId: field.id('流量规格', 'Data specification', { nullable: true, exportable: false }),
  voiceSpecId: field.id('语音规格', 'Voice specification', { nullable: true, exportable: false }),
  periodSpecId: field.id('周期规格', 'Period specification', { nullable: true, exportable: false }),
  /** Of what is sold. */
  number: field.number('销售版本', 'Sold version'),
  version: field.number('版本', 'Version', { exportable: false }),
  updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
};

export const packageBody = {
  code: productCodeSchema,
  name: productNameSchema,
  platform: Platform.schema,
  type: PackageType.schema,
  label: PackageLabel.schema.optional(),
  /** Shared: a monthly package for card pools; a data package fills flow pools and is on no card. */
  mode: PackageMode.schema.optional(),
  carrierAccountId: idSchema.nullable().optional(),
  carrierPackageCode: z.string().trim().max(64).nullable().optional(),
  scope: PackageScope.schema.optional(),
  flowSpecId: idSchema.nullable().optional(),
  voiceSpecId: idSchema.nullable().optional(),
  periodSpecId: idSchema,
  effectiveType: EffectiveType.schema,
  postponeDays: z.int().min(0).max(365).optional(),
  followMain: FollowMain.schema.nullable().optional(),
  realNameRequired: z.boolean().optional(),
  renewable: z.boolean().optional(),
  maxRenewals: z.int().min(1).max(1_000).nullable().optional(),
  refundRule: RefundRule.schema,
  channels: z.array(SalesChannel.schema).min(1).max(4),
  costPrice: minorSchema,
  /** Whose cards may order it. */
  productCodes: z.array(productCodeSchema).max(200),
};

/** What both registers of the platform's packages are; each adds its name, fields, body and example. */
export const packageRegister = {
  scope: 'own',
  operation: OperationType.values.EditConfiguration,
  defaultSort: 'code',
  locked: ['code', 'platform', 'type', 'label', 'mode'],
  isVersioned: true,
  notFound,
  duplicate: packageCodeTaken,
  refusals: { delete: [packageWasSold] },
} as const;

export const packageExample = {
  code: 'LT-M1G-2026',
  name: '联通1GB月包',
  platform: 1,
  type: 'month',
  label: 'none',
  flowSpecId: '1',
  periodSpecId: '1',
  effectiveType: 0,
  realNameRequired: false,
  renewable: true,
  refundRule: 'wholeUnstarted',
  channels: ['platform', 'api'],
  costPrice: '500',
  productCodes: [],
} as const;

/** What the platform sells. An edit of allowance, period or rules makes a new version, for later orders only. */
export const systemPackages = register({
  name: 'systemPackages',
  noun: { zh: '系统套餐', en: 'system package', many: 'system packages' },
  permission: 'systemPackage',
  exportPermission: 'systemPackage.export',
  ...packageRegister,
  fields: { ...packageFields, ...checkFields },
  body: packageBody,
  example: packageExample,
});

const option = { id: idSchema, name: z.string() };

/** What a package can be put together from: what is enabled, with the products the caller has. */
export const systemPackageChoices = read({
  name: 'systemPackages.choices',
  summary: text('套餐可选内容', 'Choices for a package'),
  permission: ['systemPackage.edit', 'packageVirtual.edit', 'flowPoolPackage.edit'],
  namesCarriers: true,
  answer: z.object({
    flowSpecs: z.array(z.object({ ...option, platforms: z.array(Platform.schema) })),
    voiceSpecs: z.array(z.object(option)),
    periodSpecs: z.array(z.object({ ...option, unit: ValidityUnit.schema })),
    carrierAccounts: z.array(z.object({ ...option, platform: Platform.schema })),
    products: z.array(z.object({ code: z.string(), name: z.string(), platform: Platform.schema })),
  }),
  example: {},
});

/** Every version as it was sold, the newest first. */
export const systemPackageVersions = read({
  name: 'systemPackages.versions',
  summary: text('套餐版本', 'Package versions'),
  permission: ['systemPackage.view', 'packageVirtual.view', 'flowPoolPackage.view'],
  query: { id: idSchema },
  answer: z.array(
    z.object({
      number: z.int(),
      at: z.iso.datetime({ offset: true }),
      by: z.string().nullable(),
      flowBytes: z.string().nullable(),
      voiceSeconds: z.int().nullable(),
      smsCount: z.int().nullable(),
      validityCount: z.int(),
      validityUnit: ValidityUnit.schema,
      effectiveType: EffectiveType.schema,
      refundRule: RefundRule.schema,
      renewable: z.boolean(),
      realNameRequired: z.boolean(),
      /** Packages on cards that run or wait with these terms. */
      onCards: z.int(),
    }),
  ),
  refusals: [notFound],
  example: { query: { id: '8001' } },
});

/**
 * On the shelf or off it. Off it, a package takes no new orders at once; what is on cards runs and begins as bought, unless `stop`
 * ends what waits: a task gives it back whole and tells who paid, provided that as many wait as the caller has seen. Those that
 * are not the caller's are named in `failed`, and so are those of unlimited data that nothing limits; the others are done.
 */
export const shelveSystemPackages = change({
  name: 'systemPackages.shelf',
  summary: text('上架或下架套餐', 'Publish or unpublish packages'),
  permission: 'systemPackage.shelf',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({
    ids: z.array(idSchema).min(1).max(MOST_SHELVED),
    shelfState: PackageShelf.schema,
    /** Absent: what waits is honoured. */
    stop: z.strictObject({ records: z.int().min(1) }).optional(),
  }),
  answer: z.object({
    done: z.int(),
    failed: z.array(z.object({ id: idSchema, words: z.string() })),
    /** The task that stops what waits. */
    taskId: idSchema.nullable(),
  }),
  refusals: [notFound, unlimitedNeedsLimit, queuedChanged],
  example: { body: { ids: ['8001'], shelfState: 0 } },
});
