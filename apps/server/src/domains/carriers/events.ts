import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** A session named a network nobody has registered; it stands in the register as such from now on. */
export const unregisteredNetworkSeen = domainEvent(
  'carriers.unregisteredNetworkSeen',
  z.object({ mcc: z.string(), mnc: z.string(), country: z.string().nullable(), at: z.iso.datetime() }),
);
