import { systemClock } from '@cardinal/primitives/clock.ts';
import type * as z from 'zod';
import type { TextAnswer } from '../../../../outbound/request.ts';
import type { Line, Reply } from '../../protocol/adapter.ts';
import { addressOf, BAD_CREDENTIALS, carrierSaid, exchange, GARBLED, parsedJson } from '../../protocol/exchange.ts';
import { stampOf, tokenOf } from './signature.ts';
import { readEnvelope } from './wire.ts';

const VERSION = '1.0';
const DONE = '0000';
const HTTP_TOO_MANY = 429;
/** No list of codes is public: messages about the caller count as wrong credentials (assumed). */
const ABOUT_THE_CALLER = /token|app_?id|openid|签名|鉴权|验签/i;

export type Asked<A> = {
  readonly api: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly answer: z.ZodType<A>;
  /** Codes besides 0000 that mean success. */
  readonly alsoDone?: readonly string[];
};

/**
 * One call of the gateway: every call is a POST of an envelope signed with SM3. A response that is neither a success nor a
 * failure with a code is unclear. The `trans_id` is the reference kept in the call log.
 */
export async function callCmp<A>(line: Line, asked: Asked<A>): Promise<Reply<A>> {
  const { appId = '', secret = '', openId = '' } = line.credentials;
  const stamp = stampOf(systemClock.now());
  const told = await exchange(line, {
    method: 'POST',
    url: addressOf(line, `api/${asked.api}/V1/1Main/vV1.1`),
    headers: { accept: 'application/json', 'content-type': 'application/json;charset=utf-8' },
    body: JSON.stringify({
      app_id: appId,
      timestamp: stamp.timestamp,
      trans_id: stamp.transId,
      token: tokenOf(appId, secret, stamp),
      data: { messageId: stamp.transId, openId, version: VERSION, ...asked.data },
    }),
  });
  return { ...(told.kind === 'heard' ? readAnswer(told.heard, asked) : told), reference: stamp.transId };
}

/** Interprets an answer of the gateway. */
export function readAnswer<A>(heard: Pick<TextAnswer, 'status' | 'text'>, asked: Asked<A>): Reply<A> {
  const httpStatus = heard.status;
  if (httpStatus === HTTP_TOO_MANY) return { kind: 'tooMany', httpStatus };
  if (httpStatus === 401 || httpStatus === 403) return { kind: 'badCredentials', httpStatus, words: BAD_CREDENTIALS };
  const said = readEnvelope(parsedJson(heard.text));
  if (!said) return { kind: 'unclear', httpStatus, words: GARBLED, code: 'garbled' };
  const { code, data } = said;
  const words = carrierSaid(said.words.slice(0, 200));
  // A gateway that stumbled may have passed the order on before.
  if (httpStatus >= 500) return { kind: 'unclear', httpStatus, words, code };
  if (code !== DONE && !asked.alsoDone?.includes(code)) {
    return ABOUT_THE_CALLER.test(said.words)
      ? { kind: 'badCredentials', httpStatus, words: BAD_CREDENTIALS }
      : { kind: 'refused', httpStatus, code, words };
  }
  const read = asked.answer.safeParse(data);
  return read.success
    ? { kind: 'ok', httpStatus, answer: read.data }
    : { kind: 'unclear', httpStatus, words: GARBLED, code: 'garbled' };
}
