import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** Cards were imported, and their carrier has not been queried about them yet. */
export const cardsImported = domainEvent(
  'cards.cardsImported',
  z.object({ importBatchId: idSchema, customerId: idSchema, carrierAccountId: idSchema, cards: z.number().int() }),
);
