import { EsimCause } from '@cardinal/contract/enumerations/esim.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/**
 * The active number of a chip has verifiably changed; sent to customers' systems as `esim_card_number_change`. Null: none was
 * active before, or none is now.
 */
export const esimNumberChanged = domainEvent(
  'esim.numberChanged',
  z.object({
    eid: z.string(),
    customerId: idSchema,
    oldIccid: z.string().nullable(),
    newIccid: z.string().nullable(),
    cause: EsimCause.schema,
    at: z.iso.datetime(),
  }),
);

/** Numbers of a customer were bound several days ago and no device has downloaded them. */
export const numbersOverdue = domainEvent(
  'esim.numbersOverdue',
  z.object({ customerId: idSchema, numbers: z.number().int(), days: z.number().int(), at: z.iso.datetime() }),
);
