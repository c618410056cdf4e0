import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { idSchema, read } from '../../framework/endpoint.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { identifiersOfAction } from '../../permissions/batchActions.ts';
import { ORDER_ACTIONS } from '../orders/batchActions.ts';

const moment = z.iso.datetime({ offset: true });
const minor = z.string().regex(/^\d+$/);

/** Why a package costs a customer what it does: its prices from the newest, those that wait included. */
export const readPackagePrices = read({
  name: 'packagePrices.read',
  summary: text('价格由来', 'Price history'),
  permission: ['packageList.view', 'packageDistribute.view', ...new Set(ORDER_ACTIONS.flatMap(identifiersOfAction))],
  query: {
    packageId: idSchema,
    /** Left out: the caller's own customer. Otherwise one below it. */
    customerId: idSchema.optional(),
  },
  answer: z.object({
    packageCode: z.string(),
    packageName: z.string(),
    customerName: z.string(),
    /** Whoever asks these prices of it; null of what it made itself. Of a custom package: whoever gave it the base. */
    fromName: z.string().nullable(),
    /** Of a package its customer put together: of what, and of how many; the prices are for all of them. */
    madeOf: z.object({ name: z.string(), units: z.number().int() }).nullable(),
    recalledAt: moment.nullable(),
    prices: z.array(
      z.object({
        from: moment,
        /** Null: until another is set. */
        until: moment.nullable(),
        reservePrice: minor,
        minPrice: minor,
        suggestPrice: minor,
        currency: z.string(),
        /** The account that set it; null where that is one above the caller. */
        setBy: z.string().nullable(),
        isInForce: z.boolean(),
      }),
    ),
  }),
  refusals: [notFound],
  example: { query: { packageId: '8001', customerId: '12' } },
});
