import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** An eSIM number's session is another than before, or ended: where its device is, as far as its carrier tells. */
export const esimSessionSeen = domainEvent(
  'cards.esimSessionSeen',
  z.object({
    cardId: idSchema,
    eid: z.string(),
    mcc: z.string().nullable(),
    mnc: z.string().nullable(),
    country: z.string().nullable(),
    /** When the session began, and when it ended; null while it is open. */
    since: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    readAt: z.iso.datetime(),
  }),
);
