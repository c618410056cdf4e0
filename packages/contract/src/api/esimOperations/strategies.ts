import { eidSchema } from '@cardinal/primitives/eid.ts';
import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { FiringResult, StrategyDecision, StrategyState, StrategyTrigger } from '../../enumerations/esim.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { engineNotSubscribed } from '../engines/refusals.ts';
import { chipsSchema, filterFindsOthers } from '../esim/named.ts';
import { chipNotFound } from '../esim/refusals.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('esimOperations');

export const strategyNotFound = refusal.notFound(
  1430,
  'strategyNotFound',
  '写号策略不存在',
  'Numbering strategy not found',
);
export const duplicateStrategy = refusal.conflict(
  1430,
  'duplicateStrategy',
  '已有同名的写号策略',
  'A numbering strategy with this name already exists',
);
export const strategyStands = refusal.conflict(
  1431,
  'strategyStands',
  '策略已是该状态，或不能从当前状态进入该状态',
  'The strategy is already in this state or cannot enter it from its current state',
);
export const unknownReach = refusal.invalid(
  1430,
  'unknownReach',
  '范围中有不存在的客户或标签',
  'The scope contains a customer or tag that does not exist',
);
export const unknownChannel = refusal.invalid(
  1432,
  'unknownChannel',
  '规则中有您没有码号的通道',
  'A rule names a channel of which you have no numbers',
);

const EXAMPLE_EID = '89049032000000000000000000000001';
const instant = z.iso.datetime({ offset: true });
const country = z.string().regex(/^[A-Z]{2}$/);
const most = (items: z.ZodType, n: number) => z.array(items).max(n);

/** Which number: of this kind, and if given of this country and this carrier account. */
export const strategyChoiceSchema = z.strictObject({
  profileType: z.string().trim().min(1).max(128),
  country: country.nullable(),
  carrierAccountId: idSchema.nullable(),
});

/** The first rule whose trigger and countries fit decides; its choices are tried in their order. */
export const strategyRuleSchema = z.strictObject({
  triggers: z.array(StrategyTrigger.schema).min(1),
  /** Where the chip is; none: anywhere, also where that is not known. */
  countries: z.array(country).max(60),
  /** How long there was no network, for that trigger. */
  minutes: z.number().int().min(1).max(10_080),
  /** How long it has been in a country that is not its number's, for that trigger. */
  days: z.number().int().min(1).max(365),
  choices: z.array(strategyChoiceSchema).min(1).max(10),
});

/** Empty lists restrict nothing. A customer includes all below it. */
export const strategyReachSchema = z.strictObject({
  customerIds: most(idSchema, 100) as z.ZodType<string[]>,
  productCodes: most(z.string().min(1).max(32), 100) as z.ZodType<string[]>,
  tagIds: most(idSchema, 100) as z.ZodType<string[]>,
});

const strategyBody = z.strictObject({
  name: stringSchema({ min: 2, max: 30 }),
  ...strategyReachSchema.shape,
  rules: z.array(strategyRuleSchema).min(1).max(20),
  switchesPerDay: z.number().int().min(1).max(24),
  minimumStayHours: z.number().int().min(0).max(720),
});

const EXAMPLE_BODY = {
  name: '欧洲设备',
  customerIds: [],
  productCodes: [],
  tagIds: [],
  rules: [
    {
      triggers: ['firstBoot', 'countryChange'],
      countries: ['DE'],
      minutes: 30,
      days: 90,
      choices: [
        { profileType: 'DE-LOCAL-1', country: null, carrierAccountId: null },
        { profileType: 'GLOBAL-2', country: null, carrierAccountId: null },
      ],
    },
  ],
  switchesPerDay: 2,
  minimumStayHours: 6,
};

export const listStrategies = list({
  name: 'numberingStrategies.list',
  summary: text('写号策略列表', 'Numbering strategies'),
  path: '/api/numberingStrategies/v1/list',
  permission: 'numberingStrategy.view',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    name: field.text('策略', 'Strategy', { filters: ['contains'], sortable: true }),
    state: field.enumeration(StrategyState, { filters: ['is'] }),
    customerName: field.text('客户', 'Customer'),
    /** As text: products, customers and tags; everything if none is given. */
    reach: field.text('范围', 'Scope'),
    rules: field.object('规则', 'Rules', z.array(z.string())),
    limits: field.text('切换限制', 'Switch limits'),
    chips: field.number('芯片', 'Chips'),
    done: field.number('7天写号成功', 'Writes done, 7 days'),
    failed: field.number('7天写号失败', 'Writes failed, 7 days'),
    /** By currency; only of numbers whose cost the caller may see. */
    cost: field.text('7天成本', 'Cost, 7 days', { nullable: true }),
    updatedAt: field.time('更新时间', 'Changed at', { sortable: true }),
    version: field.number('版本', 'Version', { exportable: false }),
  },
  extra: {
    productCode: z.string().min(1).max(32).optional(),
    country: country.optional(),
    profileType: z.string().min(1).max(128).optional(),
  },
  defaultSort: '-updatedAt',
});

