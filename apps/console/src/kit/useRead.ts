import type { AnswerOf, Endpoint, noBody } from '@cardinal/contract/framework/endpoint.ts';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import { type CallInput, call } from '../http/call.ts';

/** What an endpoint is asked with: a read's query, or the body of a question too long for an address. */
export type AskedOf<E extends Endpoint> = E['body'] extends typeof noBody ? z.input<E['query']> : z.input<E['body']>;

/** What a read is remembered under. Its endpoint alone names all of its reads, those of lists included. */
export const readKey = (endpoint: Pick<Endpoint, 'name'>, asked?: unknown): readonly unknown[] =>
  asked === undefined ? [endpoint.name] : [endpoint.name, asked];

export type ReadOptions<E extends Endpoint> = {
  /** Off: the failure is shown as a toast, for a place that cannot show it itself. On unless said. */
  readonly isSilent?: boolean;
  readonly enabled?: boolean;
  /** Shows the answer before while the next is awaited. */
  readonly keepsPrevious?: boolean;
  /** Milliseconds until it is asked again, fixed or by the last answer. */
  readonly every?: number | false | ((data: AnswerOf<E> | undefined) => number | false);
  readonly staleTime?: number;
  readonly gcTime?: number;
  readonly retry?: false;
  readonly refetchOnMount?: 'always';
};

/**
 * Reads an endpoint and keeps what it answered; any change makes it read again. With `false` there is nothing to ask
 * yet.
 */
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
