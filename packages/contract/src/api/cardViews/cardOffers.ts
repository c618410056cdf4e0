import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { idSchema, read } from '../../framework/endpoint.ts';
import { queryList } from '../../framework/paging.ts';
import { cardActionSchema } from '../cardBatches/cardActions.ts';

/** Cards whose actions are told together; of more, only the preview of an action tells. */
export const MOST_OFFERED = 200;

/**
 * The actions the caller has permission for on these cards, each with how many of the cards can take it now. `why` is the most
 * frequent reason where none can; it is the one a preview skips them with. Cards the caller does not see are left out.
 */
export const readCardOffers = read({
  name: 'cards.offers',
  summary: text('可执行的操作', 'Available actions'),
  permission: ['flowCard.view', 'voiceCard.view', 'nbCard.view', 'cardDetail.view'],
  query: { ids: queryList(idSchema, MOST_OFFERED) },
  answer: z.object({
    cards: z.number().int(),
    offers: z.array(z.object({ action: cardActionSchema, able: z.number().int(), why: z.string().nullable() })),
  }),
  example: { query: { ids: ['1'] } },
});
