import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { LimitSource } from '../../enumerations/control.ts';
import { PackageType } from '../../enumerations/package.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { nouns } from '../../words.ts';
import { unlimitedNeedsLimit } from '../packages/systemPackages.ts';
import { refusalsOf } from '../refusalCodes.ts';
import { flowStrategyNotFound } from './flowStrategies.ts';
import { MOST_TIERS, tierSchema } from './limitTiers.ts';

const refusal = refusalsOf('control');
const operation = OperationType.values.EditStrategyPrice;

export const MOST_ASSOCIATED = 100;
export const MOST_EXCEPTIONS = 200;

export const flowPackageNotFound = refusal.notFound(
  1854,
  'flowPackageNotFound',
  '该套餐未关联此策略',
  'The strategy does not govern this package',
  404,
);
export const flowExceptionNotFound = refusal.notFound(
  1855,
  'flowExceptionNotFound',
  '该客户没有例外',
  'The customer has no exception',
  404,
);
export const flowStrategyOff = refusal.conflict(
  1855,
  'flowStrategyOff',
  '策略已停用，不能关联套餐',
  'The strategy is off and takes no packages',
);
export const tooManyExceptions = refusal.conflict(
  1856,
  'tooManyExceptions',
  '一个套餐最多 {most} 个例外',
  'At most {most} exceptions a package',
);

/** The packages a strategy governs. */
export const listFlowPackages = list({
  name: 'flowStrategyPackages.list',
  summary: text('策略关联的套餐', 'Packages of a strategy'),
  permission: 'flowStrategy.view',
  exportPermission: 'flowStrategy.export',
  scope: 'customer-tree',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    packageId: field.id('套餐编号', 'Package id', { exportable: false }),
    code: field.identifier('套餐编码', 'Package code', { filters: ['is', 'contains'], sortable: true }),
    name: field.text('套餐名称', 'Package', { filters: ['contains'], sortable: true }),
    platform: field.enumeration(Platform),
    type: field.enumeration(PackageType, { filters: ['is'] }),
    flowBytes: field.bytes('流量', 'Volume', { nullable: true, absent: nouns.unlimited }),
    /** Cards within the caller's scope that have it running or waiting. */
    cards: field.number('使用卡数', 'Cards'),
    hasLimit: field.flag('专用限速', 'Own limit', { filters: ['is'] }),
    exceptions: field.number('例外', 'Exceptions'),
    associatedBy: field.text('操作账号', 'By', { nullable: true }),
    associatedAt: field.time('关联时间', 'Since', { sortable: true }),
  },
  defaultSort: '-associatedAt',
  extra: { strategyId: idSchema, platformId: z.coerce.number().int() },
  example: { query: { strategyId: '1', platformId: 2 } },
});

/** Packages of the strategy's carrier that its owner has and it does not govern, with the strategy they have now. */
export const flowPackageOptions = read({
  name: 'flowStrategyPackages.options',
  summary: text('可关联的套餐', 'Packages to associate'),
  permission: 'flowStrategy.associate',
  query: { strategyId: idSchema, keyword: z.string().trim().min(1).max(60).optional() },
  answer: z.array(
    z.object({
      id: idSchema,
      code: z.string(),
      name: z.string(),
      type: PackageType.schema,
      /** The strategy of the same owner that governs it now. */
      strategyName: z.string().nullable(),
    }),
  ),
  refusals: [flowStrategyNotFound],
  example: { query: { strategyId: '1' } },
});

/** A package has one strategy of each owner: it leaves the one it had, with its limit and exceptions. */
export const associateFlowPackages = change({
  name: 'flowStrategyPackages.associate',
  summary: text('关联套餐', 'Associate packages'),
  permission: 'flowStrategy.associate',
  operation,
  body: z.strictObject({ strategyId: idSchema, packageIds: z.array(idSchema).min(1).max(MOST_ASSOCIATED) }),
  answer: z.object({ associated: z.int(), moved: z.int() }),
  refusals: [flowStrategyNotFound, flowStrategyOff, unlimitedNeedsLimit],
  example: { body: { strategyId: '1', packageIds: ['1'] } },
});

export const releaseFlowPackage = change({
  name: 'flowStrategyPackages.release',
  summary: text('解除套餐关联', 'Release a package'),
  permission: 'flowStrategy.release',
  operation,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [flowPackageNotFound, unlimitedNeedsLimit],
  example: { body: { id: '1' } },
});

