import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { FulfilmentState } from '../../enumerations/order.ts';
import { EffectiveType, OrderingSwitch, PackageType, ValidityUnit } from '../../enumerations/package.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { openInterface } from '../../framework/openInterface.ts';
import { queryInteger } from '../../framework/paging.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { identifiersOfAction } from '../../permissions/batchActions.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { insufficientBalance } from '../ledger/refusals.ts';
import { ORDER_ACTIONS, periods } from '../orders/batchActions.ts';
import {
  administratorsDoNotOrder,
  outOrderNoTaken,
  packageNotOrderable,
  priceAboveMost,
  severalCurrencies,
  soldBelowReserve,
} from '../orders/refusals.ts';
import { renewalForbidden } from '../renewals/refusals.ts';
import { accepted, BATCH_REFUSALS, iccid, iccids, moment, SAMPLE_ICCIDS } from './openSchemas.ts';
import { MOST_ORDERED, OpenGroup, OpenScope } from './scopes.ts';

const { values: scope } = OpenScope;
const { values: group } = OpenGroup;
/** The rights to order, any of which lets an account follow its orders. */
export const MAY_ORDER = [...new Set(ORDER_ACTIONS.flatMap(identifiersOfAction))] as [string, ...string[]];

/** The number of the customer's own system: one order each, for ever. */
const outOrderNo = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const packageCode = z.string().trim().min(1).max(60);
/** Minor units in decimal. */
const minor = z.string().regex(/^-?\d+$/);
const ordered = { outOrderNo, packageCode, iccids: z.array(iccid).min(1).max(MOST_ORDERED) };
/** Which customer pays; required of the platform, which orders for its customers. Everybody else pays for itself. */
const payerId = idSchema.optional();

/** Of main packages: so many at once, one behind the other. Left out: one. */
const times = periods.optional();

/** What was accepted, with the amount held for it; what fails is released. */
const acceptedOrder = accepted.extend({
  orderNo: z.string(),
  outOrderNo,
  currency: z.string(),
  price: minor,
  amount: minor,
});
const refusals = [
  ...BATCH_REFUSALS,
  administratorsDoNotOrder,
  packageNotOrderable,
  soldBelowReserve,
  insufficientBalance,
  outOrderNoTaken,
  renewalForbidden,
] as const;

export const openPackages = openInterface(
  read({
    name: 'open.packages',
    summary: text('查询可订购的套餐', 'Packages to order'),
    path: '/openapi/v1/packages',
    permission: MAY_ORDER,
    namesCarriers: true,
    query: {
      type: PackageType.schema.optional(),
      keyword: z.string().trim().max(60).optional(),
      payerId,
      /** Pages of at most 200, from 1. */
      pageNum: queryInteger.pipe(z.number().int().min(1).max(1_000)).optional(),
    },
    answer: z.object({
      hasMore: z.boolean(),
      list: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          platform: Platform.schema,
          type: PackageType.schema,
          /** What the payer pays for one card. */
          price: minor,
          currency: z.string(),
          /** Null: unlimited. */
          flowBytes: z.string().nullable(),
          voiceSeconds: z.number().int().nullable(),
          smsCount: z.number().int().nullable(),
          validityUnit: ValidityUnit.schema,
          validityCount: z.number().int(),
          units: z.number().int(),
          effectiveType: EffectiveType.schema,
          postponeDays: z.number().int(),
          /** What keeps it from being ordered for any card now, and its words; null: nothing. */
          whyNot: OrderingSwitch.schema.nullable(),
          whyNotWords: z.string().nullable(),
        }),
      ),
    }),
    refusals: [administratorsDoNotOrder],
    example: { query: { type: 'month' } },
  }),
  { group: group.order, keyScope: scope.orderRead },
);

/** What the payer can spend on orders: its balance with its credit. */
export const openBalance = openInterface(
  read({
    name: 'open.balance',
    summary: text('查询余额', 'Balance'),
    path: '/openapi/v1/balance',
    permission: MAY_ORDER,
    scope: 'own',
    answer: z.object({ list: z.array(z.object({ currency: z.string(), balance: minor, spendable: minor })) }),
  }),
  { group: group.order, keyScope: scope.orderRead },
);

