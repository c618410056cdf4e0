import { systemClock } from '@cardinal/primitives/clock.ts';
import type * as z from 'zod';
import type { OutboundAnswer } from '../../../../outbound/request.ts';
import type { Line, Reply } from '../../protocol/adapter.ts';
import { addressOf, carrierSaid, exchange, GARBLED, parsedJson, STRANGER } from '../../protocol/exchange.ts';
import { stampOf, tokenOf } from './signature.ts';
import { readEnvelope } from './wire.ts';

const VERSION = '1.0';
const DONE = '0000';
const HTTP_TOO_MANY = 429;
/** No list of codes is public: words about who is calling are taken for wrong credentials (assumed). */
const ABOUT_THE_CALLER = /token|app_?id|openid|签名|鉴权|验签/i;

export type Asked<A> = {
  readonly api: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly answer: z.ZodType<A>;
  /** Codes beside 0000 that mean it is so. */
  readonly alsoDone?: readonly string[];
};

/**
 * One call of the gateway: everything is a POST of an envelope that is signed with SM3. What is neither a success nor a
 * failure with a code is unclear, and stays so. The `trans_id` is the reference the call log keeps.
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

/** What an answer of the gateway means. */
export function readAnswer<A>(heard: Pick<OutboundAnswer, 'status' | 'text'>, asked: Asked<A>): Reply<A> {
  const httpStatus = heard.status;
  if (httpStatus === HTTP_TOO_MANY) return { kind: 'tooMany', httpStatus };
  if (httpStatus === 401 || httpStatus === 403) return { kind: 'stranger', httpStatus, words: STRANGER };
  const said = readEnvelope(parsedJson(heard.text));
  if (!said) return { kind: 'unclear', httpStatus, words: GARBLED, code: 'garbled' };
  const { code, data } = said;
  const words = carrierSaid(said.words.slice(0, 200));
  // A gateway that stumbled may have passed the order on before.
  if (httpStatus >= 500) return { kind: 'unclear', httpStatus, words, code };
  if (code !== DONE && !asked.alsoDone?.includes(code)) {
    return ABOUT_THE_CALLER.test(said.words)
      ? { kind: 'stranger', httpStatus, words: STRANGER }
      : { kind: 'refused', httpStatus, code, words };
  }
  const read = asked.answer.safeParse(data);
  return read.success
    ? { kind: 'ok', httpStatus, answer: read.data }
    : { kind: 'unclear', httpStatus, words: GARBLED, code: 'garbled' };
}
