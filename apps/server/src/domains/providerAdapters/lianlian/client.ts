import { type Text, text } from '@cardinal/primitives/text.ts';
import type * as z from 'zod';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { TextAnswer } from '../../../outbound/request.ts';
import type { Credentials, ProviderLine } from '../protocol/adapter.ts';
import {
  addressOf,
  BAD_CREDENTIALS,
  exchange,
  GARBLED,
  NOT_SIGNED,
  parsedJson,
  providerSaid,
} from '../protocol/exchange.ts';
import { envelope, isSigned, signatureOf, stamp } from './wire.ts';

const DONE = '0000';
const WRONG_SIGNATURE = '1001';
const NO_RECORD = '8901';
/** Busy, in progress or broken: it may have been carried out. */
const UNCERTAIN = new Set(['1003', '1007', '9999']);
const WORDS: Readonly<Record<string, Text>> = {
  1009: text('连连暂停了该商户的支付服务', 'Lianlian has suspended the merchant'),
  8888: text('该支付方式需要短信验证，不支持', 'This payment method asks for an SMS code and is not supported'),
  8901: text('连连无此记录', 'Lianlian has no such record'),
};

/** Answers that are no error where they are asked for: a code was sent by SMS. */
export const CODE_SENT = '8888';

/** One signed call whose answer is verified. Time and merchant are added. `also` names a code that is a success here. */
export async function callLianlian<A>(
  line: ProviderLine,
  path: string,
  content: Readonly<Record<string, unknown>>,
  answer: z.ZodType<A>,
  also?: string,
): Promise<Reply<A>> {
  const { oidPartner = '', privateKey } = line.credentials;
  const timestamp = stamp(line.now);
  const body = JSON.stringify({ timestamp, oid_partner: oidPartner, ...content });
  const signature = signatureOf(body, privateKey);
  if (!signature) return { kind: 'badCredentials', words: BAD_CREDENTIALS };
  const told = await exchange(line, {
    method: 'POST',
    url: addressOf(line, path),
    headers: {
      accept: 'application/json',
      'content-type': 'application/json;charset=UTF-8',
      timestamp,
      'signature-type': 'RSA',
      'signature-data': signature,
    },
    body,
  });
  return told.kind === 'heard' ? readAnswer(told.heard, answer, line.credentials, also) : told;
}

/** Judges an answer. An error is believed without a signature, never with a wrong one; a success only with a right one. */
export function readAnswer<A>(
  heard: TextAnswer,
  answer: z.ZodType<A>,
  { lianlianPublicKey }: Credentials,
  also?: string,
): Reply<A> {
  const facts = { httpStatus: heard.status };
  if (heard.status === 429) return { kind: 'tooMany', ...facts };
  const body = parsedJson(heard.text);
  const said = envelope.safeParse(body).data;
  if (!said || heard.status >= 500) return { kind: 'unclear', words: GARBLED, code: 'garbled', ...facts };
  const code = said.ret_code;
  const signature = heard.headers['signature-data'];
  const isGiven = typeof signature === 'string' && signature !== '';
  const isDone = code === DONE || code === also;
  if ((isGiven || isDone) && !(isGiven && isSigned(heard.text, signature, lianlianPublicKey)))
    return { kind: 'unclear', words: NOT_SIGNED, code: 'signature', ...facts };
  if (isDone) {
    const read = answer.safeParse(body);
    return heard.status === 200 && read.success
      ? { kind: 'ok', answer: read.data, ...facts }
      : { kind: 'unclear', words: GARBLED, code: 'garbled', ...facts };
  }
  if (code === WRONG_SIGNATURE) return { kind: 'badCredentials', words: BAD_CREDENTIALS, ...facts };
  const known = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  const words = known ?? providerSaid(code, said.ret_msg ?? '');
  if (UNCERTAIN.has(code)) return { kind: 'unclear', words, code, ...facts };
  return { kind: 'refused', code, words, ...(code === NO_RECORD ? { isUnknown: true } : {}), ...facts };
}
