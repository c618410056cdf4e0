import { ruled } from '@cardinal/primitives/problem.ts';
import { businessCodeSchema, stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { FlowPoolState } from '../../enumerations/flowPool.ts';
import type { ControlAction } from '../../enumerations/package.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString, rowSchema } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { nouns } from '../../words.ts';
import {
  flowPoolClosed,
  flowPoolCodeTaken,
  flowPoolNotEmpty,
  flowPoolNotFound,
  noAccountOfCarrier,
  ownerNotInTree,
} from './refusals.ts';

/** What the forms and panels of flow pools call things that are no fields of the list. */
export const flowPoolLabels = {
  pool: text('流量池', 'Flow pool'),
  cycleDay: text('账期日', 'Cycle day'),
  needsPackage: text('仅限有套餐的卡', 'Cards with a package only'),
  thresholds: text('阈值（%）', 'Thresholds (%)'),
  exhausted: text('用尽后', 'When used up'),
} as const;

export const flowPoolFields = {
  id: field.id('编号', 'ID', { sortable: true, exportable: false }),
  poolCode: field.identifier('流量池编码', 'Pool code', { filters: ['contains'], sortable: true }),
  name: field.text(nouns.name.zh, nouns.name.en, { filters: ['contains'], sortable: true }),
  customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
  customerName: field.text(nouns.customer.zh, nouns.customer.en),
  platform: field.enumeration(Platform, { filters: ['is'], nullable: true, absent: text('混合', 'Mixed') }),
  carrierAccountName: field.text(nouns.carrierAccount.zh, nouns.carrierAccount.en, {
    permission: 'platformConfig.view',
    nullable: true,
  }),
  cards: field.number(nouns.cardCount.zh, nouns.cardCount.en, { sortable: true }),
  total: field.bytes(nouns.allowance.zh, nouns.allowance.en, {
    help: text('生效中的池套餐之和', 'The pool packages in use'),
  }),
  used: field.bytes(nouns.used.zh, nouns.used.en, { help: text('取自生效中的池套餐', 'Of the pool packages in use') }),
  remaining: field.bytes(nouns.left.zh, nouns.left.en),
  usedPercent: field.number('使用率（%）', 'Used (%)', { nullable: true }),
  /** By what was used in the last seven days. */
  runsOutOn: field.day('预计用尽', 'Runs out on', { nullable: true }),
  /** When what waits begins. */
  nextFeedAt: field.time('下个池套餐', 'Next pool package', { nullable: true, absent: nouns.none }),
  overage: field.bytes('本期超出', 'Overage', {
    help: text('各卡超出自有套餐、池也未能提供的用量', 'What its cards used beyond their packages and the pool'),
  }),
  state: field.enumeration(FlowPoolState, { filters: ['is'] }),
  endsAt: field.time('有效期至', 'Valid until', { nullable: true }),
  /** When a figure of it last moved. */
  usedAt: field.time('用量时间', 'Usage as of', { nullable: true }),
  createdAt: field.time(nouns.createdAt.zh, nouns.createdAt.en, { sortable: true }),
};

export const listFlowPools = list({
  name: 'flowPools.list',
  summary: text('流量池', 'Flow pools'),
  permission: 'flowPool.view',
  exportPermission: 'flowPool.export',
  fields: flowPoolFields,
  defaultSort: '-id',
  extra: {
    /** The pool this card is in. */
    iccid: z.string().min(1).max(32).optional(),
  },
  figures: z.object({
    pools: z.number().int(),
    cards: z.number().int(),
    remaining: integerString,
    /** Of which less than a fifth is left. */
    low: z.number().int(),
    exhausted: z.number().int(),
  }),
});

/** A pool by its id; a code that is given too must be its. */
export const readFlowPool = read({
  name: 'flowPools.detail',
  summary: text('流量池详情', 'Flow pool'),
  permission: 'flowPool.view',
  query: { poolId: idSchema, poolCode: z.string().min(1).max(64).optional() },
  answer: rowSchema(flowPoolFields).extend({
    cycleDay: z.number().int(),
    zone: z.string(),
    cycle: z.string(),
    needsPackage: z.boolean(),
    thresholds: z.array(z.number().int()),
    exhaustedAction: z.number().int(),
    version: z.number().int(),
    asOf: z.iso.datetime({ offset: true }),
  }),
  refusals: [flowPoolNotFound],
  example: { query: { poolId: '1' } },
});

/** What cards used beyond their packages on each day of a cycle: what the pool gave of it, and the rest. */
export const readFlowPoolUsage = read({
  name: 'flowPools.usage',
  summary: text('流量池用量', 'Usage of a flow pool'),
  permission: 'flowPool.view',
  query: { poolId: idSchema, cycle: z.string().max(7).optional() },
  answer: z.object({
    cycle: z.string(),
    days: z.array(z.object({ day: z.iso.date(), drawn: integerString.nullable(), overage: integerString.nullable() })),
    drawn: integerString,
    overage: integerString,
    top: z.array(z.object({ cardId: idSchema, iccid: z.string(), drawn: integerString, sharePercent: z.number() })),
    asOf: z.iso.datetime({ offset: true }),
  }),
  refusals: [flowPoolNotFound],
  example: { query: { poolId: '1' } },
});

/** Pools that cards can be put into. */
export const flowPoolOptions = read({
  name: 'flowPools.options',
  summary: text('可选流量池', 'Flow pools to choose from'),
  permission: ['flowPool.view', 'flowPool.addCard', 'flowPool.removeCard', 'batchOperate.pool'],
  query: { keyword: z.string().max(60).optional() },
  answer: z.object({ pools: z.array(z.object({ id: idSchema, poolCode: z.string(), name: z.string() })) }),
  example: { query: { keyword: 'FP' } },
});

/** What a new pool may be made of. */
export const flowPoolChoices = read({
  name: 'flowPools.choices',
  summary: text('新建流量池的选项', 'Choices for a new flow pool'),
  permission: 'flowPool.create',
  answer: z.object({
    accounts: z.array(z.object({ id: idSchema, name: z.string(), platform: Platform.schema, cycleDay: z.int() })),
  }),
});

const NOT_RISING = text('阈值须为 1-100 的整数且逐级递增', 'Thresholds are whole numbers from 1 to 100, rising');
const isRising = (each: readonly number[]) => each.every((percent, at) => at === 0 || percent > (each[at - 1] ?? 0));
export const MOST_THRESHOLDS = 5;

const name = stringSchema({ min: 2, max: 30 });
const terms = {
  name,
  needsPackage: z.boolean(),
  /** Percent of what the running pool packages hold. */
  thresholds: z
    .array(z.int().min(1).max(100))
    .max(MOST_THRESHOLDS)
    .check(ruled((each: readonly number[]) => (isRising(each) ? undefined : { text: NOT_RISING }))),
  /** Of `ControlAction`: 1 stops its cards, 4 lets them run on as overage. */
  exhaustedAction: z.literal([1, 4]) satisfies z.ZodType<ControlAction>,
};
const changing = { operation: OperationType.values.EditConfiguration } as const;

export const createFlowPool = change({
  name: 'flowPools.create',
  summary: text('新建流量池', 'New flow pool'),
  permission: 'flowPool.create',
  ...changing,
  body: z.strictObject({
    ...terms,
    /** Made up where it is left out. */
    poolCode: businessCodeSchema.check(z.minLength(2), z.maxLength(32)).optional(),
    /** Whose it is; the caller's own customer where it is left out. */
    customerId: idSchema.optional(),
    /** Left out: cards of any carrier account. */
    carrierAccountId: idSchema.optional(),
    cycleDay: z.int().min(1).max(28),
  }),
  answer: z.object({ id: idSchema, poolCode: z.string() }),
  refusals: [flowPoolCodeTaken, noAccountOfCarrier, ownerNotInTree],
  example: {
    body: { name: '华东流量池', needsPackage: false, thresholds: [80, 95], exhaustedAction: 1, cycleDay: 1 },
  },
});

export const editFlowPool = change({
  name: 'flowPools.edit',
  summary: text('编辑流量池', 'Edit a flow pool'),
  permission: 'flowPool.edit',
  ...changing,
  body: z.strictObject({ id: idSchema, version: z.int(), ...terms }),
  answer: doneSchema,
  refusals: [flowPoolNotFound, flowPoolClosed, changedByAnother],
  example: {
    body: { id: '1', version: 1, name: '华东流量池', needsPackage: false, thresholds: [80], exhaustedAction: 4 },
  },
});

/** Only an empty pool is closed, and stays closed; what it was filled with runs out. */
export const closeFlowPool = change({
  name: 'flowPools.close',
  summary: text('关闭流量池', 'Close a flow pool'),
  permission: 'flowPool.close',
  ...changing,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [flowPoolNotFound, flowPoolClosed, flowPoolNotEmpty],
  example: { body: { id: '1' } },
});
