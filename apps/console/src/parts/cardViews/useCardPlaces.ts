import { PLACE_DAYS, readCardPlaces } from '@cardinal/contract/api/carrierSync/sessions.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { useRead } from '../../kit/useRead.ts';

export type Places = AnswerOf<typeof readCardPlaces>;

/** Where a card is and where it used data within the last days. */
export const useCardPlaces = (cardId: string, days: number = PLACE_DAYS.initial) =>
  useRead(readCardPlaces, { cardId, days }, { keepsPrevious: true });