export const readStrategy = read({
  name: 'numberingStrategies.detail',
  summary: text('写号策略详情', 'Numbering strategy'),
  path: '/api/numberingStrategies/v1/detail',
  permission: 'numberingStrategy.view',
  query: { strategyId: idSchema },
  answer: strategyBody.extend({ id: idSchema, state: StrategyState.schema, version: z.number().int() }),
  refusals: [strategyNotFound],
  example: { query: { strategyId: '1' } },
});

/** What the form chooses from: kinds of numbers with what is free of each, products, tags. */
export const strategyOptions = read({
  name: 'numberingStrategies.options',
  summary: text('写号策略可选项', 'Numbering strategy options'),
  path: '/api/numberingStrategies/v1/options',
  namesCarriers: true,
  permission: 'numberingStrategy.view',
  answer: z.object({
    kinds: z.array(
      z.object({
        profileType: z.string(),
        country: z.string(),
        free: z.number().int(),
        carrierAccountId: idSchema,
        /** Only with `platformConfig.view`. */
        carrierAccountName: z.string().nullable(),
        platform: Platform.schema,
      }),
    ),
    productCodes: z.array(z.string()),
    tags: z.array(z.object({ id: idSchema, name: z.string() })),
    /** Countries of the numbers and those chips are in. */
    countries: z.array(z.string()),
  }),
});

/** A draft: it has no effect. */
export const createStrategy = change({
  name: 'numberingStrategies.create',
  summary: text('新建写号策略', 'New numbering strategy'),
  path: '/api/numberingStrategies/v1/create',
  permission: 'numberingStrategy.edit',
  operation: OperationType.values.EditStrategyPrice,
  body: strategyBody,
  answer: z.object({ id: idSchema }),
  refusals: [duplicateStrategy, unknownReach, unknownChannel],
  example: { body: EXAMPLE_BODY },
});

export const editStrategy = change({
  name: 'numberingStrategies.edit',
  summary: text('编辑写号策略', 'Edit numbering strategy'),
  path: '/api/numberingStrategies/v1/edit',
  permission: 'numberingStrategy.edit',
  operation: OperationType.values.EditStrategyPrice,
  body: strategyBody.extend({ id: idSchema, version: z.number().int() }),
  answer: doneSchema,
  refusals: [strategyNotFound, duplicateStrategy, unknownReach, unknownChannel, changedByAnother],
  example: { body: { ...EXAMPLE_BODY, id: '1', version: 1 } },
});

const decisionShape = {
  decision: StrategyDecision.schema,
  /** The reason as text, including why this number was chosen. */
  why: z.string(),
  /** Counted from 1; null where no rule fits. */
  rule: z.number().int().nullable(),
  profileType: z.string().nullable(),
  country: z.string().nullable(),
  /** Kinds that were passed over because none is in stock. */
  missing: z.array(z.string()),
  /** When it is checked again; null: on the next event. */
  heldUntil: instant.nullable(),
};

const rehearsalSchema = z.object({
  /** Chips the strategy is for; the figures below are of the first `looked`. */
  chips: z.number().int(),
  looked: z.number().int(),
  writes: z.number().int(),
  switches: z.number().int(),
  stays: z.number().int(),
  /** Kinds of numbers it would take, with what is free of each. */
  needs: z.array(z.object({ profileType: z.string(), wanted: z.number().int(), free: z.number().int() })),
  rows: z.array(z.object({ eid: z.string(), ...decisionShape })),
});

/** The preview of a state change: its chips, and what would happen if each were checked now. */
export const previewSwitch = read({
  name: 'numberingStrategies.previewSwitch',
  summary: text('切换状态预览', 'Preview state change'),
  path: '/api/numberingStrategies/v1/previewSwitch',
  permission: ['numberingStrategy.switch', 'numberingStrategy.view'],
  query: { strategyId: idSchema },
  answer: rehearsalSchema.extend({ elsewhere: z.number().int() }),
  refusals: [strategyNotFound],
  example: { query: { strategyId: '1' } },
});

/** From draft to shadow, on or off; from there to any state but draft. */
export const switchStrategy = change({
  name: 'numberingStrategies.switch',
  summary: text('切换写号策略状态', 'Change numbering strategy state'),
  path: '/api/numberingStrategies/v1/switch',
  permission: 'numberingStrategy.switch',
  operation: OperationType.values.EditStrategyPrice,
  body: z.strictObject({ id: idSchema, state: z.enum(['shadow', 'on', 'off']), version: z.number().int() }),
  answer: doneSchema,
  refusals: [strategyNotFound, strategyStands, changedByAnother, engineNotSubscribed],
  example: { body: { id: '1', state: 'shadow', version: 1 } },
});

