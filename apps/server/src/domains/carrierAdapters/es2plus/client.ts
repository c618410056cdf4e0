import { text } from '@cardinal/primitives/text.ts';
import type * as z from 'zod';
import type { TextAnswer } from '../../../outbound/request.ts';
import type { Line, Reply } from '../protocol/adapter.ts';
import { addressOf, BAD_CREDENTIALS, carrierSaid, exchange, GARBLED, parsedJson } from '../protocol/exchange.ts';
import { codeWords, writtenCodeWords } from './codes.ts';
import { tlsIdentity } from './pem.ts';
import { ADMIN_PROTOCOL, ADMIN_PROTOCOL_PREFIX, eimError, functionAnswer } from './wire.ts';

const ES2PLUS = 'gsma/rsp2/es2plus';
const EIM = 'eim/v1/euiccs';
const LONGEST_MESSAGE = 200;
/** The SM-DP+ does not know the requester, or permits it nothing. */
const BAD_CREDENTIALS_CODES = new Set(['1.1/3.9', '1.1/1.1']);
const UNKNOWN_PROFILE = '8.2.1/3.9';
const UNKNOWN_CHIP = '8.1.1/3.9';

const NO_PROTOCOL = text('应答不是 ES2+ v2（X-Admin-Protocol）', 'Response is not ES2+ v2 (X-Admin-Protocol)');
const EXPIRED = text('SM-DP+ 未在有效期内执行', 'The SM-DP+ did not complete it in time');
const NO_EIM = text('未设置 eIM 令牌，不能操作芯片', 'No eIM token set; chips cannot be operated');

/** One ES2+ function. A failed function is answered with 200 as well: the status in its header decides. */
export async function callFunction<A>(
  line: Line,
  name: string,
  callId: string,
  body: Readonly<Record<string, unknown>>,
  answer: z.ZodType<A>,
): Promise<Reply<A>> {
  const header = { functionRequesterIdentifier: line.credentials['requesterId'] ?? '', functionCallIdentifier: callId };
  const heard = await exchange(line, {
    method: 'POST',
    url: addressOf(line, `${ES2PLUS}/${name}`),
    headers: { accept: 'application/json', 'content-type': 'application/json', 'x-admin-protocol': ADMIN_PROTOCOL },
    body: JSON.stringify({ header, ...body }),
    identity: tlsIdentity(line.credentials),
  });
  return heard.kind === 'heard' ? readFunction(heard.heard, answer) : heard;
}

export function readFunction<A>(heard: TextAnswer, answer: z.ZodType<A>): Reply<A> {
  const httpStatus = heard.status;
  if (httpStatus === 401 || httpStatus === 403) return { kind: 'badCredentials', httpStatus, words: BAD_CREDENTIALS };
  if (httpStatus === 429) return { kind: 'tooMany', httpStatus };
  if (httpStatus === 400) return { kind: 'refused', httpStatus, code: '400', words: carrierSaid('HTTP 400') };
  const body = parsedJson(heard.text);
  const read = httpStatus === 200 ? functionAnswer.safeParse(body) : undefined;
  if (!read?.success) return { kind: 'unclear', httpStatus, words: GARBLED, code: 'garbled' };
  if (!String(heard.headers['x-admin-protocol'] ?? '').startsWith(ADMIN_PROTOCOL_PREFIX)) {
    return { kind: 'unclear', httpStatus, words: NO_PROTOCOL, code: 'protocol' };
  }
  const { status, statusCodeData } = read.data.header.functionExecutionStatus;
  if (status === 'Expired') return { kind: 'unclear', httpStatus, words: EXPIRED, code: 'expired' };
  if (status === 'Failed') {
    const { subjectCode = '0', reasonCode = '0' } = statusCodeData ?? {};
    const code = `${subjectCode}/${reasonCode}`;
    if (BAD_CREDENTIALS_CODES.has(code)) return { kind: 'badCredentials', httpStatus, words: BAD_CREDENTIALS };
    const words = statusCodeData
      ? codeWords(subjectCode, reasonCode)
      : carrierSaid((JSON.stringify(body) ?? '').slice(0, LONGEST_MESSAGE));
    return { kind: 'refused', httpStatus, code, words, ...(code === UNKNOWN_PROFILE ? { isUnknown: true } : {}) };
  }
  const told = answer.safeParse(body);
  return told.success
    ? { kind: 'ok', httpStatus, answer: told.data }
    : { kind: 'unclear', httpStatus, words: GARBLED, code: 'garbled' };
}

/** One call of the eIM's interface, which is defined by us and our simulator: none is standardised. */
export async function callEim<A>(
  line: Line,
  asked: { readonly method: 'GET' | 'POST'; readonly path: readonly string[]; readonly body?: unknown },
  answer: z.ZodType<A>,
): Promise<Reply<A>> {
  const token = line.credentials['eimToken'];
  if (!token) return { kind: 'refused', code: 'noEim', words: NO_EIM };
  const heard = await exchange(line, {
    method: asked.method,
    url: addressOf(line, `${EIM}/${asked.path.map(encodeURIComponent).join('/')}`),
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
    identity: tlsIdentity(line.credentials),
  });
  return heard.kind === 'heard' ? readEim(heard.heard, answer) : heard;
}

function readEim<A>({ status: httpStatus, text: said }: TextAnswer, answer: z.ZodType<A>): Reply<A> {
  const body = parsedJson(said);
  if (httpStatus === 200 || httpStatus === 202) {
    const read = answer.safeParse(body);
    if (read.success) return { kind: 'ok', httpStatus, answer: read.data };
    return { kind: 'unclear', httpStatus, words: GARBLED, code: 'garbled' };
  }
  if (httpStatus === 401 || httpStatus === 403) return { kind: 'badCredentials', httpStatus, words: BAD_CREDENTIALS };
  if (httpStatus === 429) return { kind: 'tooMany', httpStatus };
  const refused = httpStatus >= 400 && httpStatus < 500 ? eimError.safeParse(body) : undefined;
  if (!refused?.success) {
    return { kind: 'unclear', httpStatus, words: carrierSaid(String(httpStatus)), code: String(httpStatus) };
  }
  const { code } = refused.data;
  return {
    kind: 'refused',
    httpStatus,
    code,
    words: writtenCodeWords(code),
    ...(code === UNKNOWN_CHIP ? { isUnknown: true } : {}),
  };
}
