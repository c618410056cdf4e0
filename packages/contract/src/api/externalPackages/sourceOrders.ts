import { text } from '@cardinal/primitives/text.ts';
import { SourceOrderState } from '../../enumerations/externalPackage.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';

/** What we ordered at sources, a row for each card. */
export const listSourceOrders = list({
  name: 'externalOrders.list',
  summary: text('来源订单', 'Orders at sources'),
  permission: 'outPackagemanage.view',
  exportPermission: 'outPackagemanage.export',
  scope: 'own',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    orderId: field.id('订单编号', 'Order id', { filters: ['is'], exportable: false }),
    orderNo: field.identifier('订单号', 'Order no.', { filters: ['is'] }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is'] }),
    sourceId: field.id('来源编号', 'Source id', { filters: ['is'], exportable: false }),
    sourceName: field.text('来源', 'Source', { filters: ['contains'] }),
    packageName: field.text('套餐', 'Package'),
    code: field.identifier('外部编码', 'External code', { filters: ['is'] }),
    state: field.enumeration(SourceOrderState, { filters: ['is'] }),
    isOpen: field.flag('未完成', 'Open', { filters: ['is'] }),
    /** Our number there: what the source is asked by. */
    outOrderNo: field.identifier('来源处的订单号', 'Our number there', { filters: ['is'] }),
    theirOrderNo: field.identifier('对方订单号', 'Their order no.', { filters: ['is'], nullable: true }),
    agreed: field.money('约定价格', 'Agreed price'),
    charged: field.money('对方收取', 'Charged', { nullable: true }),
    /** Charged less agreed; null where nothing was charged, or in another currency. */
    difference: field.money('差额', 'Difference', { nullable: true }),
    currency: field.text('币种', 'Currency'),
    words: field.text('说明', 'Note', { nullable: true }),
    sends: field.number('发送次数', 'Sent'),
    createdAt: field.time('下单时间', 'Ordered at', { sortable: true }),
    sentAt: field.time('最近发送', 'Last sent', { nullable: true }),
    nextAt: field.time('下次查询', 'Next look', { nullable: true }),
    settledAt: field.time('完成时间', 'Finished at', { nullable: true }),
  },
  defaultSort: '-createdAt',
});
