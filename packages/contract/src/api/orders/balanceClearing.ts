import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { CardWallet, ClearingBlock, ClearingReason, ClearingState } from '../../enumerations/cardWallet.ts';
import { Currency } from '../../enumerations/money.ts';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { nouns } from '../../words.ts';
import { CARD_ACTIONS } from '../cardBatches/cardActions.ts';
import { numbersExtra } from '../cards/cardFields.ts';
import { checkOwnTask, notPending } from '../tasks/tasks.ts';
import { IDLE_MONTHS } from './batchActions.ts';

const on = (wallet: CardWallet) => {
  const { zh, en } = CardWallet.labelOf(wallet);
  return field.money(zh, en);
};
const bySource = { paid: on('walletPaid'), gift: on('walletGift'), preload: on('walletPreload') };

/** Cards with money on them that may be cleared, in one currency: cancelled, gone from their payer, or idle for months. */
export const listClearableCards = list({
  name: 'balanceClearing.cards',
  summary: text('可清理余额的卡', 'Cards with a balance to clear'),
  permission: 'clearUpBlance.view',
  exportPermission: 'clearUpBlance.export',
  fields: {
    /** The card's. */
    id: field.id('卡编号', 'Card id', { exportable: false }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is'] }),
    platform: field.enumeration(Platform, { filters: ['is'] }),
    customerId: field.id('客户编号', 'Customer id', { exportable: false }),
    customerName: field.text(nouns.customer.zh, nouns.customer.en),
    currency: field.enumeration(Currency),
    total: field.money('卡余额', 'Balance', { filters: ['range'], sortable: true }),
    ...bySource,
    why: field.enumeration(ClearingReason, { filters: ['is'] }),
    block: field.enumeration(ClearingBlock, { filters: ['is'], nullable: true }),
    /** When money last came to it. */
    movedAt: field.time('最近入账', 'Last credited', { filters: ['range'], sortable: true, nullable: true }),
    lastSessionAt: field.time('最近上网', 'Last online', { nullable: true }),
  },
  defaultSort: '-total',
  extra: {
    /** The caller's own by default. */
    currency: Currency.schema.optional(),
    idleMonths: z.coerce.number().int().min(IDLE_MONTHS.least).max(IDLE_MONTHS.most).optional(),
    under: idSchema.optional(),
    ...numbersExtra,
  },
  figures: z.object({
    currency: Currency.schema,
    cards: z.number().int(),
    paid: integerString,
    gift: integerString,
    preload: integerString,
    /** The sums are those of the first cards only. */
    isPartial: z.boolean(),
  }),
});

/** What was asked to be cleared, whether a second person let it pass, and what came of it. */
export const listClearings = list({
  name: 'balanceClearing.list',
  summary: text('余额清理记录', 'Balance clearings'),
  permission: 'clearUpBlance.view',
  exportPermission: 'clearUpBlance.export',
  fields: {
    /** The task's. */
    id: field.id('编号', 'ID', { exportable: false }),
    taskNo: field.identifier(nouns.taskNumber.zh, nouns.taskNumber.en),
    state: field.enumeration(ClearingState),
    currency: field.enumeration(Currency, { filters: ['is'] }),
    cards: field.number('卡数', 'Cards', { sortable: true }),
    amount: field.money('待清理金额', 'To clear', { sortable: true }),
    clearedCards: field.number('已清理卡数', 'Cards cleared', { nullable: true }),
    cleared: field.money('已清理金额', 'Cleared', { nullable: true }),
    ...bySource,
    reason: field.text(nouns.reason.zh, nouns.reason.en),
    makerName: field.text('提交人', 'Submitted by'),
    createdAt: field.time('提交时间', 'Submitted at', { filters: ['range'], sortable: true }),
    checkedBy: field.text('审批人', 'Approved by', { nullable: true }),
    checkNote: field.text('审批意见', 'Approver’s note', { nullable: true }),
    finishedAt: field.time('完成时间', 'Finished at', { sortable: true, nullable: true }),
    offered: field.object('可执行操作', 'Offered', z.object({ check: z.boolean(), cancel: z.boolean() })),
  },
  defaultSort: '-createdAt',
});

/** Lets another account's clearing pass, or rejects it; what passed runs at once. */
export const checkClearing = change({
  name: 'balanceClearing.check',
  summary: text('审批余额清理', 'Approve or reject balance clearing'),
  permission: 'clearUpBlance.approve',
  operation: OperationType.values.ClearBalance,
  movesMoney: true,
  body: z.discriminatedUnion('verdict', [
    z.strictObject({ id: idSchema, verdict: z.literal('pass'), note: remarkSchema({ optional: true }).optional() }),
    z.strictObject({ id: idSchema, verdict: z.literal('reject'), reason: remarkSchema() }),
  ]),
  answer: doneSchema,
  refusals: [notFound, notPending, checkOwnTask],
  example: { body: { id: '1', verdict: 'pass' } },
});

/** Takes back a clearing that nobody has let pass yet. */
export const cancelClearing = change({
  name: 'balanceClearing.cancel',
  summary: text('取消余额清理', 'Cancel balance clearing'),
  permission: CARD_ACTIONS.clear_balance,
  operation: OperationType.values.ClearBalance,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [notFound, notPending],
  example: { body: { id: '1' } },
});
