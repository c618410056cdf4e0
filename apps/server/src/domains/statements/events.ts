import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** A statement and our records do not agree, in a way that was not known before. */
export const differencesFound = domainEvent(
  'statements.differencesFound',
  z.object({
    /** The first of them. */
    differenceId: idSchema,
    merchantId: idSchema,
    merchantName: z.string(),
    customerId: idSchema,
    provider: PaymentProvider.schema,
    day: z.iso.date(),
    count: z.int(),
  }),
);
