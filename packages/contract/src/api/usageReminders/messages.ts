import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { RemindFailure, RemindKind, RemindWay } from '../../enumerations/reminder.ts';
import { SendResult } from '../../enumerations/sending.ts';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { messageNotFound, notRetried } from './refusals.ts';

/** What customers of the caller's tree were told: one row a rule, threshold, receiver and way. */
export const listReminders = list({
  name: 'usageReminders.messages',
  summary: text('发送记录', 'Sent reminders'),
  permission: 'flowRemind.view',
  exportPermission: 'flowRemind.export',
  scope: 'customer-tree',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    at: field.time('达到时间', 'Reached at', { sortable: true, filters: ['range'] }),
    iccid: field.identifier('ICCID', 'ICCID', { nullable: true, filters: ['is'] }),
    poolCode: field.text('池编号', 'Pool', { nullable: true }),
    ruleName: field.text('规则', 'Rule'),
    kind: field.enumeration(RemindKind, { filters: ['is'] }),
    /** «80%», «100 MB», «3 days». */
    threshold: field.text('阈值', 'Threshold'),
    way: field.enumeration(RemindWay, { filters: ['is'] }),
    customerName: field.text('接收客户', 'Told to'),
    /** Accounts that got the notice. */
    accounts: field.number('账号数', 'Accounts', { nullable: true }),
    result: field.enumeration(SendResult, { filters: ['is'] }),
    failure: field.enumeration(RemindFailure, { nullable: true }),
    text: field.text('内容', 'Text'),
    /** Held back until then. */
    dueAt: field.time('计划发送', 'Due at'),
    settledAt: field.time('发送时间', 'Sent at', { nullable: true }),
  },
  defaultSort: '-at',
  extra: { ruleId: idSchema.optional() },
  example: { query: {} },
});

/** Sends again what failed because nobody there could read it. */
export const retryReminder = change({
  name: 'usageReminders.retry',
  summary: text('重发提醒', 'Send a reminder again'),
  permission: 'flowRemind.retry',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [messageNotFound, notRetried],
  example: { body: { id: '1' } },
});
