import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { DeliveryState, PushEvent } from '../../enumerations/push.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { field, rowSchema } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import {
  noOpenPush,
  nothingToReplay,
  pushDeliveryNotFound,
  pushSubscriptionNotFound,
  tooManyReplays,
} from './refusals.ts';
import { headerSchema } from './subscriptions.ts';

export const MOST_REPLAYED = 1_000;
/** Bodies and answers are kept for so long; the rows themselves longer. */
export const BODY_DAYS = 30;

const fields = {
  id: field.id('编号', 'ID', { exportable: false }),
  eventId: field.identifier('事件编号', 'Event ID', { filters: ['is'] }),
  type: field.enumeration(PushEvent, { filters: ['is'] }),
  iccid: field.identifier('ICCID', 'ICCID', { filters: ['is'], nullable: true }),
  orderNo: field.identifier('订单号', 'Order no.', { filters: ['is'], nullable: true }),
  subscriptionId: field.id('订阅编号', 'Subscription id', { filters: ['is'], exportable: false }),
  subscriptionName: field.text('订阅', 'Subscription'),
  host: field.text('目标主机', 'Host'),
  state: field.enumeration(DeliveryState, { filters: ['is'] }),
  isTest: field.flag('测试', 'Test', { filters: ['is'] }),
  httpStatus: field.number('HTTP 状态', 'HTTP status', { filters: ['is', 'range'], nullable: true }),
  durationMs: field.number('耗时（毫秒）', 'Duration (ms)', { filters: ['range'], nullable: true }),
  attempts: field.number('次数', 'Attempts', { filters: ['range'] }),
  nextAt: field.time('下次尝试', 'Next try', { nullable: true }),
  words: field.text('说明', 'Note', { nullable: true }),
  happenedAt: field.time('发生时间', 'Happened at'),
  createdAt: field.time('创建时间', 'Created at', { filters: ['range'], sortable: true }),
  sentAt: field.time('送达时间', 'Delivered at', { nullable: true }),
};

export const listPushDeliveries = list({
  name: 'pushDeliveries.list',
  summary: text('推送日志', 'Push log'),
  permission: 'pushLog.view',
  exportPermission: 'pushLog.export',
  scope: 'own',
  fields,
  /** Of the customer's subscriptions, or of those asked for; tests do not count. */
  figures: z.object({
    successPercent: z.number().nullable(),
    p95Ms: z.int().nullable(),
    backlog: z.int(),
    oldestAt: z.iso.datetime().nullable(),
  }),
  defaultSort: '-createdAt',
  recent: { by: 'createdAt', unless: ['eventId', 'iccid', 'orderNo'] },
});

export const readPushDelivery = read({
  name: 'pushDeliveries.detail',
  summary: text('推送详情', 'Delivery'),
  permission: 'pushLog.view',
  scope: 'own',
  query: { id: idSchema },
  answer: rowSchema(fields).extend({
    url: z.string(),
    /** Null once it is no longer kept. */
    body: z.string().nullable(),
    /** Oldest first. */
    tries: z.array(
      z.object({
        startedAt: z.iso.datetime(),
        /** Null: the program was stopped before the answer. */
        endedAt: z.iso.datetime().nullable(),
        httpStatus: z.int().nullable(),
        durationMs: z.int().nullable(),
        words: z.string(),
        /** As sent, except that the signature is given as its recipe. */
        headers: z.array(headerSchema),
        answer: z.string().nullable(),
      }),
    ),
    offered: z.object({ replay: z.boolean(), skip: z.boolean() }),
  }),
  refusals: [pushDeliveryNotFound],
  example: { query: { id: '1' } },
});

const ids = z.array(idSchema).min(1).max(MOST_REPLAYED);

/** Sent again under the same event id, outside the order of their cards. */
export const replayPushes = change({
  name: 'pushDeliveries.replay',
  summary: text('重放推送', 'Replay pushes'),
  permission: 'pushLog.replay',
  operation: OperationType.values.EditConfiguration,
  scope: 'own',
  body: z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('rows'), ids }),
    z.strictObject({
      by: z.literal('range'),
      subscriptionId: idSchema,
      from: z.iso.datetime({ offset: true }),
      to: z.iso.datetime({ offset: true }),
      /** Only what was not delivered. */
      isUndeliveredOnly: z.boolean(),
    }),
  ]),
  answer: z.object({ replayed: z.int(), left: z.int() }),
  refusals: [nothingToReplay, tooManyReplays, pushSubscriptionNotFound, pushDeliveryNotFound],
  example: { body: { by: 'rows', ids: ['1'] } },
});

/** What holds up the later events of its card is left out. */
export const skipPushes = change({
  name: 'pushDeliveries.skip',
  summary: text('跳过推送', 'Skip pushes'),
  permission: 'pushLog.skip',
  operation: OperationType.values.EditConfiguration,
  scope: 'own',
  body: z.strictObject({ ids }),
  answer: z.object({ skipped: z.int(), left: z.int() }),
  refusals: [noOpenPush, pushDeliveryNotFound],
  example: { body: { ids: ['1'] } },
});
