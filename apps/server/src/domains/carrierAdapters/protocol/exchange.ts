import { type Text, text } from '@cardinal/primitives/text.ts';
import {
  type Asked,
  type Exchanged,
  exchange as exchangeOver,
  type NoAnswerWords,
} from '../../../outbound/gate/exchange.ts';
import type { Line, Reply } from './adapter.ts';

const TIMED_OUT = text('运营商未在时限内应答', 'The carrier did not respond in time');
const BROKEN = text('与运营商的连接中断', 'Connection to the carrier lost');
const UNREACHABLE = text('无法连接运营商', 'The carrier cannot be reached');
const FORBIDDEN = text('通道地址不允许访问', 'Carrier account address not allowed');
const NOT_USABLE = text('证书或私钥无法使用', 'Certificate or private key unusable');
/** For an answer in no format of the protocol: the request may have been carried out. */
export const GARBLED = text('运营商应答无法识别', 'Unrecognised carrier response');
export const BAD_CREDENTIALS = text('运营商拒绝了通道凭据', 'The carrier rejected the account’s credentials');
export const CREDENTIALS_WORK = text('连接与凭据正常', 'Connection and credentials OK');
const NO_NUMBER = text('该卡缺少运营商要求的号码', 'The card lacks a number required by the carrier');

/** The carrier's own words. */
export const carrierSaid = (said: string): Text => text(`运营商：${said}`, `Carrier: ${said}`);

export const noNumber: Reply<never> = { kind: 'refused', code: 'noNumber', words: NO_NUMBER };

/** The address of an account with a path appended, with or without a trailing slash. */
export const addressOf = (line: Line, path: string): URL =>
  new URL(`${line.baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`);

const NO_ANSWER: NoAnswerWords = {
  timedOut: TIMED_OUT,
  broken: BROKEN,
  unreachable: UNREACHABLE,
  forbidden: FORBIDDEN,
  identity: NOT_USABLE,
};

/** One request over an account's connection; a missing answer is `notSent` or `unclear`, never an error. */
export const exchange = (line: Line, asked: Asked): Promise<Exchanged> => exchangeOver(line, asked, NO_ANSWER);

/** Maps the answer of a success; any other reply is unchanged. */
export function told<A, B>(reply: Reply<A>, tell: (answer: A) => B): Reply<B> {
  return reply.kind === 'ok' ? { ...reply, answer: tell(reply.answer) } : reply;
}

/** Parsed JSON, or undefined if it is none. */
export function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
