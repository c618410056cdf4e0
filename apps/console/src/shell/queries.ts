import { QueryClient } from '@tanstack/react-query';
import { isFailure } from '../http/failure.ts';

/**
 * Reads of the server. They join in flight; a read cancelled by the client's duplicate rule is asked again, nothing
 * else is repeated by itself.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      retry: (times, error) => times < 2 && isFailure(error) && error.kind === 'cancelled',
      retryDelay: 200,
    },
  },
});
