import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { ChannelDifferenceKind, ChannelOrderState } from '../../enumerations/channelStatement.ts';
import { FulfilmentState, SalesPlatform } from '../../enumerations/order.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { periodTooLong } from '../../framework/standardRefusals.ts';

/**
 * Orders that came through an outside shop or as redeem codes, of the caller as seller or as buyer; and what the statements of
 * shops list without an order of ours.
 */
export const listChannelOrders = list({
  name: 'channelOrders.list',
  summary: text('渠道订单', 'Sales-channel orders'),
  permission: 'channelOrderList.view',
  exportPermission: 'channelOrderList.export',
  scope: 'own',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    createdAt: field.time('下单时间', 'Ordered at', { filters: ['range'], sortable: true }),
    salesPlatform: field.enumeration(SalesPlatform, { filters: ['is'], nullable: true, absent: text('API', 'API') }),
    theirOrderNo: field.identifier('对方订单号', 'Their order number', { filters: ['is'], nullable: true }),
    /** Null: only the statement knows of it. */
    orderNo: field.identifier('订单号', 'Order number', { filters: ['is'], nullable: true }),
    orderId: field.id('订单标识', 'Order id', { exportable: false, nullable: true }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is'], nullable: true }),
    codeNo: field.identifier('码序号', 'Code number', { filters: ['is'], nullable: true }),
    batchNo: field.identifier('批次号', 'Batch number', { filters: ['is'], nullable: true }),
    packageName: field.text('套餐', 'Package', { filters: ['contains'], nullable: true }),
    difference: field.enumeration(ChannelDifferenceKind, { filters: ['is'], nullable: true }),
    differenceNo: field.identifier('差异号', 'Difference no.', { nullable: true }),
    buyerId: field.id('买方编号', 'Buyer id', { filters: ['is'], exportable: false }),
    buyerName: field.text('买方', 'Buyer'),
    sellerName: field.text('卖方', 'Seller'),
    /** What the shop says its buyer paid. */
    theirPrice: field.money('对方售价', 'Their price', { nullable: true }),
    settlementPrice: field.money('结算价', 'Settlement price', { nullable: true }),
    /** What the statement says is settled; nothing of what it lists as refunded or closed. */
    theirSettlement: field.money('对方结算额', 'Their settlement', { nullable: true }),
    commission: field.money('渠道佣金', 'Commission', {
      nullable: true,
      help: text(
        '对账单的佣金；没有时为对方售价减结算价',
        'Of the statement; without one, their price less the settlement price',
      ),
    }),
    refunded: field.money('已退款', 'Refunded', { nullable: true }),
    currency: field.text('币种', 'Currency'),
    state: field.enumeration(FulfilmentState, {
      filters: ['is'],
      label: text('履约状态', 'Fulfilment'),
      nullable: true,
    }),
    theirState: field.enumeration(ChannelOrderState, { filters: ['is'], nullable: true }),
    settledOn: field.day('结算日', 'Settled on', { nullable: true }),
    finishedAt: field.time('完成时间', 'Finished at', { nullable: true }),
  },
  defaultSort: '-createdAt',
  /** Of what the filter finds; amounts in each currency. */
  figures: z.object({
    orders: z.number().int(),
    delivered: z.number().int(),
    failed: z.number().int(),
    differences: z.number().int(),
    /** What is settled by our orders of shops, and by the shops' statements. */
    settled: z.array(z.object({ currency: z.string(), ours: integerString, theirs: integerString })),
  }),
  recent: { by: 'createdAt', unless: ['theirOrderNo', 'orderNo', 'iccid', 'codeNo', 'batchNo'] },
  refusals: [periodTooLong],
});
