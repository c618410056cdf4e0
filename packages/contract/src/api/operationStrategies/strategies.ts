import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform, StopReason } from '../../enumerations/card.ts';
import { OperationState, OperationTrigger } from '../../enumerations/operationStrategy.ts';
import { ControlAction } from '../../enumerations/package.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { register } from '../../framework/register.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { definitionShape } from './definition.ts';
import {
  alreadyInState,
  duplicateStrategy,
  noAccountCanStop,
  noExistingCards,
  notPaused,
  secondPersonNeeded,
  strategyIsOn,
  strategyNotFound,
} from './refusals.ts';

const operation = OperationType.values.EditStrategyPrice;

/** What happens to cards when an event in their life happens. Every edit is a new version. */
export const operationStrategies = register({
  name: 'operationStrategies',
  noun: { zh: '运营策略', en: 'operation strategy', many: 'operation strategies' },
  permission: 'operationStrategy',
  exportPermission: 'operationStrategy.export',
  scope: 'customer-tree',
  verb: 'add',
  operation,
  without: ['delete'],
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    name: field.text('名称', 'Name', { filters: ['contains'], sortable: true }),
    trigger: field.enumeration(OperationTrigger, { filters: ['is'] }),
    days: field.number('天数', 'Days', { nullable: true, exportable: false }),
    /** In minor units of its owner's currency. */
    amount: field.money('余额低于', 'Balance below', { nullable: true, exportable: false }),
    customerIds: field.object('客户', 'Customers', z.array(idSchema)),
    accountIds: field.object('通道', 'Carrier accounts', z.array(idSchema)),
    productCodes: field.object('产品', 'Products', z.array(z.string())),
    packageIds: field.object('套餐', 'Packages', z.array(idSchema)),
    tagIds: field.object('标签', 'Tags', z.array(idSchema)),
    graceHours: field.number('宽限（小时）', 'Grace (hours)'),
    quietHours: field.text('静默时段', 'Quiet hours'),
    /** «Cards of product A, 3 days after the package ended with nothing behind it → stop (arrears)». */
    sentence: field.text('条件', 'Condition'),
    action: field.enumeration(ControlAction, { filters: ['is'] }),
    reason: field.enumeration(StopReason, { nullable: true, filters: ['is'] }),
    restarts: field.flag('解除后复机', 'Restarts when lifted'),
    brake: field.number('每小时上限', 'Most per hour'),
    priority: field.number('优先级', 'Priority', { sortable: true }),
    state: field.enumeration(OperationState, { filters: ['is'] }),
    /** Reached its brake; nothing more happens until a person releases it. */
    pausedAt: field.time('熔断时间', 'Paused by its brake', { nullable: true }),
    isPaused: field.flag('已熔断', 'Paused', { filters: ['is'], exportable: false }),
    /** Who wants it on, while another person has to confirm. */
    wantedBy: field.text('待确认启用', 'To be confirmed, wanted by', { nullable: true }),
    cards: field.number('范围内卡数', 'Cards in scope'),
    firedToday: field.number('今日触发', 'Fired today'),
    firedWeek: field.number('7天触发', 'Fired in 7 days'),
    refusedWeek: field.number('7天被拒', 'Refused in 7 days'),
    revision: field.number('版本', 'Version'),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('归属客户', 'Owner'),
    version: field.number('修改次数', 'Changes', { exportable: false }),
    createdBy: field.text('创建账号', 'Created by', { nullable: true }),
    updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
  },
  defaultSort: 'priority',
  body: definitionShape,
  isVersioned: true,
  notFound: strategyNotFound,
  duplicate: duplicateStrategy,
  refusals: { edit: [strategyIsOn] },
  example: {
    name: '到期即停',
    trigger: 'packageEnded',
    customerIds: ['10'],
    accountIds: [],
    productCodes: [],
    packageIds: [],
    tagIds: [],
    graceHours: 72,
    quietHours: '22:00-07:00',
    action: 1,
    reason: 2,
    restarts: true,
    brake: 5_000,
    priority: 50,
  },
});

const choiceSchema = z.object({ id: z.string(), name: z.string() });
const ofCarrier = choiceSchema.extend({ platform: Platform.schema });

