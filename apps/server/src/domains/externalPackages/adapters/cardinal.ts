import { createHash, createHmac } from 'node:crypto';
import { SIGNED_HEADERS, sortedQuery, stringToSign } from '@cardinal/contract/api/openApi/signature.ts';
import { OPEN_ROOT } from '@cardinal/contract/framework/openInterface.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type * as z from 'zod';
import { exchange, type NoAnswerWords } from '../../../outbound/gate/exchange.ts';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { TextAnswer } from '../../../outbound/request.ts';
import {
  asOffer,
  asSeen,
  balanceAnswer,
  orderAnswer,
  orderStateAnswer,
  packagesAnswer,
  problem,
  selfAnswer,
} from './cardinalWire.ts';
import type { SourceLine, SourceProtocol } from './operations.ts';

const NO_ANSWER: NoAnswerWords = {
  timedOut: text('来源未在时限内应答', 'The source did not respond in time'),
  broken: text('与来源的连接中断', 'Connection to the source lost'),
  unreachable: text('无法连接来源', 'The source cannot be reached'),
  forbidden: text('目标地址不允许', 'Target address is not allowed'),
  identity: text('证书与私钥不匹配', 'Certificate and key do not match'),
};
const GARBLED = text('来源应答无法识别', 'Unrecognised response of the source');
const BAD_CREDENTIALS = text('来源拒绝了密钥', 'The source rejected the key');
const SCOPES_MISSING = text('该密钥没有查询或订购套餐的权限', 'The key may not read or order packages');
const NEEDED = ['order.read', 'order.write'];

const said = (code: string, detail: string): Text => {
  const words = `${code} ${detail}`.trim().slice(0, 200);
  return text(`来源：${words}`, `Source: ${words}`);
};

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Judges an answer by its status; what is neither the answer nor a problem is unclear. */
export function readAnswer<A>(
  { status, text: heard }: Pick<TextAnswer, 'status' | 'text'>,
  answer: z.ZodType<A>,
): Reply<A> {
  const facts = { httpStatus: status };
  const body = parsed(heard);
  if (status === 200 || status === 202) {
    const read = answer.safeParse(body);
    return read.success
      ? { kind: 'ok', answer: read.data, ...facts }
      : { kind: 'unclear', words: GARBLED, code: 'garbled', ...facts };
  }
  if (status === 429) return { kind: 'tooMany', ...facts };
  const why = problem.safeParse(body).data;
  if (!why || status >= 500) return { kind: 'unclear', words: GARBLED, code: String(status), ...facts };
  const words = said(why.code, why.detail);
  if (status === 401) return { kind: 'badCredentials', words: BAD_CREDENTIALS, ...facts };
  return { kind: 'refused', code: why.code, words, ...facts };
}

/** One signed call; a change where something is sent. */
async function ask<A>(
  line: SourceLine,
  path: string,
  query: string,
  answer: z.ZodType<A>,
  sent?: { readonly outOrderNo: string },
): Promise<Reply<A>> {
  const { appKey = '', secret = '' } = line.credentials;
  const url = new URL(`${line.baseUrl.replace(/\/+$/, '')}${OPEN_ROOT}${path}`);
  url.search = sortedQuery(query);
  const method = sent ? 'POST' : 'GET';
  const body = sent ? JSON.stringify(sent) : '';
  const parts = {
    method,
    // As that platform sees it, also behind a path of its own.
    path: `${OPEN_ROOT}${path}`,
    query: url.search.slice(1),
    timestamp: String(Math.floor(line.now.getTime() / 1_000)),
    nonce: line.nonce,
    bodyHash: createHash('sha256').update(body).digest('hex'),
  };
  const told = await exchange(
    line,
    {
      method,
      url,
      ...(sent ? { body } : {}),
      headers: {
        ...(sent ? { 'content-type': 'application/json', 'idempotency-key': sent.outOrderNo } : {}),
        accept: 'application/json',
        [SIGNED_HEADERS.appKey]: appKey,
        [SIGNED_HEADERS.timestamp]: parts.timestamp,
        [SIGNED_HEADERS.nonce]: parts.nonce,
        [SIGNED_HEADERS.signature]: createHmac('sha256', secret).update(stringToSign(parts)).digest('hex'),
      },
    },
    NO_ANSWER,
  );
  return told.kind === 'heard' ? readAnswer(told.heard, answer) : told;
}

const told = <A, B>(reply: Reply<A>, tell: (answer: A) => B): Reply<B> =>
  reply.kind === 'ok' ? { ...reply, answer: tell(reply.answer) } : reply;

/** The open interface of another Cardinal, as its documentation describes it. */
export const cardinal: SourceProtocol = {
  adapter: 'cardinal',
  credentials: [
    {
      name: 'appKey',
      label: text('App Key', 'App key'),
      hint: text('对方平台“API密钥”中创建，以 ck_ 开头', 'Made at the other platform under API keys; begins with ck_'),
      isSecret: false,
      maxLength: 64,
      form: /^[A-Za-z0-9_]{8,64}$/,
    },
    {
      name: 'secret',
      label: text('App Secret', 'App secret'),
      hint: text('需有“查询套餐与订单”和“订购套餐”权限', 'With the scopes to read packages and orders, and to order'),
      isSecret: true,
      maxLength: 200,
      form: /^\S{8,200}$/,
    },
  ],
  operate: {
    prove: async (line) => {
      const reply = await ask(line, 'self', '', selfAnswer);
      if (reply.kind === 'ok' && !NEEDED.every((scope) => reply.answer.scopes.includes(scope)))
        return { kind: 'refused', code: 'scope', words: SCOPES_MISSING, httpStatus: reply.httpStatus };
      return told(reply, ({ key }) => ({ who: key }));
    },
    balance: async (line) => told(await ask(line, 'balance', '', balanceAnswer), ({ list }) => ({ funds: list })),
    order: async (line, { outOrderNo, code, iccid, periods, effectiveType, postponeDays, most }) => {
      const sent = {
        outOrderNo,
        packageCode: code,
        iccids: [iccid],
        ...(periods > 1 ? { periods } : {}),
        effectiveType,
        postponeDays,
        maxPrice: most,
      };
      return told(await ask(line, 'orders', '', orderAnswer, sent), ({ orderNo }) => ({ theirOrderNo: orderNo }));
    },
    orderState: async (line, { outOrderNo }) =>
      told(await ask(line, `orders/${outOrderNo}`, '', orderStateAnswer), asSeen),
    packages: async (line, { page }) =>
      told(await ask(line, 'packages', `pageNum=${page}`, packagesAnswer), ({ list, hasMore }) => ({
        offers: list.map(asOffer),
        hasMore,
      })),
  },
};