const exceptionSchema = z.object({
  customerId: idSchema,
  customerName: z.string(),
  /** Null: not limited. */
  limitStrategyId: idSchema.nullable(),
  limitStrategyName: z.string().nullable(),
  /** The last day it holds; null: without end. */
  endsOn: z.iso.date().nullable(),
  hasEnded: z.boolean(),
});

/** One package under its strategy: its limit and exceptions. It does not exist under another strategy or carrier. */
export const readFlowPackage = read({
  name: 'flowStrategyPackages.read',
  summary: text('套餐的限速与例外', 'Limit and exceptions of a package'),
  permission: 'flowStrategy.view',
  query: { id: idSchema, strategyId: idSchema, platform: z.coerce.number().int() },
  answer: z.object({
    id: idSchema,
    strategyId: idSchema,
    strategyName: z.string(),
    platform: Platform.schema,
    /** The rules of the strategy in words. */
    rule: z.string(),
    packageCode: z.string(),
    packageName: z.string(),
    limitStrategyId: idSchema.nullable(),
    limitStrategyName: z.string().nullable(),
    /** Of this package alone; null: it has none. */
    ownTiers: z.array(tierSchema).nullable(),
    /** The tiers that hold where no exception does; null: nothing limits. */
    tiers: z.array(tierSchema).nullable(),
    source: LimitSource.schema.nullable(),
    exceptions: z.array(exceptionSchema),
    version: z.int(),
  }),
  refusals: [flowPackageNotFound],
  example: { query: { id: '1', strategyId: '1', platform: 2 } },
});

/** A strategy or tiers of its own, or neither: then the strategy of the rule holds. */
export const limitFlowPackage = change({
  name: 'flowStrategyPackages.limit',
  summary: text('设置套餐限速', 'Set the limit of a package'),
  permission: 'flowStrategy.limit',
  operation,
  body: z.strictObject({
    id: idSchema,
    version: z.int().min(1),
    limitStrategyId: idSchema.nullable(),
    ownTiers: z.array(tierSchema).min(1).max(MOST_TIERS).nullable(),
  }),
  answer: doneSchema,
  refusals: [flowPackageNotFound, changedByAnother, unlimitedNeedsLimit],
  example: { body: { id: '1', version: 1, limitStrategyId: '1', ownTiers: null } },
});

/** Another limit, or none, for a customer and those below it; replaces the one it had. */
export const exceptFlowPackage = change({
  name: 'flowStrategyPackages.except',
  summary: text('设置例外客户', 'Set an exception'),
  permission: 'flowStrategy.exception',
  operation,
  body: z.strictObject({
    id: idSchema,
    customerId: idSchema,
    limitStrategyId: idSchema.nullable(),
    endsOn: z.iso.date().nullable(),
  }),
  answer: doneSchema,
  refusals: [flowPackageNotFound, tooManyExceptions],
  example: { body: { id: '1', customerId: '1', limitStrategyId: null, endsOn: null } },
});

export const endFlowException = change({
  name: 'flowStrategyPackages.endException',
  summary: text('取消例外客户', 'Remove an exception'),
  permission: 'flowStrategy.exception',
  operation,
  body: z.strictObject({ id: idSchema, customerId: idSchema }),
  answer: doneSchema,
  refusals: [flowPackageNotFound, flowExceptionNotFound],
  example: { body: { id: '1', customerId: '1' } },
});

/** The speed a card of a customer with this package would be given once a rule limits it. */
export const previewFlowPackage = read({
  name: 'flowStrategyPackages.preview',
  summary: text('试算套餐限速', 'Try the limit of a package'),
  permission: 'flowStrategy.view',
  query: {
    id: idSchema,
    customerId: idSchema.optional(),
    usedBytes: z.string().regex(/^\d{1,18}$/),
    day: z.iso.date(),
  },
  answer: z.object({
    /** Null: nothing limits this package. */
    source: LimitSource.schema.nullable(),
    /** Null: not limited. */
    kbps: z.int().nullable(),
    why: z.string(),
  }),
  refusals: [flowPackageNotFound],
  example: { query: { id: '1', usedBytes: '1288490189', day: '2026-11-24' } },
});
