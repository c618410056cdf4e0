import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** A session was in an unregistered network, which is now listed as such. */
export const unregisteredNetworkSeen = domainEvent(
  'carriers.unregisteredNetworkSeen',
  z.object({ mcc: z.string(), mnc: z.string(), country: z.string().nullable(), at: z.iso.datetime() }),
);
