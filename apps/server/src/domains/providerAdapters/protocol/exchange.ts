import { text } from '@cardinal/primitives/text.ts';
import { DAY_MS, parseTime } from '@cardinal/primitives/time.ts';
import {
  type Asked,
  type Exchanged,
  exchange as exchangeOver,
  type NoAnswerWords,
} from '../../../outbound/gate/exchange.ts';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { ProviderLine } from './adapter.ts';
import type { AnswerOf, StatementLine } from './operations.ts';

const NO_ANSWER: NoAnswerWords = {
  timedOut: text('支付渠道未在时限内应答', 'The payment provider did not respond in time'),
  broken: text('与支付渠道的连接中断', 'Connection to the payment provider lost'),
  unreachable: text('无法连接支付渠道', 'The payment provider cannot be reached'),
  forbidden: text('目标地址不允许', 'Target address is not allowed'),
  identity: text('证书与私钥不匹配', 'Certificate and key do not match'),
};
/** For an answer in no format of the protocol, or with a wrong signature: the request may have been carried out. */
export const GARBLED = text('支付渠道应答无法识别', 'Unrecognised response of the payment provider');
export const NOT_SIGNED = text('支付渠道应答的签名无效', 'The signature of the payment provider’s response is invalid');
export const BAD_CREDENTIALS = text(
  '支付渠道拒绝了商户凭据',
  'The payment provider rejected the merchant’s credentials',
);

const NO_TURN = text('支付渠道当前不可用，请求未发出', 'The provider is unavailable; the request was not sent');
const OTHER_CURRENCY = text('该支付渠道不支持此币种', 'This provider does not support the currency');

const NEVER_CREATED = text('支付渠道未建立此订单', 'The provider has not created this order');
/**
 * For a provider that finds an order only by its own number: without that the buyer was never led to its page, so nobody can have
 * paid.
 */
export const neverCreated: Reply<never> = {
  kind: 'refused',
  code: 'neverCreated',
  words: NEVER_CREATED,
  isUnknown: true,
};

/** Whether a further request of the same call may be made; `noTurn` if not. */
export const hasTurn = async (line: ProviderLine): Promise<boolean> =>
  !line.nextBudgetSlot || (await line.nextBudgetSlot());
/** Waited for a slot of the budget in vain, before a further request of the same call. */
export const noTurn: Reply<never> = { kind: 'notSent', words: NO_TURN };
/** Not asked: the provider would read the amount as one of its own currency. */
export const otherCurrency: Reply<never> = { kind: 'refused', code: 'currency', words: OTHER_CURRENCY };

/** Maps the answer of a success; any other reply is unchanged. */
export function told<A, B>(reply: Reply<A>, tell: (answer: A) => B): Reply<B> {
  return reply.kind === 'ok' ? { ...reply, answer: tell(reply.answer) } : reply;
}

/** A signed answer about something else may be an older one sent again: it is not believed. */
export function onlyAbout<A>(reply: Reply<A>, isAsked: (answer: A) => boolean): Reply<A> {
  if (reply.kind !== 'ok' || isAsked(reply.answer)) return reply;
  const { httpStatus, reference } = reply;
  return { kind: 'unclear', httpStatus, reference, words: GARBLED, code: 'other' };
}

/** Parsed JSON, or undefined if it is none. */
export function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The provider's own words, with its code. */
export const providerSaid = (code: string, said: string) => {
  const words = said ? `${code}：${said}`.slice(0, 200) : code;
  return text(`支付渠道：${words}`, `Provider: ${words}`);
};

/** The address of an account with a path appended, with or without a trailing slash. */
export const addressOf = (line: Pick<ProviderLine, 'baseUrl'>, path: string): URL =>
  new URL(`${line.baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`);

/** One request over an account's connection; a missing answer is `notSent` or `unclear`, never an error. */
export const exchange = (line: ProviderLine, asked: Asked): Promise<Exchanged> => exchangeOver(line, asked, NO_ANSWER);

/** The first moment of a day in China, and that of the next. */
export function chinaDay(day: string): readonly [Date, Date] {
  const from = parseTime(day);
  if (!from) throw new RangeError(`Not a day: ${day}`);
  return [from, new Date(from.getTime() + DAY_MS)];
}

/** The lines of a statement's page; undefined if one cannot be read: a part of a statement would be none. */
export function wholeLines<A>(
  rows: readonly A[],
  read: (row: A) => StatementLine | 'nothing' | undefined,
): StatementLine[] | undefined {
  const lines: StatementLine[] = [];
  for (const row of rows) {
    const line = read(row);
    if (line === undefined) return undefined;
    if (line !== 'nothing') lines.push(line);
  }
  return lines;
}

/** A page of a statement, or `unclear` where a line of it cannot be read. */
export function statementPage<A, R>(
  reply: Reply<A>,
  rowsOf: (answer: A) => readonly R[],
  read: (row: R) => StatementLine | 'nothing' | undefined,
  nextOf: (answer: A) => string | null,
): Reply<AnswerOf<'statement'>> {
  if (reply.kind !== 'ok') return reply;
  const { httpStatus, reference, answer } = reply;
  const lines = wholeLines(rowsOf(answer), read);
  return lines
    ? { kind: 'ok', httpStatus, reference, answer: { lines, next: nextOf(answer) } }
    : { kind: 'unclear', httpStatus, reference, words: GARBLED, code: 'garbled' };
}
