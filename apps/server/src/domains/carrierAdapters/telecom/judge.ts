import { text } from '@cardinal/primitives/text.ts';
import type * as z from 'zod';
import type { TextAnswer } from '../../../outbound/request.ts';
import type { Reply } from '../protocol/adapter.ts';
import { BAD_CREDENTIALS, carrierSaid, GARBLED } from '../protocol/exchange.ts';
import type { Taken } from '../protocol/operations.ts';
import { parseAnswer } from './answerFields.ts';

const TOO_OFTEN = '101004';
const USER_OR_PASSWORD = '-1';
const NO_SUCH_CARD = '-4';
/** A resumption was requested for a card that was never used: it has to be activated. */
export const AWAITS_ACTIVATION = '100008';

const MOST_CHARACTERS = 200;

/** Every method names its result field differently; if two are present, the first is about the call. */
const CODES = ['resultCode', 'RESULT', 'IRESULT', 'RspCode', 'code', 'result'] as const;
const MESSAGES = ['resultMsg', 'SMSG', 'RspDesc', 'msg', 'message'] as const;
const NUMBERS = ['GROUP_TRANSACTIONID', 'groupTransactionId'] as const;

const isSuccess = (code: string): boolean => /^0+$/.test(code);

type Fields = Readonly<Record<string, unknown>>;
const firstOf = (fields: Fields, names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return undefined;
};

/**
 * Interprets an answer. A refusal comes in words or as a code beside fields; an answer of neither kind, or without the
 * requested data, is unclear.
 */
export function judge<A>(heard: TextAnswer, answer: z.ZodType<A>): Reply<A> {
  const httpStatus = heard.status;
  if (httpStatus === 429) return { kind: 'tooMany', httpStatus };
  if (httpStatus === 401 || httpStatus === 403) return { kind: 'badCredentials', httpStatus, words: BAD_CREDENTIALS };
  if (httpStatus !== 200) {
    return { kind: 'unclear', httpStatus, words: carrierSaid(String(httpStatus)), code: String(httpStatus) };
  }
  const said = parseAnswer(heard.text);
  if (said.kind === 'garbled') return { kind: 'unclear', httpStatus, words: GARBLED, code: 'garbled' };
  if (said.kind === 'words') {
    // Plain words with a success code have never been observed.
    if (said.code !== undefined && isSuccess(said.code)) {
      return { kind: 'unclear', httpStatus, words: carrierSaid(said.words.slice(0, MOST_CHARACTERS)), code: said.code };
    }
    return { ...refusal(said.code ?? 'said', said.words), httpStatus };
  }
  const { fields } = said;
  const code = firstOf(fields, CODES);
  const reference = firstOf(fields, NUMBERS);
  const facts = { httpStatus, ...(reference ? { reference } : {}) };
  if (code !== undefined && !isSuccess(code)) {
    return { ...refusal(code, firstOf(fields, MESSAGES) ?? code), ...facts };
  }
  const read = answer.safeParse(fields);
  if (!read.success) return { kind: 'unclear', ...facts, words: GARBLED, code: 'garbled' };
  return { kind: 'ok', ...facts, answer: read.data };
}

function refusal(code: string, said: string): Reply<never> {
  if (code === TOO_OFTEN) return { kind: 'tooMany' };
  // The same code also means that the account may not use this method: no reason to stop all of its calls.
  if (code === USER_OR_PASSWORD && !/权/.test(said)) return { kind: 'badCredentials', words: BAD_CREDENTIALS };
  const words = carrierSaid(said.slice(0, MOST_CHARACTERS));
  return { kind: 'refused', code, words, ...(code === NO_SUCH_CARD ? { isUnknown: true } : {}) };
}

/** An accepted change is identified by its transaction number. */
export const taken = (reply: Reply<unknown>): Reply<Taken> =>
  reply.kind === 'ok' ? { ...reply, answer: { reference: reply.reference ?? null } } : reply;

export const notOffered = (zh: string, en: string): Reply<never> => ({
  kind: 'refused',
  code: 'notOffered',
  words: text(zh, en),
});
export const NO_SUCH_MOVE = notOffered(
  '电信接口不支持转为该状态',
  'China Telecom’s interface does not support this status',
);
export const NO_SUCH_SPEED = notOffered('不在电信的限速档位中', 'Not one of China Telecom’s speed levels');
export const NO_SUCH_SERVICE = notOffered(
  '电信接口不能开关该功能',
  'China Telecom’s interface cannot switch this feature',
);
export const ONE_BY_ONE = notOffered('该查询每次只能查一张卡', 'This query handles one card at a time');
