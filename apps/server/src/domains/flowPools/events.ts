import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** A pool reached a threshold; at 100 it is used up. */
export const poolReached = domainEvent(
  'flowPools.reached',
  z.object({
    eventId: idSchema,
    poolId: idSchema,
    poolCode: z.string(),
    name: z.string(),
    customerId: idSchema,
    threshold: z.number().int(),
    isStopping: z.boolean(),
  }),
);
