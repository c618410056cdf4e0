import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { DeductionKind, DeductionPayer, DeductionState, FigureSource } from '../../enumerations/deduction.ts';
import { Currency } from '../../enumerations/money.ts';
import { DeductionSource, DeductionType } from '../../enumerations/settlement.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { cardNotFound } from '../cards/cardRefusals.ts';
import * as refusals from './refusals.ts';

export const MOST_RERATED_DAYS = 31;

/** What was charged for usage: one entry a tariff, cycle and run, each with what moved since the one before. */
export const listDeductions = list({
  name: 'deductions.list',
  summary: text('实时扣费记录', 'Real-time deductions'),
  permission: 'RealTimeDeductionRecords.view',
  exportPermission: 'RealTimeDeductionRecords.export',
  scope: 'customer-tree',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    at: field.time('扣费时间', 'Charged at', { filters: ['range'], sortable: true }),
    /** The readings it is about. */
    fromAt: field.time('读数起', 'Readings from'),
    toAt: field.time('读数止', 'Readings until'),
    cycle: field.text('账期', 'Cycle'),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('客户', 'Customer'),
    ownerName: field.text('收费方', 'Charged by', { nullable: true }),
    /** Whether the caller's customer charged it. */
    isOwn: field.flag('本级收费', 'Charged by us', { exportable: false }),
    type: field.enumeration(DeductionType, { filters: ['is'] }),
    source: field.enumeration(DeductionSource, { filters: ['is'] }),
    payer: field.enumeration(DeductionPayer, { filters: ['is'] }),
    kind: field.enumeration(DeductionKind, { filters: ['is'] }),
    cards: field.number('卡数', 'Cards'),
    bytes: field.bytes('用量', 'Used'),
    packageBytes: field.bytes('套餐内', 'From packages'),
    chargedBytes: field.bytes('计费流量', 'Charged'),
    /** Null where a new price began within its readings. */
    unitPrice: field.text('单价（每GB）', 'Price a GB', { nullable: true }),
    amount: field.money('金额', 'Amount', { filters: ['range'], sortable: true }),
    balance: field.money('余额', 'Balance after', { nullable: true }),
    currency: field.enumeration(Currency, { filters: ['is'] }),
    state: field.enumeration(DeductionState, { filters: ['is'] }),
    postedAt: field.time('入账时间', 'Posted at', { nullable: true }),
    transactionNo: field.identifier('记账号', 'Transaction', { nullable: true, filters: ['is'] }),
    revision: field.number('配置版本', 'Tariff version'),
    tariffId: field.id('配置编号', 'Tariff id', { filters: ['is'], exportable: false }),
  },
  defaultSort: '-at',
  extra: { iccid: z.string().min(1).max(20).optional() },
  recent: { by: 'at', unless: ['tariffId', 'iccid', 'transactionNo'] },
  figures: z.object({
    sums: z.array(
      z.object({ currency: z.string(), today: integerString, cycle: integerString, waiting: integerString }),
    ),
  }),
});

/** One deduction: how it came about, and where it was posted. */
export const readDeduction = read({
  name: 'deductions.read',
  summary: text('扣费明细', 'A real-time deduction'),
  permission: 'ViewDeductionDetails.view',
  query: { id: idSchema },
  answer: z.object({
    id: idSchema,
    at: z.iso.datetime(),
    cycle: z.string(),
    customerName: z.string(),
    type: DeductionType.schema,
    source: DeductionSource.schema,
    payer: DeductionPayer.schema,
    state: DeductionState.schema,
    kind: DeductionKind.schema,
    cards: z.int(),
    bytes: integerString,
    packageBytes: integerString,
    chargedBytes: integerString,
    amount: integerString,
    currency: z.string(),
    balance: integerString.nullable(),
    postedAt: z.iso.datetime().nullable(),
    transactionId: idSchema.nullable(),
    transactionNo: z.string().nullable(),
    revision: z.int(),
    /** The whole cycle by versions, from which what was posted before is taken. */
    parts: z.array(z.object({ revision: z.int(), unitPrice: z.string(), bytes: integerString, amount: z.string() })),
    total: integerString,
    before: integerString,
    /** The amount less what its cards add up to, each rounded alone; null where one amount is for the account. */
    rounding: integerString.nullable(),
  }),
  refusals: [refusals.deductionNotFound],
  example: { query: { id: '1' } },
});

