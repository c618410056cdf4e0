import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** A period could not be charged within its retries: the contract is overdue, and nothing is charged by itself. */
export const renewalOverdue = domainEvent(
  'autoRenewals.renewalOverdue',
  z.object({
    chargeId: idSchema,
    contractId: idSchema,
    contractNo: z.string(),
    customerId: idSchema,
    iccid: z.string(),
    period: z.number().int(),
  }),
);
