import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { FlowRestore, LimitReset } from '../../enumerations/control.ts';
import { OperationState } from '../../enumerations/operationStrategy.ts';
import { SpeedLimitType } from '../../enumerations/package.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { queryFlag } from '../../framework/paging.ts';
import { register } from '../../framework/register.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { tierSchema } from '../control/limitTiers.ts';
import { chosenShape, speedLimitShape } from './definition.ts';
import {
  duplicateSpeedLimit,
  limitTemplateGone,
  speedLimitInState,
  speedLimitIsOn,
  speedLimitNeedsSecond,
  speedLimitNotFound,
  speedLimitNotPaused,
  speedsNotOffered,
} from './refusals.ts';

const operation = OperationType.values.EditStrategyPrice;

/** Which cards of a carrier account are limited, by which tiers or to which speed. Every one begins as a draft. */
export const speedLimits = register({
  name: 'speedLimits',
  noun: { zh: '限速', en: 'speed limit', many: 'speed limits' },
  permission: 'speedLimit',
  exportPermission: 'speedLimit.export',
  scope: 'customer-tree',
  verb: 'add',
  operation,
  without: ['delete'],
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    name: field.text('名称', 'Name', { filters: ['contains'], sortable: true }),
    platform: field.enumeration(Platform, { filters: ['is'] }),
    carrierAccountId: field.id('通道编号', 'Carrier account id', { filters: ['is'], exportable: false }),
    accountName: field.text('通道', 'Carrier account'),
    limitStrategyId: field.id('限速策略编号', 'Limit strategy id', {
      nullable: true,
      filters: ['is'],
      exportable: false,
    }),
    templateName: field.text('限速策略', 'Limit strategy', { nullable: true }),
    type: field.enumeration(SpeedLimitType, { nullable: true }),
    /** Of the strategy; none for a fixed speed. */
    tiers: field.object('分段', 'Tiers', z.array(tierSchema)),
    kbps: field.number('固定速率（kbps）', 'Fixed speed (kbps)', { nullable: true }),
    /** Tiers or speed in words. */
    speed: field.text('限速', 'Limit'),
    productCodes: field.object('产品', 'Products', z.array(z.string())),
    tagIds: field.object('标签', 'Tags', z.array(idSchema)),
    cardNumbers: field.text('卡号', 'Card numbers', { exportable: false }),
    /** Which cards, in words. */
    chosen: field.text('卡范围', 'Cards chosen'),
    fromDay: field.day('开始日期', 'From', { nullable: true }),
    toDay: field.day('结束日期', 'Until', { nullable: true }),
    restore: field.enumeration(FlowRestore),
    brake: field.number('每小时上限', 'Most per hour'),
    state: field.enumeration(OperationState, { filters: ['is'] }),
    /** Reached its brake; nothing more happens until a person releases it. */
    isPaused: field.flag('已熔断', 'Paused', { filters: ['is'], exportable: false }),
    /** Who wants it on, while another person has to confirm. */
    wantedBy: field.text('待确认启用', 'To be confirmed, wanted by', { nullable: true }),
    cards: field.number('卡数', 'Cards'),
    limited: field.number('已限速', 'Limited'),
    waiting: field.number('待确认', 'Waiting'),
    refused: field.number('下发失败', 'Failed'),
    /** Whose due speed is another than the confirmed one. */
    mismatched: field.number('应限与已确认不符', 'Due differs from confirmed'),
    revision: field.number('版本', 'Version'),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('归属客户', 'Owner'),
    version: field.number('修改次数', 'Changes', { exportable: false }),
    createdBy: field.text('创建账号', 'Created by', { nullable: true }),
    updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
  },
  defaultSort: '-updatedAt',
  extra: {
    /** Part of the ICCID of a card it covers. */
    iccid: z.string().min(4).max(32).optional(),
    hasMismatch: queryFlag.optional(),
  },
  body: speedLimitShape,
  // Its cards are those of one carrier account.
  locked: ['carrierAccountId'],
  isVersioned: true,
  notFound: speedLimitNotFound,
  duplicate: duplicateSpeedLimit,
  refusals: { edit: [speedLimitIsOn] },
  example: {
    name: '监控卡限速',
    carrierAccountId: '1',
    productCodes: [],
    tagIds: [],
    cardNumbers: '89860620260001000018',
    limitStrategyId: '1',
    kbps: null,
    fromDay: null,
    toDay: null,
    restore: 'cycle',
    brake: 5_000,
  },
});

