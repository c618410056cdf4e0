import type * as z from 'zod';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { TextAnswer } from '../../../outbound/request.ts';
import type { ProviderLine } from '../protocol/adapter.ts';
import { addressOf, BAD_CREDENTIALS, exchange, GARBLED, parsedJson, providerSaid } from '../protocol/exchange.ts';
import { errorAnswer } from './wire.ts';

/** Pinned, so that what an account upgrades to does not change our answers. */
const VERSION = '2024-06-20';

export type Asked<A> = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Fields of a form, nested ones with their brackets. */
  readonly form?: Readonly<Record<string, string>>;
  /** Our number: the same one is carried out once. */
  readonly idempotencyKey?: string;
  readonly answer: z.ZodType<A>;
};

/** One call of the REST interface. */
export async function callStripe<A>(line: ProviderLine, asked: Asked<A>): Promise<Reply<A>> {
  const told = await exchange(line, {
    method: asked.method,
    url: addressOf(line, asked.path),
    headers: {
      authorization: `Bearer ${line.credentials['secretKey'] ?? ''}`,
      accept: 'application/json',
      'stripe-version': VERSION,
      ...(asked.idempotencyKey ? { 'idempotency-key': asked.idempotencyKey } : {}),
      ...(asked.form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(asked.form ? { body: new URLSearchParams(asked.form).toString() } : {}),
  });
  return told.kind === 'heard' ? readAnswer(told.heard, asked.answer) : told;
}

/** Judges an answer by its status, then by its shape. */
export function readAnswer<A>({ status, headers, text }: TextAnswer, answer: z.ZodType<A>): Reply<A> {
  const trace = headers['request-id'];
  const facts = { httpStatus: status, reference: typeof trace === 'string' ? trace : undefined };
  const garbled: Reply<A> = { kind: 'unclear', words: GARBLED, code: 'garbled', ...facts };
  const body = parsedJson(text);
  if (status === 200) {
    const read = answer.safeParse(body);
    return read.success ? { kind: 'ok', answer: read.data, ...facts } : garbled;
  }
  if (status === 429) return { kind: 'tooMany', ...facts };
  const error = errorAnswer.safeParse(body).data?.error;
  if (!error) return garbled;
  if (status === 401) return { kind: 'badCredentials', words: BAD_CREDENTIALS, ...facts };
  const code = error.code || error.type;
  const words = providerSaid(code, error.message);
  // 409: another request with the same number is under way.
  if (status >= 500 || status === 409) return { kind: 'unclear', words, code, ...facts };
  if (status < 400) return garbled;
  return { kind: 'refused', code, words, ...(status === 404 ? { isUnknown: true } : {}), ...facts };
}
