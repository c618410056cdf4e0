import type * as z from 'zod';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { TextAnswer } from '../../../outbound/request.ts';
import type { ProviderLine } from '../protocol/adapter.ts';
import { addressOf, BAD_CREDENTIALS, exchange, GARBLED, parsedJson, providerSaid } from '../protocol/exchange.ts';
import { errorAnswer, token } from './wire.ts';

export type Asked<A> = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The text of the body: a notice is sent back as it came. */
  readonly body?: string;
  /** Our number: the same one is carried out once. */
  readonly requestId?: string;
  readonly answer: z.ZodType<A>;
};

/** One call with the token of the session. */
export async function callPaypal<A>(line: ProviderLine, asked: Asked<A>): Promise<Reply<A>> {
  if (line.session === undefined) return { kind: 'sessionGone' };
  const told = await exchange(line, {
    method: asked.method,
    url: addressOf(line, asked.path),
    headers: {
      authorization: `Bearer ${line.session}`,
      accept: 'application/json',
      // Whole objects, with our numbers in them.
      prefer: 'return=representation',
      ...(asked.requestId ? { 'paypal-request-id': asked.requestId } : {}),
      ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(asked.body === undefined ? {} : { body: asked.body }),
  });
  return told.kind === 'heard' ? readAnswer(told.heard, asked.answer) : told;
}

/** A token for the app, or that its credentials are wrong. */
export async function openSession(line: ProviderLine): Promise<Reply<{ token: string; livesSeconds: number }>> {
  const { clientId = '', clientSecret = '' } = line.credentials;
  const told = await exchange(line, {
    method: 'POST',
    url: addressOf(line, 'v1/oauth2/token'),
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  if (told.kind !== 'heard') return told;
  const reply = readAnswer(told.heard, token);
  if (told.heard.status === 401) return { kind: 'badCredentials', words: BAD_CREDENTIALS, httpStatus: 401 };
  if (reply.kind !== 'ok') return reply;
  const { access_token, expires_in } = reply.answer;
  return { ...reply, answer: { token: access_token, livesSeconds: expires_in } };
}

/** Judges an answer by its status, then by its shape. */
export function readAnswer<A>({ status, headers, text }: TextAnswer, answer: z.ZodType<A>): Reply<A> {
  const trace = headers['paypal-debug-id'];
  const facts = { httpStatus: status, reference: typeof trace === 'string' ? trace : undefined };
  const garbled: Reply<A> = { kind: 'unclear', words: GARBLED, code: 'garbled', ...facts };
  if (status === 401) return { kind: 'sessionGone', ...facts };
  if (status === 429) return { kind: 'tooMany', ...facts };
  const body = parsedJson(text);
  if (status === 200 || status === 201) {
    const read = answer.safeParse(body);
    return read.success ? { kind: 'ok', answer: read.data, ...facts } : garbled;
  }
  const error = errorAnswer.safeParse(body).data;
  if (!error || status < 400) return garbled;
  const code = error.details?.issue || error.name;
  const words = providerSaid(code, error.details?.description || error.message);
  // 409: another request with the same number is under way.
  if (status >= 500 || status === 409) return { kind: 'unclear', words, code, ...facts };
  return { kind: 'refused', code, words, ...(status === 404 ? { isUnknown: true } : {}), ...facts };
}
