import { text } from '@cardinal/primitives/text.ts';
import { Currency } from '../../enumerations/money.ts';
import { SplitPartState } from '../../enumerations/splitOrder.ts';
import { idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { merchantNotFound } from './refusals.ts';

/** What was split of the payments of a WeChat merchant, receiver by receiver. */
export const listSplitParts = list({
  name: 'splitParts.list',
  summary: text('分账记录', 'Splits'),
  permission: 'profitReceiver.view',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    createdAt: field.time('解冻时间', 'Released at', { filters: ['range'], sortable: true }),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('客户', 'Customer'),
    amount: field.money('金额', 'Amount'),
    currency: field.enumeration(Currency),
    state: field.enumeration(SplitPartState, { filters: ['is'] }),
    /** WeChat's word, or why it is not split. */
    said: field.text('结果', 'Result', { nullable: true }),
    /** What was given back of it because of refunds, and what is owed. */
    givenBack: field.money('已回退', 'Given back'),
    owed: field.money('未回退', 'Not given back'),
    splitNo: field.identifier('分账单号', 'Split number', { nullable: true }),
    wechatNo: field.identifier('微信分账单号', 'Number at WeChat', { nullable: true }),
    tradeNo: field.identifier('商户单号', 'Trade number'),
    posting: field.identifier('记账号', 'Posting', { nullable: true }),
    endedAt: field.time('完成时间', 'Ended at', { nullable: true }),
  },
  defaultSort: '-createdAt',
  extra: { merchantId: idSchema },
  refusals: [merchantNotFound],
  example: { query: { merchantId: '8801' } },
});
