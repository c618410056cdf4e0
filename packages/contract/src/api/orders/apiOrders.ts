import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { FulfilmentState } from '../../enumerations/order.ts';
import { idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { periodTooLong } from '../../framework/standardRefusals.ts';
import { numbersExtra } from '../cards/cardFields.ts';
import { FINDS_ONE, orderFields } from './packageOrders.ts';

/** Orders that customers' own systems placed, by the numbers they gave them; a row is an order for any number of cards. */
export const listApiOrders = list({
  name: 'apiOrders.list',
  summary: text('API订单', 'API orders'),
  permission: 'apiorderList.view',
  exportPermission: 'apiorderList.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    createdAt: field.time('下单时间', 'Ordered at', { filters: ['range'], sortable: true }),
    outOrderNo: field.identifier('外部订单号', 'External order number', { filters: ['is'] }),
    orderNo: field.identifier('订单号', 'Order number', { filters: ['is'] }),
    keyName: field.text('密钥', 'Key', { filters: ['contains'] }),
    customerId: orderFields.customerId,
    customerName: orderFields.customerName,
    packageName: orderFields.packageName,
    packageType: orderFields.packageType,
    state: field.enumeration(FulfilmentState, { filters: ['is'], label: text('订购结果', 'Result') }),
    lines: field.number('卡数', 'Cards'),
    settled: field.number('成功', 'Delivered'),
    failed: field.number('失败', 'Failed'),
    taskId: field.id('任务标识', 'Task id', { nullable: true, exportable: false }),
    /** The most frequent reason among those that failed. */
    failure: field.text('失败原因', 'Failure', { nullable: true }),
    price: field.money('单价', 'Price of one'),
    /** What was delivered costs. */
    paid: field.money('实付', 'Paid'),
    currency: orderFields.currency,
    /** From the call to the last card; null while cards are under way. */
    seconds: field.seconds('用时', 'Took', { nullable: true }),
    repeats: field.number('重复请求', 'Repeated calls', {
      help: text(
        '同一外部订单号再次提交、内容相同的次数；只返回首次结果，不重复下单。',
        'How often the same number came again with the same contents. It was answered as the first time and ordered nothing.',
      ),
    }),
  },
  defaultSort: '-createdAt',
  extra: { under: idSchema.optional(), ...numbersExtra },
  figures: z.object({
    /** Of at most the first 10,000: orders, cards that were settled, those delivered. */
    orders: z.number().int(),
    isPartial: z.boolean(),
    lines: z.number().int(),
    delivered: z.number().int(),
    /** In seconds, 95 of 100 finished orders took less; null where none is finished. */
    p95: z.number().int().nullable(),
    /** The most frequent reasons, in the caller's language. */
    failures: z.array(z.object({ words: z.string(), lines: z.number().int() })),
  }),
  recent: { by: 'createdAt', unless: ['outOrderNo', ...FINDS_ONE] },
  refusals: [periodTooLong],
});
