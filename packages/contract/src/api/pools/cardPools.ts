import { cycleDaySchema } from '@cardinal/primitives/cycle.ts';
import { businessCodeSchema, stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { ContributionRule, PoolState } from '../../enumerations/pool.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString, rowSchema } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { nouns } from '../../words.ts';
import {
  accountNotOfPackage,
  ownerNotBelow,
  packageNotShared,
  poolClosed,
  poolCodeTaken,
  poolHasSubPools,
  poolNotEmpty,
  poolNotFound,
  quotaOversold,
  tooDeep,
} from './refusals.ts';

/** How many levels of sub-pools a pool may have below it. */
export const MOST_LEVELS = 6;
/** How much of what its cards bring a pool may promise its sub-pools, in percent. */
export const OVERSELL = { least: 100, usual: 100, most: 1_000 } as const;

/** What the forms and panels of pools call things that are no fields of the list. */
export const poolLabels = {
  pool: text('卡池', 'Pool'),
  above: text('上级卡池', 'Cut from'),
  cycleDay: text('账期日', 'Cycle day'),
  oversell: text('超售比例', 'Oversell ratio'),
} as const;

export const poolFields = {
  id: field.id('编号', 'ID', { exportable: false }),
  poolCode: field.identifier('卡池编码', 'Pool code', { filters: ['contains'], sortable: true }),
  name: field.text('名称', 'Name', { filters: ['contains'], sortable: true }),
  /** 0: a pool of its own. Sorted by it, sub-pools follow their pool. */
  depth: field.number('层级', 'Level', { sortable: true }),
  parentId: field.id('上级卡池', 'Parent pool', { filters: ['is'], nullable: true, exportable: false }),
  customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
  customerName: field.text(nouns.customer.zh, nouns.customer.en),
  platform: field.enumeration(Platform, { filters: ['is'] }),
  carrierAccountName: field.text('通道', 'Carrier account', { permission: 'platformConfig.view' }),
  packageId: field.id('套餐编号', 'Package id', { filters: ['is'], exportable: false }),
  packageName: field.text('月套餐', 'Monthly package'),
  cards: field.number('卡数', 'Cards', { help: text('含子池', 'With its sub-pools') }),
  contributed: field.bytes('本期贡献', 'Contributed', {
    help: text('各卡套餐额度之和，含子池', 'The allowances its cards bring, with its sub-pools'),
  }),
  used: field.bytes('本期已用', 'Used', { help: text('各卡在池期间用量之和', 'By its cards while in the pool') }),
  remaining: field.bytes('剩余', 'Remaining'),
  overage: field.bytes('超出', 'Overage'),
  /** Of what was contributed, or of the quota where a sub-pool has one. */
  usedPercent: field.number('使用率（%）', 'Used (%)', { nullable: true }),
  quotaBytes: field.bytes('配额', 'Quota', { nullable: true, absent: text('不限', 'None') }),
  /** By the cards that run, at their pace so far. */
  forecastPercent: field.number('预计（%）', 'Forecast (%)', { nullable: true, absent: text('数据不足', 'Too early') }),
  runsOutOn: field.day('预计用尽', 'Runs out on', { nullable: true }),
  subPools: field.number('子池', 'Sub-pools'),
  state: field.enumeration(PoolState, { filters: ['is'] }),
  cycle: field.text('账期', 'Cycle'),
  cycleEndsAt: field.time('账期结束', 'Cycle ends'),
  /** When a figure of it last moved. */
  usedAt: field.time('用量时间', 'Usage as of', { nullable: true }),
  createdAt: field.time(nouns.createdAt.zh, nouns.createdAt.en, { sortable: true }),
};

export const listCardPools = list({
  name: 'cardPools.list',
  summary: text('月套餐卡池', 'Month-package pools'),
  permission: ['cardPool.view', 'cardPool.viewSub'],
  exportPermission: 'cardPool.export',
  fields: poolFields,
  defaultSort: 'depth',
  extra: {
    /** The pool this card is in. */
    iccid: z.string().min(1).max(32).optional(),
  },
  figures: z.object({
    pools: z.number().int(),
    cards: z.number().int(),
    contributed: integerString,
    used: integerString,
  }),
});

/** What one reads of a pool, whoever asks. */
const poolFacts = {
  contributionRule: ContributionRule.schema,
  oversellPercent: z.number().int(),
  cycleDay: z.number().int(),
  zone: z.string(),
  /** Whether the caller stands above its customer, and so sets its quota. */
  isFromAbove: z.boolean(),
  version: z.number().int(),
  asOf: z.iso.datetime({ offset: true }),
};

const cycleSchema = z.object({
  cycle: z.string(),
  startsAt: z.iso.datetime({ offset: true }),
  endsAt: z.iso.datetime({ offset: true }),
  contributed: integerString,
  used: integerString,
  overage: integerString,
  /** Of what was used, what became known only after the cycle had ended. */
  late: integerString,
  /** Its cards have all brought their allowance. */
  isOpen: z.boolean(),
  isRunning: z.boolean(),
});

/** A pool by its code, with its last cycles. */
export const readCardPool = read({
  name: 'cardPools.detail',
  summary: text('卡池详情', 'Pool'),
  permission: 'cardPool.view',
  query: { poolCode: z.string().min(1).max(64) },
  answer: rowSchema(poolFields).extend({
    /** Null where the caller does not see it. */
    parent: z.object({ poolCode: z.string(), name: z.string() }).nullable(),
    ...poolFacts,
    cycles: z.array(cycleSchema),
  }),
  refusals: [poolNotFound],
  example: { query: { poolCode: 'POOL-1' } },
});

const { parentId: _parentId, depth: _depth, ...ownFields } = poolFields;

/** A sub-pool as its customer reads it: its own share, and nothing of the pool it was cut from. */
export const readSubPool = read({
  name: 'cardPools.subDetail',
  summary: text('子池详情', 'Sub-pool'),
  permission: 'cardPool.viewSub',
  query: { poolCode: z.string().min(1).max(64) },
  answer: rowSchema(ownFields).extend({
    ...poolFacts,
    /** Absent for whoever does not see it. */
    parent: z.object({ poolCode: z.string(), name: z.string() }).optional(),
    cycles: z.array(cycleSchema),
    /** A lower quota that holds from the next cycle on. */
    nextQuotaBytes: integerString.nullable(),
    /** What its customer asks for. */
    wanted: z.object({ quotaBytes: integerString, why: z.string(), at: z.iso.datetime({ offset: true }) }).nullable(),
    /** A strategy goes by the pool, and decides over its cards once the quota is used up. */
    isDecidedByStrategy: z.boolean(),
    /** Of its cards those that it holds stopped. */
    stopped: z.object({ quota: z.number().int(), cap: z.number().int() }),
    /** When its quota was used up, latest first. */
    firings: z.array(
      z.object({
        id: idSchema,
        firedAt: z.iso.datetime({ offset: true }),
        cycle: z.string(),
        quotaBytes: integerString,
        liftedAt: z.iso.datetime({ offset: true }).nullable(),
      }),
    ),
    /** What its customer pays for the package. */
    price: z.object({ amount: integerString, currency: z.string() }).nullable(),
  }),
  refusals: [poolNotFound],
  example: { query: { poolCode: 'POOL-1A' } },
});

/** What a pool used on each day of a cycle, of the cycle before, and which cards used most. */
export const readPoolUsage = read({
  name: 'cardPools.usage',
  summary: text('卡池用量', 'Usage of a pool'),
  permission: ['cardPool.view', 'cardPool.viewSub'],
  query: { poolId: idSchema, cycle: z.string().max(7).optional() },
  answer: z.object({
    cycle: z.string(),
    days: z.array(z.object({ day: z.iso.date(), used: integerString.nullable(), before: integerString.nullable() })),
    contributed: integerString,
    top: z.array(z.object({ cardId: idSchema, iccid: z.string(), used: integerString, sharePercent: z.number() })),
    asOf: z.iso.datetime({ offset: true }),
  }),
  refusals: [poolNotFound],
  example: { query: { poolId: '1' } },
});

/** Pools that cards can be put into. */
export const cardPoolOptions = read({
  name: 'cardPools.options',
  summary: text('可选卡池', 'Pools to choose from'),
  permission: ['cardPool.view', 'cardPool.addCard', 'cardPool.removeCard', 'batchOperate.pool', 'myPool.transfer'],
  query: { keyword: z.string().max(60).optional() },
  answer: z.object({
    pools: z.array(z.object({ id: idSchema, poolCode: z.string(), name: z.string(), packageName: z.string() })),
  }),
  example: { query: { keyword: 'POOL' } },
});

/** What a new pool may be made of. */
export const cardPoolChoices = read({
  name: 'cardPools.choices',
  summary: text('新建卡池的选项', 'Choices for a new pool'),
  permission: 'cardPool.create',
  answer: z.object({
    packages: z.array(
      z.object({
        id: idSchema,
        code: z.string(),
        name: z.string(),
        platform: Platform.schema,
        bytes: integerString,
        accounts: z.array(z.object({ id: idSchema, name: z.string(), cycleDay: z.number().int() })),
      }),
    ),
  }),
});

const name = stringSchema({ min: 2, max: 30 });
const poolCode = businessCodeSchema.check(z.minLength(2), z.maxLength(32));
const oversellPercent = z.int().min(OVERSELL.least).max(OVERSELL.most);
const quotaBytes = z
  .string()
  .regex(/^[1-9]\d{0,17}$/)
  .nullable();
/** Whoever may oversell says so, once he has been told of it. */
const allowOversell = z.boolean().optional();
const changing = { operation: OperationType.values.EditConfiguration } as const;

export const createCardPool = change({
  name: 'cardPools.create',
  summary: text('新建卡池', 'New pool'),
  permission: 'cardPool.create',
  ...changing,
  body: z.strictObject({
    name,
    /** Made up where it is left out. */
    poolCode: poolCode.optional(),
    packageId: idSchema,
    carrierAccountId: idSchema,
    contributionRule: ContributionRule.schema,
    oversellPercent,
    cycleDay: cycleDaySchema,
  }),
  answer: z.object({ id: idSchema, poolCode: z.string() }),
  refusals: [poolCodeTaken, packageNotShared, accountNotOfPackage],
  example: {
    body: {
      name: '华东共享池',
      packageId: '1',
      carrierAccountId: '1',
      contributionRule: 'byDay',
      oversellPercent: 100,
      cycleDay: 27,
    },
  },
});

export const createSubPool = change({
  name: 'cardPools.createSub',
  summary: text('划出子池', 'Cut a sub-pool'),
  permission: 'cardPool.createSub',
  ...changing,
  body: z.strictObject({
    parentId: idSchema,
    customerId: idSchema,
    name,
    poolCode: poolCode.optional(),
    quotaBytes,
    allowOversell,
  }),
  answer: z.object({ id: idSchema, poolCode: z.string() }),
  refusals: [poolNotFound, poolClosed, poolCodeTaken, ownerNotBelow, quotaOversold, tooDeep],
  example: { body: { parentId: '1', customerId: '10', name: 'A 公司', quotaBytes: '53687091200' } },
});

export const editCardPool = change({
  name: 'cardPools.edit',
  summary: text('编辑卡池', 'Edit a pool'),
  permission: 'cardPool.edit',
  ...changing,
  body: z.strictObject({
    id: idSchema,
    version: z.int(),
    name,
    oversellPercent,
  }),
  answer: doneSchema,
  refusals: [poolNotFound, poolClosed, changedByAnother],
  example: { body: { id: '1', version: 1, name: '华东共享池', oversellPercent: 120 } },
});

/** Only an empty pool without sub-pools is closed, and stays closed. */
export const closeCardPool = change({
  name: 'cardPools.close',
  summary: text('关闭卡池', 'Close a pool'),
  permission: 'cardPool.close',
  ...changing,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [poolNotFound, poolClosed, poolNotEmpty, poolHasSubPools],
  example: { body: { id: '1' } },
});
