import type { AnswerOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { type AskedOf, useRead } from './useRead.ts';

/**
 * Reads one object without the cache: for a form, which sends back the version it read. Undefined until it is loaded; later
 * reads do not clear it.
 */
export function useReadAnew<E extends Endpoint>(endpoint: E, query: AskedOf<E>): AnswerOf<E> | undefined {
  const { data, isFetchedAfterMount } = useRead(endpoint, query, {
    isSilent: false,
    staleTime: 0,
    refetchOnMount: 'always',
  });
  return isFetchedAfterMount ? data : undefined;
}
