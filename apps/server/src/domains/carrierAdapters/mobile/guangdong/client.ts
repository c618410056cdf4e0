import { systemClock } from '@cardinal/primitives/clock.ts';
import * as z from 'zod';
import type { TextAnswer } from '../../../../outbound/request.ts';
import type { Line, Reply } from '../../protocol/adapter.ts';
import { addressOf, BAD_CREDENTIALS, carrierSaid, exchange, GARBLED, parsedJson } from '../../protocol/exchange.ts';
import { openedAnswer, signatureOf, transIdOf } from './signature.ts';

const ROUTER = 'openapi/router';
const DONE = '0';
const HTTP_TOO_MANY = 429;
/** No code but 0 is public: all of these are assumed. */
const BAD_CREDENTIALS_CODES: readonly string[] = ['1001', '1002'];
const UNKNOWN_MEMBER = '2001';
const TOO_FAST = '4290';
const SYSTEM_FAULT = '9999';

const answerBody = z.object({ code: z.coerce.string(), message: z.string().nullish(), result: z.unknown().optional() });

/** One call of the router: a signed form, and an answer encrypted with the secret. */
export async function callTriopi<A>(
  line: Line,
  method: string,
  parameters: Readonly<Record<string, string>>,
  answer: z.ZodType<A>,
): Promise<Reply<A>> {
  const { appKey = '', secret = '', groupCode = '' } = line.credentials;
  const transID = transIdOf(groupCode, systemClock.now());
  const asked = { appKey, format: 'json', v: '3.0', method, transID, ...parameters };
  const told = await exchange(line, {
    method: 'POST',
    url: addressOf(line, ROUTER),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ ...asked, sign: signatureOf(asked, secret) })),
  });
  return { ...(told.kind === 'heard' ? readAnswer(told.heard, secret, answer) : told), reference: transID };
}

/** Interprets an answer of the router. Plain text is accepted too: an unknown caller has no key for an encrypted one. */
export function readAnswer<A>(
  heard: Pick<TextAnswer, 'status' | 'text'>,
  secret: string,
  answer: z.ZodType<A>,
): Reply<A> {
  const httpStatus = heard.status;
  if (httpStatus === HTTP_TOO_MANY) return { kind: 'tooMany', httpStatus };
  const plain = parsedJson(heard.text) ?? parsedJson(openedAnswer(heard.text, secret) ?? '');
  const said = answerBody.safeParse(plain).data;
  if (!said) return { kind: 'unclear', httpStatus, words: GARBLED, code: 'garbled' };
  const { code, message, result } = said;
  const words = carrierSaid((message ?? '').slice(0, 200) || code);
  if (httpStatus !== 200 || code === SYSTEM_FAULT) return { kind: 'unclear', httpStatus, words, code };
  if (BAD_CREDENTIALS_CODES.includes(code)) return { kind: 'badCredentials', httpStatus, words: BAD_CREDENTIALS };
  if (code === TOO_FAST) return { kind: 'tooMany', httpStatus };
  if (code !== DONE) return { kind: 'refused', httpStatus, code, words, isUnknown: code === UNKNOWN_MEMBER };
  const read = answer.safeParse(result);
  return read.success
    ? { kind: 'ok', httpStatus, answer: read.data }
    : { kind: 'unclear', httpStatus, words: GARBLED, code: 'garbled' };
}
