import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { ChannelDecision, ChannelDifferenceKind, ChannelOrderState } from '../../enumerations/channelStatement.ts';
import { SalesPlatform } from '../../enumerations/order.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { nouns } from '../../words.ts';
import { insufficientBalance } from '../ledger/refusals.ts';
import { packageNotOrderable, soldBelowReserve } from '../orders/refusals.ts';
import {
  channelDifferenceDecided,
  channelDifferenceNotFound,
  decisionNotOffered,
  orderNotCreatable,
  orderStillOpen,
} from './refusals.ts';

/** What statements of sales platforms and our orders do not agree on, and what was decided about it. */
export const listChannelDifferences = list({
  name: 'channelDifferences.list',
  summary: text('对账差异', 'Differences'),
  permission: 'channelOrderList.view',
  exportPermission: 'channelOrderList.export',
  scope: 'own',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    number: field.identifier('差异号', 'Difference no.', { filters: ['is'] }),
    kind: field.enumeration(ChannelDifferenceKind, { filters: ['is'] }),
    salesPlatform: field.enumeration(SalesPlatform, { filters: ['is'] }),
    /** Of the order: theirs, or ours where they know none. */
    orderedAt: field.time('下单时间', 'Ordered at', { filters: ['range'], sortable: true }),
    theirOrderNo: field.identifier('对方订单号', 'Their order number', { filters: ['is'], nullable: true }),
    orderNo: field.identifier('订单号', 'Order number', { filters: ['is'], nullable: true }),
    orderId: field.id('订单标识', 'Order id', { exportable: false, nullable: true }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is'], nullable: true }),
    codeMask: field.text('兑换码', 'Code', { nullable: true }),
    packageName: field.text('套餐', 'Package', { filters: ['contains'], nullable: true }),
    theirState: field.enumeration(ChannelOrderState, { filters: ['is'], nullable: true }),
    ourState: field.enumeration(ChannelOrderState, {
      filters: ['is'],
      nullable: true,
      label: text('平台状态', 'Our state'),
    }),
    theirSettlement: field.money('对方结算额', 'Their settlement', { nullable: true }),
    ourSettlement: field.money('平台结算额', 'Our settlement', { nullable: true }),
    gap: field.money('差额', 'Gap', { help: text('对方减平台', 'Theirs less ours') }),
    currency: field.text('币种', 'Currency'),
    foundAt: field.time('发现时间', 'Found at', { sortable: true }),
    decision: field.enumeration(ChannelDecision, { filters: ['is'], nullable: true, absent: nouns.undecided }),
    reason: field.text('说明', 'Reason', { nullable: true }),
    decidedBy: field.text('处理人', 'Decided by', { filters: ['is'], nullable: true }),
    decidedAt: field.time('处理时间', 'Decided at', { nullable: true }),
  },
  defaultSort: '-orderedAt',
  extra: { open: z.enum(['true']).optional() },
  figures: z.object({
    open: z.number().int(),
    /** Of the open ones, by kind. */
    kinds: z.array(z.object({ kind: ChannelDifferenceKind.schema, count: z.number().int() })),
    gaps: z.array(z.object({ currency: z.string(), gap: integerString })),
  }),
});

/** So many are decided at once. */
export const MOST_DECIDED = 50;
const ids = z.array(idSchema).min(1).max(MOST_DECIDED);
const decided = [channelDifferenceNotFound, channelDifferenceDecided, decisionNotOffered];

/** Packages the caller's customer has and can give through a sales channel now. */
export const channelPackages = read({
  name: 'channelDifferences.packages',
  summary: text('可补建的套餐', 'Packages for missing orders'),
  permission: 'channelOrderList.fix',
  scope: 'own',
  query: { keyword: z.string().max(64).optional() },
  answer: z.array(z.object({ id: idSchema, code: z.string(), name: z.string(), currency: z.string() })),
});

/**
 * Orders the package for the cards of orders that a shop sold and we do not have. The shop has paid for them: the seller's
 * balance pays what the seller owes for the package.
 */
export const createChannelOrders = change({
  name: 'channelDifferences.createOrders',
  summary: text('补建渠道订单', 'Create missing orders'),
  permission: 'channelOrderList.fix',
  scope: 'own',
  operation: OperationType.values.OrderPackage,
  body: z.strictObject({ ids, packageId: idSchema, reason: remarkSchema() }),
  answer: z.object({ created: z.number().int() }),
  refusals: [...decided, orderNotCreatable, orderStillOpen, packageNotOrderable, soldBelowReserve, insufficientBalance],
  example: { body: { ids: ['9201'], packageId: '5001', reason: '渠道已收款，平台漏单' } },
});

/**
 * `refund` follows their refund: what is unused is unsubscribed, what was used is booked as a loss. `accept` settles their
 * amount. `explain` changes nothing.
 */
export const settleChannelDifferences = change({
  name: 'channelDifferences.settle',
  summary: text('处理对账差异', 'Decide differences'),
  permission: 'channelOrderList.fix',
  scope: 'own',
  operation: OperationType.values.AdjustMoney,
  body: z.strictObject({ ids, decision: z.enum(['refund', 'accept', 'explain']), reason: remarkSchema() }),
  answer: z.object({
    unsubscribed: z.number().int(),
    lost: z.number().int(),
    accepted: z.number().int(),
    explained: z.number().int(),
  }),
  refusals: [...decided, orderStillOpen, insufficientBalance],
  example: { body: { ids: ['9201'], decision: 'explain', reason: '渠道测试单，已与渠道核实' } },
});
