import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** The merchant in use of a route did not answer, and its backup is in use now. */
export const routeLeft = domainEvent(
  'payments.routeLeft',
  z.object({
    changeId: idSchema,
    customerId: idSchema,
    /** Of the route, as its screen opens it. */
    routeId: z.string(),
    from: z.string(),
    to: z.string(),
  }),
);
