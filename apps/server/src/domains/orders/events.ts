import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** Nothing of an order is under way any more, and what was not delivered is released; published once. */
export const orderFinished = domainEvent(
  'orders.orderFinished',
  z.object({
    orderId: idSchema,
    orderNo: z.string(),
    customerId: idSchema,
    state: FulfilmentState.schema,
    lines: z.number().int(),
    settled: z.number().int(),
  }),
);

/** Packages that waited on cards were stopped by their maker; published once to each customer that paid or has the cards. */
export const queuedStopped = domainEvent(
  'orders.queuedStopped',
  z.object({
    taskId: idSchema,
    customerId: idSchema,
    cards: z.number().int(),
    names: z.array(z.string()),
    /** What came back to it, in minor units; null of one that paid nothing. */
    amount: z.string().nullable(),
    currency: z.string().nullable(),
  }),
);

/** A package that an end user bought was unsubscribed: what it cost lies where it was paid from, to be returned to him. */
export const soldBack = domainEvent(
  'orders.soldBack',
  z.object({
    orderId: idSchema,
    /** Unique within the order. */
    cause: z.string(),
    parts: z.number().int(),
    amount: z.string(),
  }),
);
