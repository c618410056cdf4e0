import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { SubscriptionState } from '../../enumerations/engine.ts';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { queryFlag } from '../../framework/paging.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { MOST_TRIAL_DAYS } from './engines.ts';
import {
  engineOffShelf,
  engineRunsAlready,
  platformNeedsNoEngine,
  subscriptionEnded,
  trialGrantedBefore,
  trialTooLong,
} from './refusals.ts';

/** «Expiring»: ends within so many days. */
export const EXPIRING_DAYS = 7;

export const listSubscriptions = list({
  name: 'engineSubscriptions.list',
  summary: text('引擎订阅', 'Engine subscriptions'),
  permission: 'engineManage.view',
  exportPermission: 'engineManage.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    engineId: field.id('引擎编号', 'Engine id', { filters: ['is'], exportable: false }),
    engineName: field.text('引擎', 'Engine'),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('客户', 'Customer'),
    state: field.enumeration(SubscriptionState, { filters: ['is'] }),
    /** Different cards a month; null: all cards of the customer and those below it. */
    cardLimit: field.number('每月卡数上限', 'Card limit per month', { nullable: true }),
    cards: field.number('本月卡数', 'Cards this month'),
    startsAt: field.time('开始时间', 'From', { sortable: true }),
    endsAt: field.time('到期时间', 'Ends', { filters: ['range'], sortable: true }),
    /** When it ends. */
    offAt: field.time('停用时间', 'Off at', {
      help: text('宽限期结束，功能停用', 'Grace period ends and the feature stops'),
    }),
    grantedBy: field.text('开通人', 'Granted by'),
    stoppedAt: field.time('停止时间', 'Stopped at', { nullable: true }),
    stoppedBy: field.text('停止人', 'Stopped by', { nullable: true }),
    stopReason: field.text('停止原因', 'Reason', { nullable: true }),
  },
  extra: { expiring: queryFlag.optional() },
  defaultSort: '-startsAt',
});

/** Starts a customer's free trial of an engine: once, unless the platform grants another. */
export const grantTrial = change({
  name: 'engineSubscriptions.trial',
  summary: text('开通引擎试用', 'Grant engine trial'),
  permission: 'engineManage.trial',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({
    engineId: idSchema,
    customerId: idSchema,
    days: z.number().int().min(1).max(MOST_TRIAL_DAYS),
    cardLimit: z.number().int().min(1).max(100_000_000).nullable(),
    again: z.boolean().default(false),
  }),
  answer: z.object({ id: idSchema, endsAt: z.iso.datetime({ offset: true }) }),
  refusals: [notFound, trialGrantedBefore, engineRunsAlready, engineOffShelf, trialTooLong, platformNeedsNoEngine],
  example: { body: { engineId: '1', customerId: '20', days: 7, cardLimit: 100 } },
});

/** Takes effect immediately. Rules and data stay; the capability refuses calls that need a subscription. */
export const stopSubscription = change({
  name: 'engineSubscriptions.stop',
  summary: text('停止引擎订阅', 'Stop engine subscription'),
  permission: 'engineManage.stop',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema, reason: z.string().trim().min(2).max(255) }),
  answer: doneSchema,
  refusals: [notFound, subscriptionEnded],
  example: { body: { id: '9602', reason: '客户不再需要' } },
});

/** The usage of an engine by day. */
export const listEngineUsage = list({
  name: 'engineUsage.list',
  summary: text('引擎用量', 'Engine usage'),
  permission: 'engineManage.view',
  exportPermission: 'engineManage.export',
  fields: {
    id: field.text('编号', 'ID', { exportable: false }),
    day: field.day('日期', 'Day', { filters: ['range'], sortable: true }),
    engineId: field.id('引擎编号', 'Engine id', { filters: ['is'], exportable: false }),
    engineName: field.text('引擎', 'Engine'),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('客户', 'Customer'),
    /** Different cards of the month up to this day: each counts once, however often it joins. */
    cards: field.number('本月累计卡数', 'Cards this month so far', { sortable: true }),
    joined: field.number('当日新增卡', 'New cards that day'),
    calls: field.number('调用次数', 'Calls', { sortable: true }),
  },
  defaultSort: '-day',
});
