import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { LedgerAccountKind, LedgerTransactionKind } from '../../enumerations/ledger.ts';
import { Currency } from '../../enumerations/money.ts';
import { ConsumeType } from '../../enumerations/payment.ts';
import { idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { notFound, periodTooLong } from '../../framework/standardRefusals.ts';
import { moneyWords } from '../../moneyWords.ts';
import { nouns } from '../../words.ts';
import { BUSINESS, type Business } from '../ledger/business.ts';

const moment = z.iso.datetime({ offset: true });
const businessSchema = z.enum(Object.keys(BUSINESS) as [Business, ...Business[]]);
/** One customer, one with all below it, or everybody in scope. */
const whose = { customerId: idSchema.optional(), under: idSchema.optional() };

/** Postings on balances and payables of customers in scope. Each amount leads to its transaction. */
export const listConsumption = list({
  name: 'consumptionRecords.list',
  summary: text('客户消费记录', 'Customer consumption'),
  permission: 'userConsumptionRecord.view',
  exportPermission: 'userConsumptionRecord.export',
  fields: {
    /** Account and posting. */
    id: field.identifier('编号', 'ID', { exportable: false }),
    at: field.time('时间', 'Time', { filters: ['range'], sortable: true }),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'] }),
    customerName: field.text('客户', 'Customer'),
    consumeType: field.enumeration(ConsumeType, { filters: ['is'], nullable: true }),
    kind: field.enumeration(LedgerTransactionKind, { filters: ['is'] }),
    businessNo: field.identifier('业务单号', 'Business number', { filters: ['is'], nullable: true }),
    amount: field.money(moneyWords.amount.zh, moneyWords.amount.en, { filters: ['range'] }),
    balance: field.money('变动后余额', 'Balance after'),
    currency: field.enumeration(Currency, { filters: ['is'] }),
    accountKind: field.enumeration(LedgerAccountKind, { label: text('账户', 'Account') }),
    /** What its business number is the number of. */
    about: field.object('业务', 'About', businessSchema, { nullable: true }),
    /** Accounts above the caller are not named. */
    operatorName: field.text(nouns.operator.zh, nouns.operator.en),
    remark: field.text(nouns.remark.zh, nouns.remark.en, { nullable: true }),
    transactionId: field.id('交易编号', 'Transaction id', { filters: ['is'] }),
  },
  defaultSort: '-at',
  extra: { under: idSchema.optional(), direction: z.enum(['in', 'out']).optional() },
  recent: { by: 'at', unless: ['businessNo', 'transactionId'] },
  refusals: [periodTooLong],
});

const sumsSchema = z.object({
  currency: z.string(),
  opening: integerString,
  moneyIn: integerString,
  moneyOut: integerString,
  closing: integerString,
});

/** Opening, in, out and closing of a period in each currency, with its days and types. */
export const readConsumptionSummary = read({
  name: 'consumptionRecords.summary',
  summary: text('消费汇总', 'Consumption summary'),
  permission: 'userConsumptionRecord.view',
  query: { ...whose, from: moment, to: moment },
  answer: z.object({
    sums: z.array(
      sumsSchema.extend({
        days: z.array(z.object({ day: z.iso.date(), moneyIn: integerString, moneyOut: integerString })),
        /** What was spent, less what was given back. */
        types: z.array(z.object({ consumeType: ConsumeType.schema.nullable(), spent: integerString })),
      }),
    ),
  }),
  refusals: [notFound, periodTooLong],
  example: { query: { customerId: '11', from: '2026-11-01T00:00:00+08:00', to: '2026-11-24T00:00:00+08:00' } },
});

/** Holds a period of a customer's records against the chain of its accounts in the ledger. */
export const reconcileConsumption = read({
  name: 'consumptionRecords.reconcile',
  summary: text('核对消费记录', 'Reconcile consumption'),
  permission: 'userConsumptionRecord.reconcile',
  query: { customerId: idSchema, from: moment, to: moment },
  answer: z.object({
    accounts: z.array(
      sumsSchema.extend({
        accountId: idSchema,
        kind: LedgerAccountKind.schema,
        postings: z.number().int(),
        /** As the chain of postings says: the balance before the first and after the last. */
        ledgerOpening: integerString,
        ledgerClosing: integerString,
        /** The first posting whose balance is not the one before plus its amount. */
        firstDiffering: z.object({ seq: z.string(), transactionId: idSchema }).nullable(),
        isRight: z.boolean(),
      }),
    ),
  }),
  refusals: [notFound, periodTooLong],
  example: { query: { customerId: '11', from: '2026-11-01T00:00:00+08:00', to: '2026-11-24T00:00:00+08:00' } },
});

/** A transaction of the ledger with those of its postings whose account the caller sees; a level above shows nothing. */
export const readTransaction = read({
  name: 'consumptionRecords.transaction',
  summary: text('交易详情', 'Transaction'),
  permission: ['userConsumptionRecord.view', 'user.money'],
  query: { transactionId: idSchema },
  answer: z.object({
    id: idSchema,
    at: moment,
    kind: LedgerTransactionKind.schema,
    step: z.enum(['post', 'hold', 'settle', 'release', 'reverse']),
    consumeType: ConsumeType.schema.nullable(),
    businessKey: z.string(),
    businessNo: z.string().nullable(),
    /** What its business number is the number of: a task where it is a clearing. */
    about: businessSchema.nullable(),
    operatorName: z.string(),
    remark: z.string().nullable(),
    reverses: idSchema.nullable(),
    reversedBy: idSchema.nullable(),
    postings: z.array(
      z.object({
        accountId: idSchema,
        kind: LedgerAccountKind.schema,
        customerId: idSchema,
        customerName: z.string(),
        currency: z.string(),
        amount: integerString,
        /** Null while it waits to be folded into the account. */
        balance: integerString.nullable(),
      }),
    ),
  }),
  refusals: [notFound],
  example: { query: { transactionId: '1' } },
});