/** A dry run for one chip, with the reason. */
export const tryStrategy = read({
  name: 'numberingStrategies.try',
  summary: text('试算写号策略', 'Simulate numbering strategy'),
  path: '/api/numberingStrategies/v1/try',
  permission: 'numberingStrategy.view',
  query: {
    strategyId: idSchema,
    eid: eidSchema,
    trigger: StrategyTrigger.schema,
    /** The assumed place of the chip; its real one by default. */
    country: country.optional(),
  },
  answer: z.object(decisionShape),
  refusals: [strategyNotFound, chipNotFound],
  example: { query: { strategyId: '1', eid: EXAMPLE_EID, trigger: 'countryChange', country: 'DE' } },
});

/** A dry run with all chips of a strategy in one country: the effect, and whether the stock suffices. */
export const simulateMove = read({
  name: 'numberingStrategies.simulate',
  summary: text('模拟移动到国家', 'Simulate a move to a country'),
  path: '/api/numberingStrategies/v1/simulate',
  permission: 'numberingStrategy.view',
  query: { strategyId: idSchema, country },
  answer: rehearsalSchema,
  refusals: [strategyNotFound],
  example: { query: { strategyId: '1', country: 'FR' } },
});

export const listFirings = list({
  name: 'strategyFirings.list',
  summary: text('策略触发记录', 'Strategy firings'),
  path: '/api/strategyFirings/v1/list',
  permission: 'numberingStrategy.view',
  exportPermission: 'numberingStrategy.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    firedAt: field.time('时间', 'Time', { filters: ['range'], sortable: true }),
    eid: field.identifier('EID', 'EID', { filters: ['is'] }),
    strategyId: field.id('策略编号', 'Strategy id', { filters: ['is'], exportable: false }),
    strategyName: field.text('策略', 'Strategy'),
    customerName: field.text('客户', 'Customer'),
    trigger: field.enumeration(StrategyTrigger, { filters: ['is'] }),
    country: field.text('所在国家', 'Country', { filters: ['is'], nullable: true }),
    decision: field.enumeration(StrategyDecision, { filters: ['is'] }),
    profileType: field.text('码号类型', 'Profile type', { filters: ['is'], nullable: true }),
    iccid: field.identifier('码号', 'Number', { nullable: true }),
    why: field.text('原因', 'Reason'),
    missing: field.text('缺货', 'Out of stock', { nullable: true }),
    result: field.enumeration(FiringResult, { filters: ['is'] }),
    isShadow: field.flag('试运行', 'Shadow', { filters: ['is'] }),
  },
  defaultSort: '-firedAt',
});

/** Which strategy a chip follows and why, why its number is enabled, and when it is checked next. */
export const readChipStrategy = read({
  name: 'esimCards.strategy',
  summary: text('eSIM卡的写号策略', 'eSIM card numbering strategy'),
  path: '/api/esimCards/v1/strategy',
  permission: 'esim.view',
  query: { eid: eidSchema },
  answer: z.object({
    /** Null: none applies to this chip. */
    strategy: z
      .object({ id: idSchema, name: z.string(), state: StrategyState.schema, isBound: z.boolean() })
      .nullable(),
    country: z.string().nullable(),
    countryAt: instant.nullable(),
    networkLostAt: instant.nullable(),
    lookAt: instant.nullable(),
    /** Of the enabled number; null if no strategy chose it. */
    whyThisNumber: z
      .object({ iccid: z.string(), why: z.string(), firedAt: instant, strategyName: z.string() })
      .nullable(),
    firings: z.array(
      z.object({
        id: idSchema,
        firedAt: instant,
        strategyName: z.string(),
        trigger: StrategyTrigger.schema,
        result: FiringResult.schema,
        iccid: z.string().nullable(),
        ...decisionShape,
      }),
    ),
  }),
  refusals: [chipNotFound],
  example: { query: { eid: EXAMPLE_EID } },
});

/** Assigns these chips to a strategy, whatever its scope; without one they follow the strategy whose scope includes them. */
export const bindStrategy = change({
  name: 'esimCards.bindStrategy',
  summary: text('eSIM卡绑定写号策略', 'Bind eSIM cards to numbering strategy'),
  path: '/api/esimCards/v1/bindStrategy',
  permission: 'esim.strategy',
  operation: OperationType.values.EditStrategyPrice,
  body: z.strictObject({
    eids: chipsSchema,
    strategyId: idSchema.nullable(),
  }),
  answer: z.object({ bound: z.number().int() }),
  refusals: [chipNotFound, filterFindsOthers, strategyNotFound],
  example: { body: { eids: [EXAMPLE_EID], strategyId: null } },
});
