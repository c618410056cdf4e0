import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { RemindKind, RemindReceiver, RemindState, RemindVerdict, RemindWay } from '../../enumerations/reminder.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { register } from '../../framework/register.ts';
import { changedByAnother, invalid } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { cardNotFound } from '../cards/cardRefusals.ts';
import { definitionShape, remindText } from './definition.ts';
import { duplicateReminder, reminderInState, reminderIsOn, reminderNotFound } from './refusals.ts';

const operation = OperationType.values.EditStrategyPrice;

/** When customers are told how much their cards and pools have used, in which words. */
export const usageReminders = register({
  name: 'usageReminders',
  noun: { zh: '提醒规则', en: 'reminder', many: 'reminders' },
  permission: 'flowRemind',
  exportPermission: 'flowRemind.export',
  scope: 'customer-tree',
  verb: 'add',
  operation,
  without: ['delete'],
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    name: field.text('名称', 'Name', { filters: ['contains'], sortable: true }),
    state: field.enumeration(RemindState, { filters: ['is'] }),
    kind: field.enumeration(RemindKind, { filters: ['is'] }),
    thresholds: field.object('阈值', 'Thresholds', z.array(z.int())),
    /** «80%, 95%», «3 days». */
    when: field.text('何时提醒', 'Reminds at'),
    receivers: field.enumerations(RemindReceiver),
    ways: field.enumerations(RemindWay, { filters: ['is'] }),
    quietHours: field.text('免打扰时段', 'Quiet hours'),
    /** «all cards», or what it is limited to. */
    covers: field.text('范围', 'Covers'),
    customerIds: field.object('限定客户', 'Only of customers', z.array(idSchema)),
    productCodes: field.object('限定产品', 'Only of products', z.array(z.string())),
    textZh: field.text('内容（中文）', 'Text (Chinese)'),
    textEn: field.text('内容（英文）', 'Text (English)'),
    /** Cards with a package, or pools. */
    concerned: field.number('涉及卡/池', 'Cards or pools'),
    /** Of the last seven days, as far as the caller sees who was told. */
    sending: field.number('待发送', 'Waiting'),
    sent: field.number('已发送', 'Sent'),
    failed: field.number('失败', 'Failed'),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('归属客户', 'Owner'),
    version: field.number('修改次数', 'Changes', { exportable: false }),
    createdBy: field.text('创建账号', 'Created by', { nullable: true }),
    updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
  },
  defaultSort: '-updatedAt',
  body: definitionShape,
  isVersioned: true,
  notFound: reminderNotFound,
  duplicate: duplicateReminder,
  refusals: { edit: [reminderIsOn] },
  example: {
    name: '流量用到 80%',
    kind: 'flowPercent',
    thresholds: [80, 95],
    receivers: ['holder'],
    ways: ['notice'],
    quietHours: '22:00-08:00',
    customerIds: [],
    productCodes: [],
    textZh: '卡 {iccid} 已用 {percent}，剩余 {left}',
    textEn: 'Card {iccid}: {percent} used, {left} left',
  },
});

const choiceSchema = z.object({ id: z.string(), name: z.string(), platform: Platform.schema });

/** The products a rule can be limited to: of the caller's customer, or of the owner of this one. */
export const reminderChoices = read({
  name: 'usageReminders.choices',
  summary: text('提醒规则可选范围', 'Scopes of reminders'),
  namesCarriers: true,
  permission: 'flowRemind.view',
  query: { id: idSchema.optional() },
  answer: z.object({ products: z.array(choiceSchema) }),
  refusals: [reminderNotFound],
});

export const switchReminder = change({
  name: 'usageReminders.switch',
  summary: text('切换提醒规则状态', 'Switch a reminder'),
  permission: 'flowRemind.edit',
  operation,
  body: z.strictObject({
    id: idSchema,
    version: z.int().min(1),
    state: z.union([z.literal('on'), z.literal('off')]),
  }),
  answer: z.object({ state: RemindState.schema }),
  refusals: [reminderNotFound, changedByAnother, reminderInState],
  example: { body: { id: '1', version: 1, state: 'on' } },
});

/** What a text says of a real card, or of an example. Sends nothing. */
export const previewReminder = read({
  name: 'usageReminders.preview',
  summary: text('预览提醒内容', 'Preview a reminder'),
  permission: 'flowRemind.view',
  query: {
    kind: RemindKind.schema,
    textZh: remindText,
    textEn: remindText,
    iccid: z.string().trim().min(1).max(64).optional(),
  },
  answer: z.object({
    /** Not of a card. */
    isExample: z.boolean(),
    textZh: z.string(),
    textEn: z.string(),
  }),
  refusals: [invalid, cardNotFound],
  example: { query: { kind: 'flowPercent', textZh: '已用 {percent}', textEn: '{percent} used' } },
});

/** Which rules would say what of a card now. Sends nothing. */
export const tryReminders = read({
  name: 'usageReminders.try',
  summary: text('试算提醒', 'Try reminders'),
  permission: 'flowRemind.view',
  query: {
    iccid: z.string().trim().min(1).max(64),
    /** Judged as though it were on. */
    id: idSchema.optional(),
  },
  answer: z.object({
    iccid: z.string(),
    customerName: z.string(),
    packageName: z.string().nullable(),
    usedPercent: z.int().nullable(),
    endsAt: z.iso.datetime().nullable(),
    poolCode: z.string().nullable(),
    rules: z.array(
      z.object({
        /** Of a customer above nothing but what it goes by is told. */
        isFromAbove: z.boolean(),
        name: z.string().nullable(),
        kind: RemindKind.schema,
        verdict: RemindVerdict.schema,
        /** The threshold that is reached. */
        threshold: z.string().nullable(),
        toldAt: z.iso.datetime().nullable(),
        text: z.string().nullable(),
      }),
    ),
  }),
  refusals: [cardNotFound, reminderNotFound],
  example: { query: { iccid: '8986061000000000001' } },
});