/** What a strategy can be limited by: of the caller's customer, or of the owner of this one. */
export const strategyChoices = read({
  name: 'operationStrategies.choices',
  summary: text('运营策略可选范围', 'Scopes of operation strategies'),
  namesCarriers: true,
  permission: 'operationStrategy.view',
  query: { id: idSchema.optional() },
  answer: z.object({
    currency: z.string(),
    customers: z.array(choiceSchema),
    accounts: z.array(ofCarrier),
    products: z.array(ofCarrier),
    packages: z.array(ofCarrier),
    tags: z.array(choiceSchema),
  }),
  refusals: [strategyNotFound],
});

const countedDay = z.object({ day: z.iso.date(), shadow: z.int(), fired: z.int() });

/** The versions of a strategy, each with what differs from the one before, and how often it fired a day. */
export const readStrategy = read({
  name: 'operationStrategies.read',
  summary: text('运营策略详情', 'An operation strategy'),
  permission: 'operationStrategy.view',
  query: { id: idSchema },
  answer: z.object({
    id: idSchema,
    name: z.string(),
    sentence: z.string(),
    state: OperationState.schema,
    /** The last fourteen days, oldest first. */
    days: z.array(countedDay),
    versions: z.array(
      z.object({
        revision: z.int(),
        sentence: z.string(),
        createdAt: z.iso.datetime(),
        createdBy: z.string().nullable(),
        differences: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
      }),
    ),
    /** Carrier accounts of cards in scope that cannot carry the action out: their cards are left out. */
    excluded: z.array(z.object({ accountName: z.string(), cards: z.int() })),
  }),
  refusals: [strategyNotFound],
  example: { query: { id: '1' } },
});

/** What switching on would mean at this moment. */
export const previewSwitch = read({
  name: 'operationStrategies.previewSwitch',
  summary: text('启用前的影响', 'What switching a strategy on means'),
  permission: 'operationStrategy.switch',
  query: { id: idSchema },
  answer: z.object({
    cards: z.int(),
    /** Cards the condition holds of already; null: the trigger acts on new events only. */
    existing: z.int().nullable(),
    needsSecond: z.boolean(),
    wantedBy: z.string().nullable(),
    version: z.int(),
  }),
  refusals: [strategyNotFound],
  example: { query: { id: '1' } },
});

/** Another person confirms by switching on again. */
export const switchStrategy = change({
  name: 'operationStrategies.switch',
  summary: text('切换运营策略状态', 'Switch an operation strategy'),
  permission: 'operationStrategy.switch',
  operation,
  body: z.strictObject({
    id: idSchema,
    version: z.int().min(1),
    state: z.union([z.literal('shadow'), z.literal('on'), z.literal('off')]),
    /** Also cards the condition holds of already. */
    alsoExisting: z.boolean().default(false),
  }),
  answer: z.object({ state: OperationState.schema, waitsForSecond: z.boolean() }),
  refusals: [strategyNotFound, changedByAnother, alreadyInState, secondPersonNeeded, noExistingCards, noAccountCanStop],
  example: { body: { id: '1', version: 1, state: 'shadow', alsoExisting: false } },
});

export const releaseStrategy = change({
  name: 'operationStrategies.release',
  summary: text('解除策略熔断', 'Release a paused strategy'),
  permission: 'operationStrategy.release',
  operation,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [strategyNotFound, notPaused],
  example: { body: { id: '1' } },
});

/** Whether it would fire on each of these cards now, and why not. Does nothing. */
export const tryStrategy = read({
  name: 'operationStrategies.try',
  summary: text('试算运营策略', 'Try an operation strategy'),
  permission: 'operationStrategy.view',
  query: { id: idSchema, iccids: z.string().trim().min(1).max(2_200) },
  answer: z.object({
    cards: z.array(
      z.object({
        iccid: z.string(),
        fires: z.boolean(),
        /** One sentence a condition. */
        reasons: z.array(z.object({ holds: z.boolean(), words: z.string() })),
      }),
    ),
    notFound: z.array(z.string()),
  }),
  refusals: [strategyNotFound],
  example: { query: { id: '1', iccids: '8986061000000000001' } },
});
