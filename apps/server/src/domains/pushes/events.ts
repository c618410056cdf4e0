import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** A subscription's address failed for so long that nothing more is sent to it until a person resumes it. */
export const pushSuspended = domainEvent(
  'pushes.suspended',
  z.object({
    /** Unique. */
    id: idSchema,
    customerId: idSchema,
    subscriptionId: idSchema,
    name: z.string(),
    host: z.string(),
    reasonZh: z.string(),
    reasonEn: z.string(),
    /** What is open. */
    waiting: z.number().int(),
  }),
);
