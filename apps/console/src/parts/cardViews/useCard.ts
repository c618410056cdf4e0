import { listCardEvents } from '@cardinal/contract/api/cards/history.ts';
import { CARD_CHANGED, cardChangedSchema } from '@cardinal/contract/api/cards/live.ts';
import { readCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { readCardMoment, readCardTimeline } from '@cardinal/contract/api/cardViews/timeMachine.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readKey, useRead } from '../../kit/useRead.ts';
import { onLive } from '../../shell/liveEvents.ts';

export type CardView = AnswerOf<typeof readCard>;

/** When the carrier last confirmed the card's status: by a reading of the card, or by a change list that did not include it. */
export const statusAsOf = ({ card, carrier }: CardView): string | null =>
  carrier.readings.find(({ kind }) => kind === 'status')?.readAt ?? card.lastSyncAt;

/** A lost event must not leave a card «stopping» on the screen. */
const PENDING_EVERY_MS = 10_000;

const keyOf = (iccid: string) => readKey(readCard, { iccid });

/** The cache key of a card's history, so that a change can refetch it. */
export const eventsKey = (cardId: string) => readKey(listCardEvents, { of: cardId });

/** One card; the carrier's confirmations appear without a reload. */
export function useCard(iccid: string) {
  const queries = useQueryClient();
  const answer = useRead(readCard, iccid !== '' && { iccid }, {
    every: (data) => (data?.card.pending ? PENDING_EVERY_MS : false),
  });
  const id = answer.data?.card.id;
  useEffect(() => {
    if (!id) return;
    return onLive(CARD_CHANGED, (message) => {
      const told = cardChangedSchema.safeParse(message);
      const changed = told.success && told.data ? told.data.cards.find((card) => card.id === id) : undefined;
      if (told.success && told.data && !changed) return;
      if (changed) {
        // The status changes at once; diagnosis, actions and history are refetched.
        queries.setQueryData<CardView>(keyOf(iccid), (before) =>
          before ? { ...before, card: { ...before.card, ...(changed as Partial<CardView['card']>) } } : before,
        );
      }
      void queries.invalidateQueries({ queryKey: keyOf(iccid) });
      for (const queryKey of [eventsKey(id), readKey(readCardTimeline, { id }), readKey(readCardMoment, { id })]) {
        void queries.invalidateQueries({ queryKey });
      }
    });
  }, [queries, iccid, id]);
  return answer;
}
