import type { AnswerOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { type CallInput, call } from '../http/call.ts';

/**
 * One thing as it is now, never from memory: what a form begins with, since it sends back the version it read. Undefined
 * until it has come; later readings do not take it away.
 */
export function useReadAnew<E extends Endpoint>(
  endpoint: E,
  query: NonNullable<CallInput<E>['query']>,
): AnswerOf<E> | undefined {
  const { data, isFetchedAfterMount } = useQuery({
    queryKey: [endpoint.name, query],
    queryFn: ({ signal }) => call<E>(endpoint, { query } as CallInput<E>, { signal }),
    staleTime: 0,
    refetchOnMount: 'always',
  });
  return isFetchedAfterMount ? data : undefined;
}
