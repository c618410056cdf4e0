import { productNameSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { OperationState } from '../../enumerations/operationStrategy.ts';
import { ControlAction } from '../../enumerations/package.ts';
import { idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { register } from '../../framework/register.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { unlimitedNeedsLimit } from '../packages/systemPackages.ts';
import { refusalsOf } from '../refusalCodes.ts';
import { isUsed } from './enabling.ts';
import { flowRuleSchema, MOST_RULES } from './flowRules.ts';
import { tierSchema } from './limitTiers.ts';

const refusal = refusalsOf('control');

export const flowStrategyNotFound = refusal.notFound(
  1852,
  'flowStrategyNotFound',
  '流控策略不存在',
  'The flow-control strategy does not exist',
  404,
);
export const duplicateFlowStrategy = refusal.invalid(
  1852,
  'duplicateFlowStrategy',
  '已有同名的流控策略',
  'A flow-control strategy with this name already exists',
);
export const flowStrategyInUse = refusal.conflict(
  1853,
  'flowStrategyInUse',
  '策略关联了 {n} 个套餐，请先解除关联',
  'The strategy governs {n} {n|package|packages}; release {n|it|them} first',
);
export const flowStrategyIsOn = refusal.conflict(
  1858,
  'flowStrategyIsOn',
  '策略正在启用，请先转为试运行再修改',
  'The strategy is on; set it to shadow before changing it',
);

/** «At x do y» per carrier. Every one begins as a draft; `flowControl` carries it out. */
export const flowStrategies = register({
  name: 'flowStrategies',
  noun: { zh: '流控策略', en: 'flow-control strategy', many: 'flow-control strategies' },
  permission: 'flowStrategy',
  exportPermission: 'flowStrategy.export',
  scope: 'customer-tree',
  verb: 'add',
  operation: OperationType.values.EditStrategyPrice,
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    name: field.text('名称', 'Name', { filters: ['contains'], sortable: true }),
    platform: field.enumeration(Platform, { filters: ['is'] }),
    rules: field.object('规则', 'Rules', z.array(flowRuleSchema)),
    /** The same in words, for files. */
    rule: field.text('流控规则', 'Rules in words'),
    actions: field.enumerations(ControlAction, { filters: ['is'] }),
    /** Actions that no account of the carrier supports any more. */
    missingActions: field.object('通道不支持的动作', 'Actions not supported', z.array(ControlAction.schema)),
    packages: field.number('关联套餐', 'Packages'),
    /** Cards within the caller's scope that have one of them running or waiting. */
    cards: field.number('使用卡数', 'Cards'),
    isUsed,
    state: field.enumeration(OperationState, { filters: ['is'] }),
    /** Reached its brake; nothing more happens until a person releases it. */
    isPaused: field.flag('已熔断', 'Paused', { filters: ['is'], exportable: false }),
    /** Who wants it on, while another person has to confirm. */
    wantedBy: field.text('待确认启用', 'To be confirmed, wanted by', { nullable: true }),
    /** In shadow while it is in shadow, else what it did; on cards within the caller's scope. */
    firedToday: field.number('今日触发', 'Fired today'),
    failedDay: field.number('24小时失败', 'Failed in 24 h'),
    customerName: field.text('归属客户', 'Customer'),
    version: field.number('版本', 'Version', { exportable: false }),
    updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
  },
  defaultSort: '-updatedAt',
  extra: {
    /** Code or name of a package it governs. */
    packageContains: z.string().min(1).max(255).optional(),
  },
  body: {
    name: productNameSchema,
    platform: Platform.schema,
    rules: z.array(flowRuleSchema).min(1).max(MOST_RULES),
  },
  // The packages it governs are of the same carrier.
  locked: ['platform'],
  isVersioned: true,
  notFound: flowStrategyNotFound,
  duplicate: duplicateFlowStrategy,
  refusals: { edit: [flowStrategyIsOn, unlimitedNeedsLimit], delete: [flowStrategyInUse] },
  example: {
    name: '满百停机',
    platform: 2,
    rules: [
      { base: 'allowance', threshold: '80', action: 4, limitStrategyId: null, notify: ['sms'], restore: 'cycle' },
      { base: 'allowance', threshold: '100', action: 1, limitStrategyId: null, notify: [], restore: 'package' },
    ],
  },
});

export const readFlowStrategy = read({
  name: 'flowStrategies.read',
  summary: text('流控策略', 'Flow-control strategy'),
  permission: 'flowStrategy.view',
  /** A strategy does not exist for another carrier. */
  query: { id: idSchema, platform: z.coerce.number().int() },
  answer: z.object({
    id: idSchema,
    name: z.string(),
    platform: Platform.schema,
    rules: z.array(flowRuleSchema),
    rule: z.string(),
    state: OperationState.schema,
    customerName: z.string(),
    version: z.int(),
  }),
  refusals: [flowStrategyNotFound],
  example: { query: { id: '1', platform: 2 } },
});

/** What the rules of each carrier can be made of, for a new strategy or this one; without an account they can only remind. */
export const flowChoices = read({
  name: 'flowStrategies.choices',
  summary: text('流控规则可选内容', 'Choices for flow rules'),
  namesCarriers: true,
  permission: 'flowStrategy.view',
  query: { id: idSchema.optional() },
  answer: z.array(
    z.object({
      platform: Platform.schema,
      actions: z.array(ControlAction.schema),
      /** In kbit/s. */
      speeds: z.array(z.int()),
      /** The enabled ones of the strategy's owner. */
      limitStrategies: z.array(z.object({ id: idSchema, name: z.string(), tiers: z.array(tierSchema) })),
    }),
  ),
  refusals: [flowStrategyNotFound],
});

const bytes = z.string().regex(/^\d{1,18}$/);

/** What a strategy would do at a usage. Concerns no card, and nothing is carried out. */
export const previewFlowStrategy = read({
  name: 'flowStrategies.preview',
  summary: text('试算流控策略', 'Try a flow-control strategy'),
  permission: 'flowStrategy.view',
  query: {
    id: idSchema,
    /** Absent: the package has no limit. */
    allowanceBytes: bytes.optional(),
    usedBytes: bytes,
    dayBytes: bytes.optional(),
    poolPercent: z
      .string()
      .regex(/^\d{1,4}$/)
      .optional(),
    day: z.iso.date(),
  },
  answer: z.object({
    rules: z.array(z.object({ rule: z.string(), fires: z.boolean() })),
    /** The strictest of those that fire; null: nothing happens. */
    action: ControlAction.schema.nullable(),
    /** Of a limit; null: its tiers do not limit this volume. */
    kbps: z.int().nullable(),
    why: z.string(),
  }),
  refusals: [flowStrategyNotFound],
  example: { query: { id: '1', allowanceBytes: '1073741824', usedBytes: '966367641', day: '2026-11-24' } },
});
