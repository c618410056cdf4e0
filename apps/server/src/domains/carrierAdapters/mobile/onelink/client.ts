import { systemClock } from '@cardinal/primitives/clock.ts';
import type * as z from 'zod';
import type { TextAnswer } from '../../../../outbound/request.ts';
import type { Line, Reply } from '../../protocol/adapter.ts';
import { addressOf, BAD_CREDENTIALS, carrierSaid, exchange, GARBLED, parsedJson } from '../../protocol/exchange.ts';
import type { CardAddress } from '../../protocol/operations.ts';
import { envelope, transidOf } from './wire.ts';

const DONE = '0';
const SESSION_GONE = '12021';
/** 0 and 12021 are confirmed by several sources; README.md lists those of the others. */
const WRONG_PASSWORD = '12022';
const TOO_FAST = '12090';
const UNKNOWN_CARD: readonly string[] = ['11011', '12009', '12010'];
const SYSTEM_FAULT: readonly string[] = ['19010', '500'];
const HTTP_TOO_MANY = 429;

export const GET_TOKEN = 'get/token';

/**
 * One call of `/ec/…`: a POST of JSON, so that no token appears in a URL, with a transid of its own, which the call log keeps
 * as reference. The answer is the content of `result`.
 */
export async function callOneLink<A>(
  line: Line,
  path: string,
  parameters: Readonly<Record<string, string>>,
  answer: z.ZodType<A>,
): Promise<Reply<A>> {
  const { appid = '', password = '' } = line.credentials;
  const transid = transidOf(appid, systemClock.now());
  const proof = path === GET_TOKEN ? { appid, password } : { token: line.session ?? '' };
  const told = await exchange(line, {
    method: 'POST',
    url: addressOf(line, `ec/${path}`),
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ transid, ...proof, ...parameters }),
  });
  return { ...(told.kind === 'heard' ? readAnswer(told.heard, answer) : told), reference: transid };
}

/** The number a call names a card by: the only one every card has. */
export const numberOf = ({ iccid }: CardAddress): Record<string, string> => ({ iccid });

/** Interprets an answer of OneLink. */
export function readAnswer<A>(heard: Pick<TextAnswer, 'status' | 'text'>, answer: z.ZodType<A>): Reply<A> {
  const httpStatus = heard.status;
  if (httpStatus === HTTP_TOO_MANY) return { kind: 'tooMany', httpStatus };
  const said = envelope.safeParse(parsedJson(heard.text)).data;
  if (!said) return { kind: 'unclear', httpStatus, words: GARBLED, code: 'garbled' };
  const { status: code, message, result } = said;
  const words = carrierSaid((message ?? '').slice(0, 200) || code);
  if (httpStatus !== 200 || SYSTEM_FAULT.includes(code)) return { kind: 'unclear', httpStatus, words, code };
  switch (code) {
    case DONE: {
      const read = answer.safeParse(result ?? []);
      return read.success
        ? { kind: 'ok', httpStatus, answer: read.data }
        : { kind: 'unclear', httpStatus, words: GARBLED, code: 'garbled' };
    }
    case SESSION_GONE:
      return { kind: 'sessionGone', httpStatus };
    case WRONG_PASSWORD:
      return { kind: 'badCredentials', httpStatus, words: BAD_CREDENTIALS };
    case TOO_FAST:
      return { kind: 'tooMany', httpStatus };
    default:
      return { kind: 'refused', httpStatus, code, words, isUnknown: UNKNOWN_CARD.includes(code) };
  }
}
