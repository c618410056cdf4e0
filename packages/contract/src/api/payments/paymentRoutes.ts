import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Currency } from '../../enumerations/money.ts';
import {
  PassedOver,
  PaymentProvider,
  PaymentScene,
  RouteChangeKind,
  RouteCoverage,
} from '../../enumerations/paymentRoute.ts';
import { idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { sentAmountSchema } from '../customerAccounts/amounts.ts';

/** A number in an address is text. */
const queryProvider = z.preprocess(
  (value) => (typeof value === 'string' ? Number(value) : value),
  PaymentProvider.schema,
) as z.ZodType<PaymentProvider>;
const moment = z.iso.datetime({ offset: true });

/** A cell of the matrix: what the direct children of a customer pay into, for one scene in one currency. */
export const paymentRouteFields = {
  id: field.identifier('编号', 'ID', { exportable: false }),
  customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
  customerName: field.text('收款客户', 'Collecting customer', { filters: ['contains'], sortable: true }),
  scene: field.enumeration(PaymentScene, { filters: ['is'] }),
  currency: field.enumeration(Currency, { filters: ['is'], sortable: true }),
  coverage: field.enumeration(RouteCoverage, { filters: ['is'] }),
  provider: field.enumeration(PaymentProvider, { filters: ['is'] }),
  /** Bank and last digits. */
  account: field.text('现用账户', 'Account in use', { nullable: true }),
  /** Null where that is somebody above the caller. */
  collectorName: field.text('收款方', 'Collected by', { nullable: true }),
  payers: field.number('付款下级', 'Paying children', { sortable: true }),
  backups: field.number('备用账户', 'Backups', { sortable: true }),
};

export const listPaymentRoutes = list({
  name: 'paymentRoutes.list',
  summary: text('支付路由', 'Payment routes'),
  permission: 'paymentConfig.view',
  fields: paymentRouteFields,
  defaultSort: '-payers',
  figures: z.object({ own: z.number().int(), inherited: z.number().int(), hole: z.number().int() }),
  /** `under`: a customer and all below it. */
  extra: { under: idSchema.optional() },
});

export const collectingAccountSchema = z.object({
  id: idSchema,
  provider: PaymentProvider.schema,
  position: z.number().int(),
  isEnabled: z.boolean(),
  isInUse: z.boolean(),
  /** The merchant's name and whether it takes new payments; null for a bank account. */
  merchantName: z.string().nullable(),
  merchantIsEnabled: z.boolean().nullable(),
  holder: z.string().nullable(),
  bank: z.string().nullable(),
  branch: z.string().nullable(),
  maskedNumber: z.string(),
  remarkPrefix: z.string().nullable(),
  least: integerString.nullable(),
  most: integerString.nullable(),
  dayMost: integerString.nullable(),
  /** What came into it since midnight in China, with what is entered or begun and not yet there. */
  collectedToday: integerString,
  /** Of its merchant, over all its routes: the limit of a day, and what counts against it. */
  merchantDayMost: integerString.nullable(),
  merchantToday: integerString.nullable(),
  note: z.string().nullable(),
  version: z.number().int(),
  updatedAt: moment,
});

/** A route with the customer's own accounts in the order they are used, and what changed it lately. */
export const readPaymentRoute = read({
  name: 'paymentRoutes.detail',
  summary: text('支付路由详情', 'Payment route'),
  permission: 'paymentConfig.view',
  query: {
    customerId: idSchema,
    scene: PaymentScene.schema,
    currency: Currency.schema,
    /** The bank transfer by default. */
    provider: queryProvider.optional(),
  },
  answer: z.object({
    name: z.string(),
    customerId: idSchema,
    customerName: z.string(),
    scene: PaymentScene.schema,
    currency: Currency.schema,
    provider: PaymentProvider.schema,
    coverage: RouteCoverage.schema,
    account: z.string().nullable(),
    collectorName: z.string().nullable(),
    payers: z.number().int(),
    accounts: z.array(collectingAccountSchema),
    log: z.array(
      z.object({
        id: idSchema,
        at: moment,
        kind: RouteChangeKind.schema,
        account: z.string(),
        /** The account in use before and after; equal where it stayed. */
        from: z.string().nullable(),
        to: z.string().nullable(),
        reason: z.string().nullable(),
        by: z.string(),
      }),
    ),
    offered: z.object({ edit: z.boolean(), enable: z.boolean(), switch: z.boolean() }),
  }),
  refusals: [notFound],
  example: { query: { customerId: '10', scene: 'balanceRecharge', currency: 'CNY' } },
});

const passedOver = z.array(z.object({ account: z.string(), why: PassedOver.schema }));

/** Which account a customer would pay an amount into now, and why those before it are passed over. */
export const tryPaymentRoute = read({
  name: 'paymentRoutes.try',
  summary: text('试算收款账户', 'What would be used now'),
  permission: 'paymentConfig.view',
  query: {
    customerId: idSchema,
    scene: PaymentScene.schema,
    provider: queryProvider.optional(),
    amount: sentAmountSchema('smallest').optional(),
  },
  answer: z.object({
    currency: Currency.schema,
    /** `idle`: the platform, which pays nobody. */
    coverage: RouteCoverage.schema,
    collectorName: z.string().nullable(),
    account: z.string().nullable(),
    remarkCode: z.string().nullable(),
    passedOver,
  }),
  refusals: [notFound],
  example: { query: { customerId: '11', scene: 'balanceRecharge', amount: '500.00' } },
});

/** Where the caller's own customer transfers money to; null for the platform. */
export const readTransferTo = read({
  name: 'paymentRoutes.transferTo',
  summary: text('向上级转账', 'Transfer to your parent'),
  permission: ['userRecharge.view', 'accountInfo.money'],
  scope: 'own',
  query: { amount: sentAmountSchema('smallest').optional() },
  answer: z
    .object({
      currency: Currency.schema,
      /** None: nobody above collects in this currency, or not this amount now. */
      account: z
        .object({
          holder: z.string(),
          bank: z.string(),
          branch: z.string().nullable(),
          accountNumber: z.string(),
          remarkCode: z.string(),
          least: integerString.nullable(),
          most: integerString.nullable(),
          dayMost: integerString.nullable(),
          note: z.string().nullable(),
        })
        .nullable(),
      passedOver,
    })
    .nullable(),
  refusals: [],
  example: { query: { amount: '500.00' } },
});
