import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { DayReturnReason, DayReturnState, DayReturnStep } from '../../enumerations/dayReturn.ts';
import { Currency } from '../../enumerations/money.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { platformDecides } from '../cashOuts/refusals.ts';
import { dayReturnMoved, dayReturnNotFound, newerDayReturn } from './refusals.ts';

/** Handled at once. */
export const MOST_DAY_RETURNS = 100;
/** Nights that the history draws. */
export const NIGHTS_DRAWN = 30;

const night = z.object({
  day: z.iso.date(),
  items: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  carried: z.number().int(),
  underway: z.number().int(),
});

/** Nightly cash-outs that failed, also those solved since: one's own, of the platform everybody's. */
export const listDayReturns = list({
  name: 'dayReturns.list',
  summary: text('日返失败记录', 'Failed day returns'),
  permission: 'dayReturnFailedRecord.view',
  exportPermission: 'dayReturnFailedRecord.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    day: field.day('日返日期', 'Night of', { filters: ['range'], sortable: true }),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('客户', 'Customer'),
    amount: field.money('金额', 'Amount', { filters: ['range'], sortable: true }),
    currency: field.enumeration(Currency, { filters: ['is'] }),
    state: field.enumeration(DayReturnState, { filters: ['is'] }),
    step: field.enumeration(DayReturnStep, { filters: ['is'], nullable: true }),
    reason: field.enumeration(DayReturnReason, { filters: ['is'], nullable: true }),
    why: field.text('说明', 'What was said', { nullable: true }),
    attempts: field.number('尝试次数', 'Attempts', { sortable: true }),
    /** With the next night, unless somebody retries it before. */
    nextAt: field.time('下次尝试', 'Next attempt', { nullable: true }),
    cashOutId: field.id('提现编号', 'Cash-out id', { nullable: true, exportable: false }),
    cashOutNo: field.identifier('提现单号', 'Cash-out number', { filters: ['is'], nullable: true }),
    failedAt: field.time('首次失败', 'First failed', { filters: ['range'], sortable: true }),
    solvedAt: field.time('解决时间', 'Solved at', { nullable: true }),
    toldAt: field.time('通知时间', 'Told at', { nullable: true }),
    offered: field.object(
      '可执行操作',
      'Offered',
      z.object({ retry: z.boolean(), toManual: z.boolean(), notify: z.boolean() }),
    ),
  },
  defaultSort: '-failedAt',
  /** Of all the caller sees, whatever the filter. */
  figures: z.object({
    last: night.nullable(),
    open: z.number().int(),
    /** Of the last night, in each currency. */
    sums: z.array(z.object({ currency: Currency.schema, done: integerString, failed: integerString })),
  }),
});

const ids = z.array(idSchema).min(1).max(MOST_DAY_RETURNS);

/** A task tries each of them again, by the rules of a cash-out of now. */
export const retryDayReturns = change({
  name: 'dayReturns.retry',
  summary: text('重试日返', 'Retry day returns'),
  permission: 'dayReturnFailedRecord.retry',
  operation: OperationType.values.AdjustMoney,
  movesMoney: true,
  body: z.strictObject({ ids }),
  answer: z.object({ taskId: idSchema, taskNo: z.string(), total: z.number().int() }),
  refusals: [platformDecides, dayReturnNotFound, dayReturnMoved, newerDayReturn],
  example: { body: { ids: ['1'] } },
});

/** Its money stays withdrawable, and the customer's nightly cash-out is off until it switches it on again. */
export const returnToManual = change({
  name: 'dayReturns.toManual',
  summary: text('转手动提现', 'Leave to the customer'),
  permission: 'dayReturnFailedRecord.toManual',
  operation: OperationType.values.AdjustMoney,
  body: z.strictObject({ id: idSchema }),
  answer: z.object({ id: idSchema, state: DayReturnState.schema }),
  refusals: [platformDecides, dayReturnNotFound, dayReturnMoved],
  example: { body: { id: '1' } },
});

/** Tells those of the customer who may do something about it. */
export const notifyDayReturns = change({
  name: 'dayReturns.notify',
  summary: text('通知客户', 'Notify the customer'),
  permission: 'dayReturnFailedRecord.notify',
  operation: OperationType.values.SendNotice,
  body: z.strictObject({ ids }),
  answer: z.object({ told: z.number().int() }),
  refusals: [platformDecides, dayReturnNotFound],
  example: { body: { ids: ['1'] } },
});

/** What the last nights came to, the latest first. */
export const readNights = read({
  name: 'dayReturns.nights',
  summary: text('日返运行历史', 'Nights of day returns'),
  permission: 'dayReturnFailedRecord.view',
  answer: z.object({ nights: z.array(night) }),
});

/** How many failed ones nobody has solved. */
export const countDayReturns = read({
  name: 'dayReturns.open',
  summary: text('待处理的日返失败', 'Open failed day returns'),
  permission: 'overView.view',
  answer: z.object({ open: z.number().int() }),
});
