import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { FlowRestore } from '../../enumerations/control.ts';
import { OperationState } from '../../enumerations/operationStrategy.ts';
import { SpeedLimitType } from '../../enumerations/package.ts';
import { SpeedGovernor, SpeedState } from '../../enumerations/speedLimit.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { queryFlag } from '../../framework/paging.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { tierSchema } from '../control/limitTiers.ts';
import { noSuchCards, speedLimitNotFound } from './refusals.ts';

/** A speed limit on its carrier account: the three ids agree, or there is none. */
export const readSpeedLimit = read({
  name: 'speedLimits.read',
  summary: text('限速详情', 'A speed limit'),
  permission: 'speedLimit.view',
  query: { id: idSchema, platform: z.coerce.number().int(), carrierAccountId: idSchema },
  answer: z.object({
    id: idSchema,
    name: z.string(),
    platform: Platform.schema,
    accountName: z.string(),
    customerName: z.string(),
    state: OperationState.schema,
    isPaused: z.boolean(),
    type: SpeedLimitType.schema.nullable(),
    templateName: z.string().nullable(),
    /** In force this month; none for a fixed speed. */
    tiers: z.array(tierSchema),
    kbps: z.int().nullable(),
    speed: z.string(),
    chosen: z.string(),
    fromDay: z.iso.date().nullable(),
    toDay: z.iso.date().nullable(),
    restore: FlowRestore.schema,
    /** Step 0: no tier is reached. All of them together are the cards it covers. */
    steps: z.array(z.object({ step: z.int(), kbps: z.int().nullable(), cards: z.int() })),
    /** Not read since it began to judge. */
    unread: z.int(),
    cards: z.int(),
    limited: z.int(),
    waiting: z.int(),
    refused: z.int(),
    mismatched: z.int(),
    versions: z.array(
      z.object({
        revision: z.int(),
        words: z.string(),
        createdAt: z.iso.datetime(),
        createdBy: z.string().nullable(),
      }),
    ),
  }),
  refusals: [speedLimitNotFound],
  example: { query: { id: '1', platform: '1', carrierAccountId: '1' } },
});

/** Every card a speed limit covers, with what it used and what its carrier confirmed. */
export const listLimitedCards = list({
  name: 'speedLimits.cards',
  summary: text('限速的卡', 'Cards of a speed limit'),
  permission: 'speedLimit.view',
  exportPermission: 'speedLimit.export',
  scope: 'customer-tree',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is', 'contains'], sortable: true }),
    customerName: field.text('客户', 'Customer'),
    /** As the limit counts it; null: not read since it began to judge. */
    usedBytes: field.bytes('已计用量', 'Usage counted', { nullable: true, sortable: true }),
    countedAt: field.time('计量截至', 'Counted until', { nullable: true }),
    step: field.number('到达分段', 'Step', { nullable: true, filters: ['is'], sortable: true }),
    /** By all limits on the card. */
    dueKbps: field.number('应限（kbps）', 'Due (kbps)', { nullable: true }),
    askedKbps: field.number('已下发（kbps）', 'Asked (kbps)', { nullable: true }),
    /** As its carrier confirmed it last, whoever asked. */
    confirmedKbps: field.number('已确认（kbps）', 'Confirmed (kbps)', { nullable: true }),
    state: field.enumeration(SpeedState, { filters: ['is'] }),
    governor: field.enumeration(SpeedGovernor, { nullable: true }),
    /** The limit that governs instead, or who lifted it. */
    governedBy: field.text('依据说明', 'Which one', { nullable: true }),
    exemptUntil: field.day('豁免至', 'Exempt until', { nullable: true }),
    since: field.time('状态时间', 'Since', { nullable: true }),
    /** What the carrier said. */
    words: field.text('运营商应答', 'Answer', { nullable: true }),
  },
  defaultSort: '-step',
  extra: { speedLimitId: idSchema, isMismatched: queryFlag.optional() },
  example: { query: { speedLimitId: '1' } },
});

/** Steps that cards reached: once a card, step and cycle. */
export const listSpeedFirings = list({
  name: 'speedLimits.firings',
  summary: text('限速触发记录', 'Firings of a speed limit'),
  permission: 'speedLimit.view',
  exportPermission: 'speedLimit.export',
  scope: 'customer-tree',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is'] }),
    customerName: field.text('客户', 'Customer'),
    step: field.number('到达分段', 'Step'),
    kbps: field.number('限速（kbps）', 'Speed (kbps)'),
    usedBytes: field.bytes('已计用量', 'Usage counted'),
    countedAt: field.time('计量截至', 'Counted until', { nullable: true }),
    isShadow: field.flag('仅试运行', 'Shadow only', { filters: ['is'] }),
    revision: field.number('版本', 'Version'),
    firedAt: field.time('触发时间', 'Fired at', { sortable: true, filters: ['range'] }),
  },
  defaultSort: '-firedAt',
  extra: { speedLimitId: idSchema },
  example: { query: { speedLimitId: '1' } },
});

const chosenCards = {
  id: idSchema,
  cardIds: z.array(idSchema).min(1).max(500),
};
const example = { id: '1', cardIds: ['1'] };
const answer = z.object({ cards: z.int() });
const refusals = [speedLimitNotFound, noSuchCards];

/** Asks the carrier once more for cards it did not confirm. */
export const retrySpeeds = change({
  name: 'speedLimits.retry',
  summary: text('重新下发限速', 'Ask again for speed limits'),
  permission: 'speedLimit.retry',
  operation: OperationType.values.SpeedLimit,
  body: z.strictObject(chosenCards),
  answer,
  refusals,
  example: { body: example },
});

/** Lifts what the limit asked of cards. The steps they have reached do not limit them again in this cycle. */
export const liftSpeeds = change({
  name: 'speedLimits.lift',
  summary: text('解除卡的限速', 'Lift the speed limit of cards'),
  permission: 'speedLimit.lift',
  operation: OperationType.values.CancelSpeedLimit,
  body: z.strictObject(chosenCards),
  answer,
  refusals,
  example: { body: example },
});

/** Up to and including a day the limit does not act on cards; null ends that. */
export const exemptFromSpeed = change({
  name: 'speedLimits.exempt',
  summary: text('豁免卡的限速', 'Exempt cards from a speed limit'),
  permission: 'speedLimit.exempt',
  operation: OperationType.values.CancelSpeedLimit,
  body: z.strictObject({ ...chosenCards, until: z.iso.date().nullable() }),
  answer,
  refusals,
  example: { body: { ...example, until: '2026-12-31' } },
});