export const openOrder = openInterface(
  change({
    name: 'open.order',
    summary: text('订购套餐', 'Order a package'),
    path: '/openapi/v1/orders',
    permission: MAY_ORDER,
    operation: OperationType.values.OrderPackage,
    body: z.strictObject({
      ...ordered,
      /** Left out: as the package says. */
      effectiveType: EffectiveType.schema.optional(),
      postponeDays: z.int().min(0).max(365).optional(),
      periods: times,
      payerId,
      /** The most that one card may cost, with all its periods; above it nothing is ordered. */
      maxPrice: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
    }),
    answer: acceptedOrder,
    refusals: [...refusals, priceAboveMost],
    example: { body: { outOrderNo: 'SO-2026-0001', packageCode: 'M-1G', iccids: SAMPLE_ICCIDS } },
  }),
  { group: group.order, keyScope: scope.orderWrite, success: 202 },
);

export const openRenewal = openInterface(
  change({
    name: 'open.renew',
    summary: text('续订套餐', 'Renew a package'),
    path: '/openapi/v1/orders/renew',
    permission: identifiersOfAction('renew_package') as [string, ...string[]],
    operation: OperationType.values.OrderPackage,
    body: z.strictObject({ ...ordered, periods: times, payerId }),
    answer: acceptedOrder,
    refusals,
    example: { body: { outOrderNo: 'SO-2026-0002', packageCode: 'M-1G', iccids: SAMPLE_ICCIDS } },
  }),
  { group: group.order, keyScope: scope.orderWrite, success: 202 },
);

export const openOrderState = openInterface(
  read({
    name: 'open.orderState',
    summary: text('查询订单', 'Get an order'),
    path: '/openapi/v1/orders/:outOrderNo',
    permission: MAY_ORDER,
    params: { outOrderNo },
    query: { pageNum: queryInteger.pipe(z.number().int().min(1).max(10_000)).optional() },
    answer: z.object({
      orderNo: z.string(),
      outOrderNo,
      taskNo: z.string().nullable(),
      packageName: z.string(),
      state: FulfilmentState.schema,
      lines: z.number().int(),
      settledLines: z.number().int(),
      failedLines: z.number().int(),
      currency: z.string(),
      price: minor,
      /** Of what was delivered, and what came back of it. */
      paid: minor,
      refunded: minor,
      createdAt: moment,
      /** Until then amounts are held for the lines that are under way. */
      finishedAt: moment.nullable(),
      /** A page of 100 cards. */
      items: z.array(
        z.object({
          iccid: z.string(),
          state: FulfilmentState.schema,
          code: z.string().nullable(),
          reason: z.string().nullable(),
          startsAt: moment.nullable(),
          endsAt: moment.nullable(),
        }),
      ),
    }),
    refusals: [notFound],
    example: { params: { outOrderNo: 'SO-2026-0001' } },
  }),
  { group: group.order, keyScope: scope.orderRead },
);

export const openRefund = openInterface(
  change({
    name: 'open.refund',
    summary: text('退订套餐', 'Unsubscribe packages'),
    path: '/openapi/v1/orders/refund',
    permission: identifiersOfAction('refund_package') as [string, ...string[]],
    operation: OperationType.values.RefundPackage,
    body: z.strictObject({
      iccids,
      /** Those that wait, the ones in use, or both. */
      usages: z.enum(['waiting', 'using', 'all']),
      reason: remarkSchema().optional(),
    }),
    answer: accepted.extend({
      currency: z.string(),
      /** What comes back if every card succeeds. */
      amount: minor,
    }),
    refusals: [...BATCH_REFUSALS, severalCurrencies],
    example: { body: { iccids: SAMPLE_ICCIDS, usages: 'waiting', reason: '设备已停用' } },
  }),
  { group: group.order, keyScope: scope.orderWrite, success: 202 },
);
