import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import * as z from 'zod';
import { domainEvent } from '../../framework/domain.ts';

/** Cards have come in and nobody has asked their carrier about them yet. */
export const cardsImported = domainEvent(
  'cards.cardsImported',
  z.object({ importBatchId: idSchema, customerId: idSchema, carrierAccountId: idSchema, cards: z.number().int() }),
);
