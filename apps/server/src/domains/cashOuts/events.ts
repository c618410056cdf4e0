import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** A cash-out waits for the platform's review. */
export const cashOutWaiting = domainEvent(
  'cashOuts.waiting',
  z.object({
    cashOutId: idSchema,
    customerName: z.string(),
    askedById: idSchema.nullable(),
    /** Minor units. */
    amount: z.string(),
    currency: z.string(),
  }),
);

/** A cash-out has arrived, or its money is profit again. */
export const cashOutEnded = domainEvent(
  'cashOuts.ended',
  z.object({
    cashOutId: idSchema,
    cashOutNo: z.string(),
    customerId: idSchema,
    askedById: idSchema.nullable(),
    /** Minor units. */
    amount: z.string(),
    currency: z.string(),
    /** How often it was asked for again under its number. */
    again: z.number().int().default(0),
    isDone: z.boolean(),
    reasonZh: z.string().nullable(),
    reasonEn: z.string().nullable(),
  }),
);
