import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** Cards of a customer lose their package soon, with nothing behind it: within a week, three days and one. */
export const packagesEnding = domainEvent(
  'renewals.packagesEnding',
  z.object({
    customerId: idSchema,
    day: z.iso.date(),
    /** The week counted, both ends included. */
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    week: z.number().int(),
    three: z.number().int(),
    one: z.number().int(),
  }),
);
