import { RechargeState } from '@cardinal/contract/enumerations/recharge.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

const shared = {
  rechargeId: idSchema,
  rechargeNo: z.string(),
  /** The customer whose accounts enter and review it. */
  payerId: idSchema,
  makerId: idSchema.nullable(),
  customerName: z.string(),
  /** Minor units. */
  amount: z.string(),
  currency: z.string(),
};

/** Somebody else has to review it. */
export const rechargeWaiting = domainEvent('customerAccounts.rechargeWaiting', z.object(shared));

/** A second person has passed or rejected it. */
export const rechargeChecked = domainEvent(
  'customerAccounts.rechargeChecked',
  z.object({ ...shared, state: RechargeState.schema, reason: z.string().nullable() }),
);