export const listDeductionCards = list({
  name: 'deductions.cards',
  summary: text('扣费明细', 'Cards of a deduction'),
  permission: 'ViewDeductionDetails.view',
  exportPermission: 'ViewDeductionDetails.export',
  scope: 'customer-tree',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    cardId: field.id('卡编号', 'Card id', { exportable: false }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is'] }),
    customerName: field.text('持卡客户', 'Holder'),
    bytes: field.bytes('用量', 'Used', { sortable: true }),
    packageBytes: field.bytes('套餐内', 'From packages'),
    chargedBytes: field.bytes('计费流量', 'Charged', { sortable: true }),
    /** Null where one amount is for the account. */
    amount: field.money('金额', 'Amount', { nullable: true, filters: ['range'] }),
    isCorrected: field.flag('含更正', 'Corrected', { filters: ['is'] }),
  },
  defaultSort: '-chargedBytes',
  extra: { deductionId: idSchema },
  example: { query: { deductionId: '1' } },
});

/** The figures one card of a deduction was charged by. */
export const readFigures = read({
  name: 'deductions.figures',
  summary: text('扣费读数', 'Figures of a deduction'),
  permission: 'ViewDeductionDetails.view',
  query: { deductionId: idSchema, cardId: idSchema },
  answer: z.object({
    figures: z.array(
      z.object({
        at: z.iso.datetime(),
        day: z.iso.date(),
        source: FigureSource.schema,
        /** The day as it stood, and as it stands. */
        before: integerString,
        after: integerString,
        bytes: integerString,
        chargedBytes: integerString,
        revision: z.int(),
      }),
    ),
    isPartial: z.boolean(),
  }),
  refusals: [refusals.deductionNotFound],
  example: { query: { deductionId: '1', cardId: '1' } },
});

/** What pay-per-use took from a card's own balance, and what waits for it. */
export const readCardDeductions = read({
  name: 'deductions.ofCard',
  summary: text('卡余额的实时扣费', 'Deductions from a card’s balance'),
  permission: 'singleCardRecharge.view',
  query: { cardId: idSchema },
  answer: z.object({
    /** Waits for the card's balance, by currency. */
    waiting: z.array(z.object({ currency: z.string(), amount: integerString })),
    /** The latest ten. */
    latest: z.array(
      z.object({
        id: idSchema,
        at: z.iso.datetime(),
        cycle: z.string(),
        chargedBytes: integerString,
        unitPrice: z.string().nullable(),
        amount: integerString,
        currency: z.string(),
        state: DeductionState.schema,
        balance: integerString.nullable(),
      }),
    ),
  }),
  refusals: [cardNotFound],
  example: { query: { cardId: '1' } },
});

/** Compares the days with what was charged; the difference is posted by the next run. */
export const rerateDeductions = change({
  name: 'deductions.rerate',
  summary: text('重新计费', 'Re-rate deductions'),
  permission: 'RealTimeDeductionRecords.rerate',
  operation: OperationType.values.AdjustMoney,
  body: z.strictObject({ tariffId: idSchema, from: z.iso.date(), to: z.iso.date() }),
  answer: z.object({ cards: z.int(), bytes: integerString, chargedBytes: integerString }),
  refusals: [refusals.tariffNotFound, refusals.notYourTariff, refusals.windowTooLong],
  example: { body: { tariffId: '1', from: '2026-11-01', to: '2026-11-02' } },
});