const choiceSchema = z.object({ id: z.string(), name: z.string() });

/** What a speed limit can be made of: of the caller's customer, or of the owner of this one. */
export const speedLimitChoices = read({
  name: 'speedLimits.choices',
  summary: text('限速可选范围', 'What speed limits can be made of'),
  namesCarriers: true,
  permission: 'speedLimit.view',
  query: { id: idSchema.optional() },
  answer: z.object({
    /** Those that can limit speeds. */
    accounts: z.array(choiceSchema.extend({ platform: Platform.schema, speeds: z.array(z.int()) })),
    limitStrategies: z.array(
      choiceSchema.extend({ platform: Platform.schema, reset: LimitReset.schema, tiers: z.array(tierSchema) }),
    ),
    products: z.array(choiceSchema.extend({ platform: Platform.schema })),
    tags: z.array(choiceSchema),
  }),
  refusals: [speedLimitNotFound],
});

/** How many cards a choice covers, before it is saved. Changes nothing. */
export const countSpeedLimitCards = change({
  name: 'speedLimits.count',
  summary: text('限速范围内的卡数', 'How many cards a speed limit would cover'),
  permission: 'speedLimit.edit',
  isRecorded: false,
  body: z.strictObject({ ...chosenShape, id: idSchema.optional() }),
  answer: z.object({
    cards: z.int(),
    /** Numbers that name no card of the account. */
    notFound: z.array(z.string()),
  }),
  refusals: [speedLimitNotFound],
  example: { body: { carrierAccountId: '1', productCodes: ['P001'], tagIds: [], cardNumbers: '' } },
});

/** Cards by the speed they are limited to now, and those whose due speed is another than the confirmed one. */
export const speedLimitFigures = read({
  name: 'speedLimits.figures',
  summary: text('限速概况', 'Speed limits at a glance'),
  permission: 'speedLimit.view',
  answer: z.object({
    bySpeed: z.array(z.object({ kbps: z.int(), cards: z.int() })),
    waiting: z.int(),
    refused: z.int(),
    mismatched: z.int(),
    /** Of these, for longer than half an hour. */
    mismatchedLong: z.int(),
  }),
});

/** What switching on would mean at this moment. */
export const previewSpeedSwitch = read({
  name: 'speedLimits.previewSwitch',
  summary: text('启用前的影响', 'What switching a speed limit on means'),
  permission: 'speedLimit.switch',
  query: { id: idSchema },
  answer: z.object({
    cards: z.int(),
    /** Cards that a step would limit by what is known of them now. */
    existing: z.int(),
    /** Cards it limits now, which switching off sets free. */
    limited: z.int(),
    needsSecond: z.boolean(),
    wantedBy: z.string().nullable(),
    version: z.int(),
  }),
  refusals: [speedLimitNotFound],
  example: { query: { id: '1' } },
});

/** Another person confirms by switching on again. */
export const switchSpeedLimit = change({
  name: 'speedLimits.switch',
  summary: text('切换限速状态', 'Switch a speed limit'),
  permission: 'speedLimit.switch',
  operation,
  body: z.strictObject({
    id: idSchema,
    version: z.int().min(1),
    state: z.union([z.literal('shadow'), z.literal('on'), z.literal('off')]),
  }),
  answer: z.object({ state: OperationState.schema, waitsForSecond: z.boolean() }),
  refusals: [
    speedLimitNotFound,
    changedByAnother,
    speedLimitInState,
    speedLimitNeedsSecond,
    speedsNotOffered,
    limitTemplateGone,
  ],
  example: { body: { id: '1', version: 1, state: 'shadow' } },
});

export const releaseSpeedBrake = change({
  name: 'speedLimits.release',
  summary: text('解除限速熔断', 'Release a paused speed limit'),
  permission: 'speedLimit.switch',
  operation,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [speedLimitNotFound, speedLimitNotPaused],
  example: { body: { id: '1' } },
});
