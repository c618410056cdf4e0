import { PLACE_DAYS, readCardPlaces } from '@cardinal/contract/api/carrierSync/sessions.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../http/call.ts';

export type Places = AnswerOf<typeof readCardPlaces>;

/** Where a card is and where it used what within the last days. */
export const useCardPlaces = (cardId: string, days: number = PLACE_DAYS.initial) =>
  useQuery({
    queryKey: [readCardPlaces.name, cardId, days],
    queryFn: ({ signal }) => call(readCardPlaces, { query: { cardId, days } }, { signal, isSilent: true }),
    placeholderData: keepPreviousData,
  });
