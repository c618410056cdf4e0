import type { AnswerOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { useLanguage } from '@cardinal/ui/language.tsx';
import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { type CallInput, call } from '../../http/call.ts';

/** Figures are counted every minute; a wall asks more often. */
export const EVERY_MS = 60_000;
export const TileClock = createContext(EVERY_MS);

/** One tile, one question: a slow one holds up no other. */
export function useTile<E extends Endpoint>(endpoint: E) {
  const language = useLanguage();
  return useQuery<AnswerOf<E>>({
    // The answer carries words.
    queryKey: ['dashboard', endpoint.name, language],
    queryFn: ({ signal }) => call(endpoint, {} as CallInput<E>, { signal, isSilent: true }),
    refetchInterval: use(TileClock),
  });
}
