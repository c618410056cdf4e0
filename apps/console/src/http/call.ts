import type { AnswerOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { IDEMPOTENCY_HEADER } from '@cardinal/contract/framework/idempotency.ts';
import type * as z from 'zod';
import type { Ask } from './client.ts';
import { client } from './connection.ts';
import { CANCEL_DUPLICATE_HEADER, CANCEL_DUPLICATE_OFF, REQUEST_KEY_HEADER } from './controlHeaders.ts';
import { newIdempotencyKey } from './idempotencyKey.ts';

export type CallInput<E extends Endpoint> = {
  readonly params?: z.input<E['params']>;
  readonly query?: z.input<E['query']>;
  readonly body?: z.input<E['body']>;
  /** For endpoints that take a file. */
  readonly file?: File | undefined;
};

export type CallOptions = {
  /** Shows no toast on failure: the caller shows it (a form at its fields, a list in its place). */
  readonly isSilent?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Race control: of two calls with the same key, the later one wins. */
  readonly raceKey?: string;
  /** The key of a change that is retried. A new key is made if omitted. */
  readonly idempotencyKey?: string;
};

/** Path parameters stand in the path as `:name`. */
function filledPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}

function formOf(fields: Record<string, unknown>, file: File): FormData {
  const form = new FormData();
  // The fields go first, so the server has them before it reads the file's bytes.
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) {
      form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    }
  }
  form.append('file', file, file.name);
  return form;
}

/** What one call sends; pure, so that it can be tested without a page. */
export function askFor<E extends Endpoint>(endpoint: E, input: CallInput<E>, options: CallOptions): Ask {
  const isChange = endpoint.method !== 'GET';
  const headers: Record<string, string> = {};
  if (isChange) headers[CANCEL_DUPLICATE_HEADER] = CANCEL_DUPLICATE_OFF;
  if (endpoint.idempotency === 'required') headers[IDEMPOTENCY_HEADER] = options.idempotencyKey ?? newIdempotencyKey();
  if (options.raceKey) headers[REQUEST_KEY_HEADER] = options.raceKey;
  const fields = (input.body ?? {}) as Record<string, unknown>;
  return {
    method: endpoint.method,
    path: filledPath(endpoint.path, input.params as Record<string, unknown> | undefined),
    query: input.query as Record<string, unknown> | undefined,
    headers,
    signal: options.signal,
    ...(endpoint.kind === 'upload' && input.file
      ? { body: formOf(fields, input.file), timeoutMs: 0 }
      : isChange
        ? { body: fields }
        : {}),
  };
}

/** Calls an endpoint of the contract and returns its data. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  const ask = askFor(endpoint, input, options);
  const envelope = await (options.isSilent ? client.silent<AnswerOf<E>>(ask) : client.noisy<AnswerOf<E>>(ask));
  return envelope.data;
}
