import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { integerString } from '@cardinal/contract/framework/fields.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

const pool = { poolCode: z.string(), name: z.string(), customerId: idSchema };

/** A sub-pool used up its quota, and its cards are stopped. */
export const quotaUsedUp = domainEvent(
  'pools.quotaUsedUp',
  z.object({ ...pool, firingId: idSchema, quotaBytes: integerString }),
);

/** The customer of a sub-pool asks the one it was cut by for more. */
export const quotaWanted = domainEvent(
  'pools.quotaWanted',
  z.object({
    ...pool,
    poolId: idSchema,
    customerName: z.string(),
    /** Who sets the quota. */
    parentCustomerId: idSchema,
    quotaBytes: integerString,
    why: z.string(),
    at: z.iso.datetime({ offset: true }),
  }),
);
