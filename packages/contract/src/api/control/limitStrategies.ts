import { productNameSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { LimitReset } from '../../enumerations/control.ts';
import { SpeedLimitType } from '../../enumerations/package.ts';
import { idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { register } from '../../framework/register.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';
import { enabling, isUsed } from './enabling.ts';
import { MOST_TIERS, tierSchema } from './limitTiers.ts';

const refusal = refusalsOf('control');

export const limitStrategyNotFound = refusal.notFound(
  1851,
  'limitStrategyNotFound',
  '限速策略不存在',
  'The speed-limit strategy does not exist',
  404,
);
export const duplicateLimitStrategy = refusal.invalid(
  1851,
  'duplicateLimitStrategy',
  '已有同名的限速策略',
  'A speed-limit strategy with this name already exists',
);
export const limitStrategyInUse = refusal.conflict(
  1851,
  'limitStrategyInUse',
  '策略正在使用：{where}',
  'Strategy is in use by {where}',
);
export const limitSpeedsGone = refusal.conflict(
  1852,
  'limitSpeedsGone',
  '没有通道支持 {speeds} kbps，请先修改速率',
  'No carrier account offers {speeds} kbps; change the speeds first',
);

/** Tiers of used volume to speeds, kept for reuse. Nothing is limited by a strategy alone. */
export const limitStrategies = register({
  name: 'limitStrategies',
  noun: { zh: '限速策略', en: 'speed-limit strategy', many: 'speed-limit strategies' },
  permission: 'limitStrategy',
  exportPermission: 'limitStrategy.export',
  scope: 'customer-tree',
  verb: 'add',
  operation: OperationType.values.EditStrategyPrice,
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    name: field.text('名称', 'Name', { filters: ['contains'], sortable: true }),
    platform: field.enumeration(Platform, { filters: ['is'] }),
    type: field.enumeration(SpeedLimitType, { filters: ['is'] }),
    tiers: field.object('限速分段', 'Tiers', z.array(tierSchema)),
    /** The same in words, for files and for readers of screens. */
    rule: field.text('限速规则', 'Rule'),
    reset: field.enumeration(LimitReset, { filters: ['is'] }),
    /** In kbit/s: speeds of its tiers that no account of the carrier offers any more. */
    missingSpeeds: field.object('通道不支持的速率', 'Speeds not offered', z.array(z.int())),
    usedIn: field.text('使用处', 'Used in', { nullable: true }),
    isUsed,
    isEnabled: field.flag('启用', 'Enabled', { filters: ['is'] }),
    customerName: field.text('归属客户', 'Customer'),
    version: field.number('版本', 'Version', { exportable: false }),
    updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
  },
  defaultSort: '-updatedAt',
  body: {
    name: productNameSchema,
    platform: Platform.schema,
    type: SpeedLimitType.schema,
    tiers: z
      .array(tierSchema)
      .min(1)
      .max(12 * MOST_TIERS),
    reset: LimitReset.schema,
  },
  // What refers to it is of the same carrier.
  locked: ['platform'],
  isVersioned: true,
  notFound: limitStrategyNotFound,
  duplicate: duplicateLimitStrategy,
  refusals: { delete: [limitStrategyInUse] },
  example: {
    name: '达量降速',
    platform: 2,
    type: 1,
    tiers: [
      { month: null, afterBytes: '1073741824', kbps: 1024 },
      { month: null, afterBytes: '5368709120', kbps: 128 },
    ],
    reset: 'cycle',
  },
});

/** A disabled strategy cannot be chosen; one in use cannot be disabled. */
export const enableLimitStrategy = enabling(limitStrategies, 'limitStrategies', 'limitStrategy', [
  limitStrategyInUse,
  limitSpeedsGone,
]);

export const readLimitStrategy = read({
  name: 'limitStrategies.read',
  summary: text('限速策略', 'Speed-limit strategy'),
  permission: 'limitStrategy.view',
  query: { id: idSchema },
  answer: z.object({
    id: idSchema,
    name: z.string(),
    platform: Platform.schema,
    type: SpeedLimitType.schema,
    tiers: z.array(tierSchema),
    reset: LimitReset.schema,
    isEnabled: z.boolean(),
    version: z.int(),
  }),
  refusals: [limitStrategyNotFound],
  example: { query: { id: '1' } },
});

/** The speed a volume would be given on a day, and why. Concerns no card. */
export const simulateLimitStrategy = read({
  name: 'limitStrategies.simulate',
  summary: text('试算限速策略', 'Try a speed-limit strategy'),
  permission: 'limitStrategy.view',
  query: { id: idSchema, usedBytes: tierSchema.shape.afterBytes, day: z.iso.date() },
  answer: z.object({
    /** Null: not limited. */
    kbps: z.int().nullable(),
    why: z.string(),
    /** What comes next in the same month; null after the last tier. */
    next: tierSchema.nullable(),
  }),
  refusals: [limitStrategyNotFound],
  example: { query: { id: '1', usedBytes: '1288490189', day: '2026-11-24' } },
});

/** The speeds that accounts of a carrier offer, in kbit/s; a carrier that offers none is absent. */
export const limitSpeeds = read({
  name: 'limitStrategies.speeds',
  summary: text('可限的速率', 'Speeds to limit to'),
  namesCarriers: true,
  permission: 'limitStrategy.view',
  answer: z.array(z.object({ platform: Platform.schema, speeds: z.array(z.int()) })),
});
