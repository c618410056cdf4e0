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

/** A rule forbids to renew the package: the period is skipped, and the next one planned. */
export const renewalForbidden = domainEvent(
  'autoRenewals.renewalForbidden',
  z.object({
    chargeId: idSchema,
    contractId: idSchema,
    contractNo: z.string(),
    customerId: idSchema,
    iccid: z.string(),
    period: z.number().int(),
    /** What the rule says to end users. */
    zh: z.string(),
    en: z.string(),
  }),
);
