import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** A speed limit reached its brake: nothing more happens until a person releases it. */
export const speedLimitPaused = domainEvent(
  'speedLimits.paused',
  z.object({
    strategyId: idSchema,
    customerId: idSchema,
    name: z.string(),
    at: z.iso.datetime(),
    brake: z.number().int(),
  }),
);
