import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Currency } from '../../enumerations/money.ts';
import { FulfilmentState, OrderSource, OrderType, PaymentState } from '../../enumerations/order.ts';
import { CollectedBy } from '../../enumerations/paymentRoute.ts';
import { RetailProgress } from '../../enumerations/retail.ts';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { retailOrderNotFound } from './refusals.ts';

export const retailOrderFields = {
  id: field.id('编号', 'ID', { exportable: false }),
  orderNo: field.identifier('订单号', 'Order number', { filters: ['is', 'contains'] }),
  createdAt: field.time('下单时间', 'Ordered at', { filters: ['range'], sortable: true }),
  accountId: field.id('公众号编号', 'Account id', { filters: ['is'], exportable: false }),
  accountName: field.text('公众号或小程序', 'Account'),
  source: field.enumeration(OrderSource, { filters: ['is'] }),
  customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
  customerName: field.text('客户', 'Customer'),
  /** The last characters of the openid; who it is, WeChat alone knows. */
  buyer: field.text('用户', 'User'),
  iccid: field.identifier('ICCID', 'ICCID', { filters: ['is', 'contains'] }),
  type: field.enumeration(OrderType, { filters: ['is'] }),
  title: field.text('套餐', 'Package', { filters: ['contains'] }),
  price: field.money('金额', 'Amount', { sortable: true }),
  refunded: field.money('已退', 'Refunded'),
  currency: field.enumeration(Currency),
  collectedBy: field.enumeration(CollectedBy),
  tradeNo: field.identifier('商户单号', 'Trade number'),
  paymentId: field.id('支付单编号', 'Payment id', { exportable: false }),
  payState: field.enumeration(PaymentState, { filters: ['is'] }),
  fulfilState: field.enumeration(FulfilmentState, { filters: ['is'] }),
  progress: field.enumeration(RetailProgress),
  /** Why it was not set up. */
  why: field.text('原因', 'Reason', { nullable: true }),
  paidAt: field.time('支付时间', 'Paid at', { filters: ['range'], sortable: true, nullable: true }),
  finishedAt: field.time('完成时间', 'Finished at', { nullable: true }),
  remark: field.text('备注', 'Remark', { nullable: true }),
};

export const listRetailOrders = list({
  name: 'retailOrders.list',
  summary: text('公众号订单', 'Public-account orders'),
  permission: 'wechatOrderList.view',
  exportPermission: 'wechatOrderList.export',
  fields: retailOrderFields,
  defaultSort: '-createdAt',
  /** Of the filter: what was paid and what went back. */
  figures: z.object({
    paid: z.number().int(),
    sums: z.array(z.object({ currency: Currency.schema, paid: integerString, refunded: integerString })),
  }),
});

export const remarkOrder = change({
  name: 'retailOrders.remark',
  summary: text('备注订单', 'Note on an order'),
  permission: 'wechatOrderList.view',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema, remark: remarkSchema().nullable() }),
  answer: doneSchema,
  refusals: [retailOrderNotFound],
  example: { body: { id: '1', remark: '用户来电' } },
});
