import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { LedgerTransactionKind } from '../../enumerations/ledger.ts';
import { Currency } from '../../enumerations/money.ts';
import { FulfilmentState, OrderSource, UnsubscribeChannel } from '../../enumerations/order.ts';
import { EffectiveType, PackageType, PackageUsageState, RefundRule } from '../../enumerations/package.ts';
import { idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { notFound, periodTooLong } from '../../framework/standardRefusals.ts';
import { nouns } from '../../words.ts';
import { cardFields, numbersExtra } from '../cards/cardFields.ts';

const moment = z.iso.datetime({ offset: true });
/** As a whole: a part of a number that is masked finds nothing. */
const cardNumber = z.string().trim().min(1).max(32);
/** What the caller's own customer pays and earns. */
const MONEY = 'packageOrderRecord.money';

/** What both lists say of a card and its order. */
export const orderFields = {
  iccid: field.identifier('ICCID', 'ICCID', { filters: ['is'] }),
  /** Of a card the caller still sees; masked where its customer masks numbers. */
  businessNumber: field.identifier(cardFields.businessNumber.label.zh, cardFields.businessNumber.label.en, {
    nullable: true,
  }),
  cardId: field.id('卡编号', 'Card id', { filters: ['is'], exportable: false }),
  platform: field.enumeration(Platform, { filters: ['is'] }),
  customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
  customerName: field.text('客户', 'Customer'),
  packageName: field.text('套餐名称', 'Package', { filters: ['contains'] }),
  packageType: field.enumeration(PackageType, { filters: ['is'] }),
  currency: field.enumeration(Currency, { filters: ['is'] }),
  /** Accounts of customers above the caller are not named. */
  operatorName: field.text(nouns.operator.zh, nouns.operator.en),
};
/** A customer with all below it, and numbers of cards. */
const narrowed = { under: idSchema.optional(), businessNumber: cardNumber.optional(), ...numbersExtra };

/** What finds one card or one order, however long ago. */
export const FINDS_ONE = ['orderNo', ...Object.keys(numbersExtra)];
const ofOneCard = [...FINDS_ONE, 'orderId', 'cardId', 'iccid', 'businessNumber'];

/** A row is a package for one card, whether it was delivered or not; its payer and those above it see it. */
export const listPackageOrderRecords = list({
  name: 'packageOrderRecords.list',
  summary: text('套餐订购记录', 'Package order records'),
  permission: 'packageOrderRecord.view',
  exportPermission: 'packageOrderRecord.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    ...orderFields,
    createdAt: field.time('订购时间', 'Ordered at', { filters: ['range'], sortable: true }),
    orderId: field.id('订单编号', 'Order id', { filters: ['is'], exportable: false }),
    orderNo: field.identifier('订单号', 'Order number', { filters: ['is'] }),
    source: field.enumeration(OrderSource, { filters: ['is'] }),
    effectiveType: field.enumeration(EffectiveType),
    lineState: field.enumeration(FulfilmentState, { filters: ['is'], label: text('订购结果', 'Result') }),
    failure: field.text('失败原因', 'Failure', { nullable: true }),
    /** Of its failed cards, to be retried; null where it is not the caller's to see. */
    taskId: field.id('任务标识', 'Task id', { nullable: true, exportable: false }),
    /** What the payer paid; null where nothing was delivered. */
    price: field.money('订购价', 'Price', { nullable: true }),
    /** What the caller's customer owes for it: the payer the price itself. */
    cost: field.money('我的成本', 'My cost', { nullable: true, permission: MONEY }),
    /** Null where the caller's customer is the payer. */
    margin: field.money('我的毛利', 'My margin', { nullable: true, permission: MONEY }),
    refunded: field.money('已退金额', 'Refunded', { nullable: true }),
    usageState: field.enumeration(PackageUsageState, { filters: ['is'], nullable: true }),
    startsAt: field.time('生效时间', 'Starts', { filters: ['range'], nullable: true }),
    endsAt: field.time('到期时间', 'Ends', { filters: ['range'], nullable: true }),
    flowBytes: field.bytes('流量', 'Volume', { nullable: true }),
    voiceSeconds: field.seconds('通话时长', 'Call time', { nullable: true }),
  },
  defaultSort: '-createdAt',
  extra: narrowed,
  recent: { by: 'createdAt', unless: [...ofOneCard, 'startsAtFrom', 'startsAtTo', 'endsAtFrom', 'endsAtTo'] },
  refusals: [periodTooLong],
});

