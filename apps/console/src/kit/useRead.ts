import type { AnswerOf, Endpoint, noBody } from '@cardinal/contract/framework/endpoint.ts';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import { type CallInput, call } from '../http/call.ts';

/** The input of an endpoint: a read's query, or the body of a query too long for a URL. */
export type AskedOf<E extends Endpoint> = E['body'] extends typeof noBody ? z.input<E['query']> : z.input<E['body']>;

/** The cache key of a read. The endpoint alone matches all of its reads, including lists. */
export const readKey = (endpoint: Pick<Endpoint, 'name'>, asked?: unknown): readonly unknown[] =>
  asked === undefined ? [endpoint.name] : [endpoint.name, asked];

export type ReadOptions<E extends Endpoint> = {
  /** False: the failure is shown as a toast, for a place that cannot show it itself. True by default. */
  readonly isSilent?: boolean;
  readonly enabled?: boolean;
  /** Shows the previous answer while the next is loading. */
  readonly keepsPrevious?: boolean;
  /** Milliseconds until the next poll, fixed or derived from the last answer. */
  readonly every?: number | false | ((data: AnswerOf<E> | undefined) => number | false);
  readonly staleTime?: number;
  readonly gcTime?: number;
  readonly retry?: false;
  readonly refetchOnMount?: 'always';
};

/** Reads an endpoint and caches the answer; every change makes it read again. `false` as input: not yet. */
export function useRead<E extends Endpoint>(
  endpoint: E,
  asked: AskedOf<E> | false = {} as AskedOf<E>,
  options: ReadOptions<E> = {},
): UseQueryResult<AnswerOf<E>> {
  const { isSilent = true, enabled = true, keepsPrevious, every, ...rest } = options;
  const input = endpoint.method === 'GET' ? { query: asked } : { body: asked };
  return useQuery<AnswerOf<E>>({
    ...rest,
    queryKey: readKey(endpoint, asked),
    queryFn: ({ signal }) => call(endpoint, input as CallInput<E>, { signal, isSilent }),
    enabled: enabled && asked !== false,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(every === undefined
      ? {}
      : { refetchInterval: typeof every === 'function' ? ({ state }) => every(state.data) : every }),
  });
}
