import { CARD_SET_PROGRESS, listCardSets, readCardSet } from '@cardinal/contract/api/cardBatches/cardSets.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLive } from '../../shell/liveEvents.ts';
import { mayCall } from '../../shell/permissions.ts';
import { readKey, useRead } from '../useRead.ts';

export type CardSet = AnswerOf<typeof listCardSets>[number];

/** The stream reports every step; polling covers a broken stream. */
const ASK_AGAIN_MS = 2_000;
const KEY = readKey(listCardSets, {});
const isMoving = (set: Pick<CardSet, 'state' | 'isRefreshing'>) => set.state === 'reading' || set.isRefreshing;

/** The account's own sets and shared ones; live while one of them is being read. */
export function useCardSets(isAsked = true) {
  const queries = useQueryClient();
  useEffect(
    () =>
      onLive(CARD_SET_PROGRESS, (told) => {
        const step = told as (Pick<CardSet, 'id' | 'state' | 'numbers'> & { id?: string }) | null;
        const before = queries.getQueryData<CardSet[]>(KEY);
        const set = before?.find(({ id }) => id === step?.id);
        // A growing number is updated from the event; a new state needs another read.
        if (before && set && step && set.state === step.state && step.state === 'reading') {
          queries.setQueryData(
            KEY,
            before.map((each) => (each === set ? { ...each, numbers: step.numbers } : each)),
          );
        } else {
          void queries.invalidateQueries({ queryKey: KEY });
          void queries.invalidateQueries({ queryKey: readKey(readCardSet) });
        }
      }),
    [queries],
  );
  return useRead(
    listCardSets,
    {},
    { enabled: isAsked && mayCall(listCardSets), every: (data) => (data?.some(isMoving) ? ASK_AGAIN_MS : false) },
  );
}

/** What became of a set's numbers, as of now. */
export const useReport = (id: string) =>
  useRead(readCardSet, { id }, { every: (data) => (data && isMoving(data) ? ASK_AGAIN_MS : false) });
