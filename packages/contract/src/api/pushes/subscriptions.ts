import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { PushEvent, PushState } from '../../enumerations/push.ts';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { TOLD_EVENTS } from '../openApi/eventInterfaces.ts';
import { MOST_PRODUCTS } from '../openApi/scopes.ts';
import { pushAddressNotAllowed, pushNameTaken, pushSubscriptionNotFound, tooManySubscriptions } from './refusals.ts';

export const MOST_SUBSCRIPTIONS = 5;
export const PUSH_TIMEOUT_SECONDS = { least: 1, most: 10, usual: 5 } as const;
/** The secret that was replaced signs beside the new one for so long. */
export const OLD_SECRET_HOURS = 24;

/** Of the caller's own customer only. */
export const listPushSubscriptions = list({
  name: 'pushSubscriptions.list',
  summary: text('推送订阅', 'Push subscriptions'),
  permission: 'activePush.view',
  scope: 'own',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    version: field.number('版本', 'Version', { exportable: false }),
    name: field.text('名称', 'Name', { filters: ['contains'], sortable: true }),
    host: field.text('目标主机', 'Host'),
    url: field.text('地址', 'Address'),
    state: field.enumeration(PushState, { filters: ['is'] }),
    events: field.enumerations(PushEvent, { filters: ['is'], label: text('事件', 'Events') }),
    /** Empty: of every card. */
    platforms: field.enumerations(Platform, { label: text('限运营商', 'Carriers only') }),
    productCodes: field.object('限产品', 'Products only', z.array(z.string())),
    timeoutSeconds: field.number('超时（秒）', 'Timeout (s)'),
    /** Of the attempts of the last 24 hours; null: none. */
    successPercent: field.number('成功率（24 小时）', 'Success (24 h)', { nullable: true }),
    backlog: field.number('积压', 'Backlog', { help: text('未送达的推送', 'Deliveries that are still open') }),
    oldestAt: field.time('最早未送达', 'Oldest undelivered', { nullable: true }),
    lastError: field.text('最近错误', 'Last error', { nullable: true }),
    lastErrorAt: field.time('最近错误时间', 'Last error at', { nullable: true }),
    lastSentAt: field.time('最近送达', 'Last delivered', { nullable: true }),
    /** Failing at its address, it is tried less and less often; when next. */
    probeAt: field.time('下次探测', 'Next probe', { nullable: true }),
    suspendedAt: field.time('挂起时间', 'Suspended at', { nullable: true }),
    secretHint: field.text('密钥尾号', 'Secret ends with'),
    secretSetAt: field.time('密钥设置时间', 'Secret set at'),
    oldSecretUntil: field.time('旧密钥有效至', 'Old secret until', { nullable: true }),
    createdBy: field.text('创建人', 'Created by'),
    createdAt: field.time('创建时间', 'Created at', { sortable: true }),
  },
  defaultSort: '-createdAt',
});

const written = {
  operation: OperationType.values.EditConfiguration,
  scope: 'own',
  permission: 'activePush.edit',
} as const;

const body = {
  name: stringSchema({ min: 2, max: 30 }),
  url: z.string().max(300),
  events: z.array(z.enum(TOLD_EVENTS)).min(1).max(10),
  platforms: z.array(Platform.schema).max(10),
  productCodes: z.array(z.string().min(1).max(64)).max(MOST_PRODUCTS),
  timeoutSeconds: z.int().min(PUSH_TIMEOUT_SECONDS.least).max(PUSH_TIMEOUT_SECONDS.most),
};
const example = {
  name: '工单系统',
  url: 'https://hooks.example.com/cardinal',
  events: ['order_result' as const],
  platforms: [],
  productCodes: [],
  timeoutSeconds: 5,
};
const versioned = { id: idSchema, version: z.int() };

/** The secret is made here and returned only in this answer. */
export const addPushSubscription = change({
  ...written,
  name: 'pushSubscriptions.add',
  summary: text('新建推送订阅', 'New push subscription'),
  holdsSecret: true,
  body: z.strictObject(body),
  answer: z.object({ id: idSchema, secret: z.string() }),
  refusals: [pushAddressNotAllowed, pushNameTaken, tooManySubscriptions],
  example: { body: example },
});

export const editPushSubscription = change({
  ...written,
  name: 'pushSubscriptions.edit',
  summary: text('编辑推送订阅', 'Edit a push subscription'),
  body: z.strictObject({ ...versioned, ...body }),
  answer: doneSchema,
  refusals: [pushSubscriptionNotFound, pushAddressNotAllowed, pushNameTaken, changedByAnother],
  example: { body: { id: '1', version: 1, ...example } },
});

/** Paused, events wait for it, seven days at most. Resumed, it is tried at once. */
export const switchPushSubscription = change({
  ...written,
  name: 'pushSubscriptions.switch',
  summary: text('暂停或恢复推送', 'Pause or resume pushes'),
  body: z.strictObject({ ...versioned, isOn: z.boolean() }),
  answer: doneSchema,
  refusals: [pushSubscriptionNotFound, changedByAnother],
  example: { body: { id: '1', version: 1, isOn: true } },
});

/** What is open is not sent any more; the log keeps its rows. */
export const removePushSubscription = change({
  ...written,
  name: 'pushSubscriptions.remove',
  summary: text('删除推送订阅', 'Delete a push subscription'),
  body: z.strictObject(versioned),
  answer: doneSchema,
  refusals: [pushSubscriptionNotFound, changedByAnother],
  example: { body: { id: '1', version: 1 } },
});

/** Both secrets sign for a day. */
export const rotatePushSecret = change({
  ...written,
  name: 'pushSubscriptions.rotate',
  summary: text('轮换推送密钥', 'Rotate a push secret'),
  holdsSecret: true,
  body: z.strictObject(versioned),
  answer: z.object({ secret: z.string(), oldUntil: z.iso.datetime() }),
  refusals: [pushSubscriptionNotFound, changedByAnother],
  example: { body: { id: '1', version: 1 } },
});

export const headerSchema = z.object({ name: z.string(), value: z.string() });

/** Sends a made-up event, marked as a test, and shows what was sent and answered. It is not repeated. */
export const testPush = change({
  name: 'pushSubscriptions.test',
  summary: text('测试推送', 'Test push'),
  permission: 'activePush.test',
  operation: OperationType.values.EditConfiguration,
  scope: 'own',
  idempotency: 'none',
  body: z.strictObject({ id: idSchema, event: z.enum(TOLD_EVENTS) }),
  answer: z.object({
    deliveryId: idSchema,
    isDelivered: z.boolean(),
    url: z.string(),
    headers: z.array(headerSchema),
    body: z.string(),
    httpStatus: z.int().nullable(),
    durationMs: z.int(),
    words: z.string(),
    answer: z.string().nullable(),
  }),
  refusals: [pushSubscriptionNotFound],
  example: { body: { id: '1', event: 'order_result' } },
});