/** How much of a package was left, in whatever its rule counts: days or bytes, or one whole. */
const leftSchema = z.object({ of: integerString, whole: integerString });

/** Packages that ended early, with what was given back for each at the caller's level. */
export const listUnsubscribeRecords = list({
  name: 'unsubscribeRecords.list',
  summary: text('退订记录', 'Unsubscribe records'),
  permission: 'unsubscribeRecord.view',
  exportPermission: 'unsubscribeRecord.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    ...orderFields,
    createdAt: field.time('退订时间', 'Unsubscribed at', { filters: ['range'], sortable: true }),
    orderId: field.id('订单编号', 'Order id', { filters: ['is'], nullable: true, exportable: false }),
    orderNo: field.identifier('订单号', 'Order number', { filters: ['is'], nullable: true }),
    stateBefore: field.enumeration(PackageUsageState, { filters: ['is'], label: text('退订前状态', 'State before') }),
    rule: field.enumeration(RefundRule, { filters: ['is'] }),
    left: field.object('剩余', 'Left', leftSchema),
    price: field.money('订购价', 'Price', { nullable: true }),
    amount: field.money('退款金额', 'Refund', { filters: ['range'] }),
    /** What the caller's customer gets back from its parent. */
    costBack: field.money('退回我的成本', 'My cost returned', { nullable: true, permission: MONEY }),
    /** What it gives back of its margin. */
    marginBack: field.money('冲回我的毛利', 'My margin reversed', { nullable: true, permission: MONEY }),
    channel: field.enumeration(UnsubscribeChannel, { filters: ['is'] }),
    reason: field.text(nouns.reason.zh, nouns.reason.en, { nullable: true }),
    taskNo: field.identifier(nouns.taskNumber.zh, nouns.taskNumber.en, { nullable: true }),
  },
  defaultSort: '-createdAt',
  extra: narrowed,
  recent: { by: 'createdAt', unless: ofOneCard },
  figures: z.object({
    /** In each currency; of part of the rows only, if there are more than can be added up at once. */
    sums: z.array(z.object({ currency: z.string(), rows: z.number().int(), amount: integerString })),
    isPartial: z.boolean(),
  }),
  refusals: [periodTooLong],
});

/** How an order came about: its cards, what each level at or below the caller paid and earned, and its postings. */
export const readPackageOrder = read({
  name: 'packageOrders.read',
  summary: text('套餐订单详情', 'Package order'),
  permission: ['packageOrderRecord.view', 'unsubscribeRecord.view', 'apiorderList.view'],
  query: { id: idSchema },
  answer: z.object({
    id: idSchema,
    /** Its number. */
    name: z.string(),
    customerId: idSchema,
    customerName: z.string(),
    packageName: z.string(),
    packageType: PackageType.schema,
    source: OrderSource.schema,
    effectiveType: EffectiveType.schema,
    postponeDays: z.number().int(),
    state: FulfilmentState.schema,
    currency: z.string(),
    price: integerString,
    /** The records a card gets. */
    units: z.number().int(),
    lines: z.number().int(),
    settledLines: z.number().int(),
    /** Of what was delivered. */
    paid: integerString,
    refunded: integerString,
    operatorName: z.string(),
    /** Null where the task is not the caller's to see. */
    task: z.object({ id: idSchema, taskNo: z.string() }).nullable(),
    createdAt: moment,
    finishedAt: moment.nullable(),
    failures: z.array(z.object({ words: z.string(), lines: z.number().int() })),
    /** For one package, from the caller down to the level above the payer; empty without the permission for amounts. */
    steps: z.array(
      z.object({
        customerId: idSchema,
        customerName: z.string(),
        /** Null of the platform where it knows its cost in another currency only. */
        cost: integerString.nullable(),
        price: integerString,
        margin: integerString.nullable(),
      }),
    ),
    /** The first ones; the consumption records have all. */
    transactions: z.array(
      z.object({
        id: idSchema,
        at: moment,
        kind: LedgerTransactionKind.schema,
        step: z.enum(['post', 'hold', 'settle', 'release', 'reverse']),
        /** What they changed for the payer, and of what the caller's customer earns. */
        balance: integerString,
        frozen: integerString,
        earned: integerString.nullable(),
      }),
    ),
    hasMoreTransactions: z.boolean(),
  }),
  refusals: [notFound],
  example: { query: { id: '1' } },
});
