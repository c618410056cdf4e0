import { QueryClient } from '@tanstack/react-query';
import { isFailure } from '../http/failure.ts';

/**
 * Reads of the server. Equal reads in flight are shared. Only a read cancelled by the client's duplicate rule is retried
 * automatically.
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
