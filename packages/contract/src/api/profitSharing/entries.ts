import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { Currency } from '../../enumerations/money.ts';
import { OrderSource } from '../../enumerations/order.ts';
import { ProfitEntryKind, ProfitEntryState, ReleaseRule } from '../../enumerations/profit.ts';
import { SplitPartState } from '../../enumerations/splitOrder.ts';
import { change, idSchema } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { notFound, periodTooLong } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';

/** What the caller's customer earned with each package on a card, and gave back of it; the platform reads everybody's. */
export const listProfitEntries = list({
  name: 'profitEntries.list',
  summary: text('分润明细', 'Profit details'),
  permission: 'shareBenefitDetail.view',
  exportPermission: 'shareBenefitDetail.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    at: field.time('时间', 'Time', { filters: ['range'], sortable: true }),
    kind: field.enumeration(ProfitEntryKind, { filters: ['is'] }),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('分润客户', 'Earner'),
    orderId: field.id('订单编号', 'Order id', { exportable: false }),
    orderNo: field.identifier('订单号', 'Order number', { filters: ['is'] }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is'] }),
    packageName: field.text('套餐名称', 'Package', { filters: ['contains'] }),
    platform: field.enumeration(Platform, { filters: ['is'] }),
    /** The level below, that was sold to. */
    buyerId: field.id('下级编号', 'Buyer id', { filters: ['is'], exportable: false }),
    buyerName: field.text('下级', 'Sold to'),
    source: field.enumeration(OrderSource, { filters: ['is'] }),
    price: field.money('收取', 'Paid to me'),
    reserve: field.money('成本', 'Cost'),
    /** Where it was earned by a share of what was paid: an amount or a percentage. */
    share: field.text('分润规则', 'Share', { nullable: true }),
    amount: field.money('分润', 'Profit', { filters: ['range'] }),
    reversed: field.money('已冲回', 'Reversed', { nullable: true }),
    /** Of what is released day by day: how much of it was. */
    released: field.money('已解冻金额', 'Released so far', { nullable: true }),
    currency: field.enumeration(Currency, { filters: ['is'] }),
    state: field.enumeration(ProfitEntryState, { filters: ['is'] }),
    rule: field.enumeration(ReleaseRule, { filters: ['is'] }),
    releaseAt: field.time('预计解冻', 'Releases at', { filters: ['range'], nullable: true }),
    releasedAt: field.time('解冻时间', 'Released at', { filters: ['range'], nullable: true }),
    /** Sold on credit: it waits until the payer is back where it was. */
    waitsForPayer: field.flag('等待付款客户还款', 'Waits for the payer'),
    /** Where WeChat pays what was released: under which number, how far it is, and by which posting. */
    splitState: field.enumeration(SplitPartState, { nullable: true }),
    splitNo: field.identifier('分账单号', 'Split number', { nullable: true }),
    splitSaid: field.text('微信分账结果', 'WeChat on the split', { nullable: true }),
    splitPosting: field.identifier('分账记账号', 'Split posting', { nullable: true }),
  },
  defaultSort: '-at',
  extra: { packageId: idSchema.optional() },
  recent: {
    by: 'at',
    unless: ['iccid', 'orderNo', 'releaseAtFrom', 'releaseAtTo', 'releasedAtFrom', 'releasedAtTo'],
  },
  figures: z.object({
    /** In each currency; of the first rows only, if there are more than can be added up at once. */
    sums: z.array(
      z.object({
        currency: z.string(),
        rows: z.number().int(),
        frozen: integerString,
        released: integerString,
        reversed: integerString,
        /** Paid at the source, less what was taken back of it. */
        paidOut: integerString,
        net: integerString,
      }),
    ),
    isPartial: z.boolean(),
  }),
  refusals: [periodTooLong],
});

/** Releases frozen profit before its moment: the platform's to decide, with a reason. */
export const releaseProfitEarly = change({
  name: 'profitEntries.release',
  summary: text('提前解冻分润', 'Release profit early'),
  permission: 'shareBenefitDetail.release',
  operation: OperationType.values.AdjustMoney,
  body: z.strictObject({ ids: z.array(idSchema).min(1).max(1_000), reason: remarkSchema() }),
  answer: z.object({ entries: z.number().int() }),
  refusals: [notFound],
  example: { body: { ids: ['1'], reason: '客户申请' } },
});
