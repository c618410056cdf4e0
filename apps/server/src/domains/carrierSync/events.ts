import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** The session of an eSIM number has changed or ended: the device's location, as far as its carrier reports it. */
export const esimSessionSeen = domainEvent(
  'cards.esimSessionSeen',
  z.object({
    cardId: idSchema,
    eid: z.string(),
    mcc: z.string().nullable(),
    mnc: z.string().nullable(),
    country: z.string().nullable(),
    /** When the session began and ended; null while it is open. */
    since: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    readAt: z.iso.datetime(),
  }),
);
