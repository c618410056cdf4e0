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
