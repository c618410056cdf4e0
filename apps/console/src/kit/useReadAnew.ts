import type { AnswerOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { type AskedOf, useRead } from './useRead.ts';

/**
 * One thing as it is now, never from memory: what a form begins with, since it sends back the version it read. Undefined
 * until it has come; later readings do not take it away.
 */
export function useReadAnew<E extends Endpoint>(endpoint: E, query: AskedOf<E>): AnswerOf<E> | undefined {
  const { data, isFetchedAfterMount } = useRead(endpoint, query, {
    isSilent: false,
    staleTime: 0,
    refetchOnMount: 'always',
  });
  return isFetchedAfterMount ? data : undefined;
}
