import { type Text, text } from '@cardinal/primitives/text.ts';
import type * as z from 'zod';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { TextAnswer } from '../../../outbound/request.ts';
import type { ProviderLine } from '../protocol/adapter.ts';
import { addressOf, BAD_CREDENTIALS, exchange, GARBLED, parsedJson, providerSaid } from '../protocol/exchange.ts';
import { envelope } from './wire.ts';

export type Asked<A> = {
  readonly call: 'create' | 'details';
  /** Signed by the caller. */
  readonly form: Readonly<Record<string, string>>;
  readonly answer: z.ZodType<A>;
};

const DONE = 200;
/** About the app, its key or its signature. */
const ABOUT_THE_APP = new Set([401, 402, 403, 441]);
export const TRANSACTION_UNKNOWN = 412;

const WORDS: Readonly<Record<number, Text>> = {
  406: text('不支持此币种', 'The currency is not supported'),
  407: text('金额无效', 'The amount is not accepted'),
  412: text('交易不存在', 'No such transaction'),
  413: text('订单号已使用', 'The order number was used before'),
};

/** One signed call; answers carry no signature. */
export async function callPayssion<A>(line: ProviderLine, asked: Asked<A>): Promise<Reply<A>> {
  const told = await exchange(line, {
    method: 'POST',
    url: addressOf(line, `api/v1/payment/${asked.call}`),
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(asked.form).toString(),
  });
  return told.kind === 'heard' ? readAnswer(told.heard, asked.answer) : told;
}

/** Judges an answer by the code in it. */
export function readAnswer<A>(
  { status, text: heard }: Pick<TextAnswer, 'status' | 'text'>,
  answer: z.ZodType<A>,
): Reply<A> {
  const facts = { httpStatus: status };
  const garbled: Reply<A> = { kind: 'unclear', words: GARBLED, code: 'garbled', ...facts };
  if (status === 429) return { kind: 'tooMany', ...facts };
  const body = parsedJson(heard);
  const said = envelope.safeParse(body).data;
  if (!said || status >= 500) return garbled;
  const { result_code: code, description } = said;
  if (code === DONE) {
    const read = answer.safeParse(body);
    return status === 200 && read.success ? { kind: 'ok', answer: read.data, ...facts } : garbled;
  }
  if (ABOUT_THE_APP.has(code)) return { kind: 'badCredentials', words: BAD_CREDENTIALS, ...facts };
  const known = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  const words = known ?? providerSaid(String(code), description ?? '');
  if (code < 400 || code >= 500) return { kind: 'unclear', words, code: String(code), ...facts };
  const isUnknown = code === TRANSACTION_UNKNOWN ? { isUnknown: true } : {};
  return { kind: 'refused', code: String(code), words, ...isUnknown, ...facts };
}
