import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** A nightly cash-out has failed, or somebody wants its customer to be told once more. */
export const dayReturnFailed = domainEvent(
  'dayReturns.failed',
  z.object({
    itemId: idSchema,
    customerId: idSchema,
    day: z.iso.date(),
    /** Minor units. */
    amount: z.string(),
    currency: z.string(),
    whyZh: z.string(),
    whyEn: z.string(),
    /** How often it was told before. */
    told: z.number().int(),
  }),
);
