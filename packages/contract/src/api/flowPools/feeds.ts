import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Currency } from '../../enumerations/money.ts';
import { type EffectiveType, OrderingSwitch, ValidityUnit } from '../../enumerations/package.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { integerString } from '../../framework/fields.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { administratorsDoNotOrder } from '../orders/refusals.ts';
import {
  feedNotFound,
  feedNotUnused,
  flowPoolClosed,
  flowPoolNotFound,
  notForPools,
  otherCarrierThanPool,
  unlimitedFeed,
} from './refusals.ts';

/** How many of a pool package may be ordered at once. */
export const MOST_FEEDS = 99;

/** What may fill a pool, at the price of its customer. */
export const flowPoolPackages = read({
  name: 'flowPools.packages',
  summary: text('可订购的池套餐', 'Pool packages to order'),
  permission: 'flowPool.order',
  query: { poolId: idSchema },
  answer: z.object({
    packages: z.array(
      z.object({
        id: idSchema,
        code: z.string(),
        name: z.string(),
        bytes: integerString,
        price: integerString,
        currency: Currency.schema,
        validityUnit: ValidityUnit.schema,
        validityCount: z.number().int(),
        effectiveType: z.number().int(),
        /** What keeps it from being ordered now. */
        whyNot: OrderingSwitch.schema.nullable(),
      }),
    ),
  }),
  refusals: [flowPoolNotFound, administratorsDoNotOrder],
  example: { query: { poolId: '1' } },
});

const ordered = {
  poolId: idSchema,
  packageId: idSchema,
  count: z.int().min(1).max(MOST_FEEDS),
  /** The numbers of `EffectiveType`; left out: as the package says. */
  effectiveType: (z.literal([0, 1, 2]) satisfies z.ZodType<EffectiveType>).optional(),
};

/** Fills a pool: its customer's balance pays, and each level above earns its margin. */
export const orderFlowPool = change({
  name: 'flowPools.order',
  summary: text('订购池套餐', 'Order a pool package'),
  permission: 'flowPool.order',
  operation: OperationType.values.OrderPackage,
  body: z.strictObject(ordered),
  answer: z.object({ orderNo: z.string(), startsAt: z.iso.datetime(), endsAt: z.iso.datetime() }),
  refusals: [
    flowPoolNotFound,
    flowPoolClosed,
    notForPools,
    otherCarrierThanPool,
    unlimitedFeed,
    administratorsDoNotOrder,
  ],
  example: { body: { poolId: '1', packageId: '1', count: 1, effectiveType: 0 } },
});

/** Gives back a pool package that has not begun, whole and at every level. */
export const refundFeed = change({
  name: 'flowPools.refund',
  summary: text('退订池套餐', 'Give a pool package back'),
  permission: 'flow.refund',
  operation: OperationType.values.RefundPackage,
  body: z.strictObject({ feedId: idSchema }),
  answer: doneSchema,
  refusals: [feedNotFound, feedNotUnused],
  example: { body: { feedId: '1' } },
});
