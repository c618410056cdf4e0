import { timeText } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE } from '@cardinal/primitives/zone.ts';
import type * as z from 'zod';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { TextAnswer } from '../../../outbound/request.ts';
import type { Credentials, ProviderLine } from '../protocol/adapter.ts';
import { BAD_CREDENTIALS, exchange, GARBLED, NOT_SIGNED, parsedJson } from '../protocol/exchange.ts';
import { isSignedBy, signed } from '../signing/rsa.ts';
import { ABOUT_THE_APP, codeWords, DONE, isOverLimit, UNCERTAIN, UNKNOWN } from './codes.ts';
import { envelope } from './wire.ts';

export type Asked<A> = {
  readonly method: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly noticeUrl?: string;
  readonly answer: z.ZodType<A>;
  /** Sub-codes that mean that it is so already, with the answer then. */
  readonly already?: { readonly codes: readonly string[]; readonly answer: A };
};

/** The text of parameters that is signed: sorted by name, joined as they are, without empty ones. */
export const signedText = (parameters: Readonly<Record<string, string>>): string =>
  Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** One signed call of the gateway whose answer is verified. */
export async function callAlipay<A>(line: ProviderLine, asked: Asked<A>): Promise<Reply<A>> {
  const { appId = '', privateKey } = line.credentials;
  const content = JSON.stringify(asked.content);
  const common = {
    app_id: appId,
    method: asked.method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: timeText(line.now, DEFAULT_ZONE),
    version: '1.0',
    ...(asked.noticeUrl ? { notify_url: asked.noticeUrl } : {}),
  };
  const sign = signed(signedText({ ...common, biz_content: content }), privateKey);
  if (!sign) return { kind: 'badCredentials', words: BAD_CREDENTIALS };
  const url = new URL(line.baseUrl);
  for (const [name, value] of Object.entries({ ...common, sign })) url.searchParams.set(name, value);
  const told = await exchange(line, {
    method: 'POST',
    url,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
    body: new URLSearchParams({ biz_content: content }).toString(),
  });
  return told.kind === 'heard' ? readAnswer(told.heard, asked, line.credentials) : told;
}

/** Judges an answer. An error is believed without a signature, never with a wrong one; a success only with a right one. */
export function readAnswer<A>(
  heard: TextAnswer,
  asked: Pick<Asked<A>, 'method' | 'answer' | 'already'>,
  { alipayPublicKey }: Credentials,
): Reply<A> {
  const trace = heard.headers['trace_id'];
  const facts = { httpStatus: heard.status, reference: typeof trace === 'string' ? trace : undefined };
  const inner = innerText(heard.text, [`${asked.method.replaceAll('.', '_')}_response`, 'error_response']);
  const body = inner === undefined ? undefined : parsedJson(inner);
  const said = envelope.safeParse(body);
  if (heard.status !== 200 || inner === undefined || !said.success) {
    return { kind: 'unclear', words: GARBLED, code: 'garbled', ...facts };
  }
  const { sign } = (parsedJson(heard.text) ?? {}) as { sign?: unknown };
  const isDone = said.data.code === DONE;
  const isSigned = typeof sign === 'string' && sign !== '';
  if ((isDone || isSigned) && !(isSigned && isSignedBy(inner, sign, alipayPublicKey))) {
    return { kind: 'unclear', words: NOT_SIGNED, code: 'signature', ...facts };
  }
  if (!isDone) return readError(said.data, asked.already, facts);
  const read = asked.answer.safeParse(body);
  return read.success
    ? { kind: 'ok', answer: read.data, ...facts }
    : { kind: 'unclear', words: GARBLED, code: 'garbled', ...facts };
}

function readError<A>(
  { code: outer, msg, sub_code: inner, sub_msg: words }: z.output<typeof envelope>,
  already: Asked<A>['already'],
  facts: { readonly httpStatus: number; readonly reference: string | undefined },
): Reply<A> {
  const code = inner ?? outer;
  if (isOverLimit(outer, code)) return { kind: 'tooMany', ...facts };
  if (ABOUT_THE_APP.has(code)) return { kind: 'badCredentials', words: BAD_CREDENTIALS, ...facts };
  if (UNCERTAIN.has(outer) || UNCERTAIN.has(code)) {
    return { kind: 'unclear', words: codeWords(code, words ?? msg), code, ...facts };
  }
  if (already?.codes.includes(code)) return { kind: 'ok', answer: already.answer, ...facts };
  const isUnknown = UNKNOWN.has(code) ? { isUnknown: true } : {};
  return { kind: 'refused', code, words: codeWords(code, words ?? msg), ...isUnknown, ...facts };
}

/**
 * The exact text of the object under one of these names at the top of a JSON object. The signature covers it as it was sent, so
 * it is cut out, never written again.
 */
export function innerText(text: string, names: readonly string[]): string | undefined {
  let depth = 0;
  let key: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') {
      const end = stringEnd(text, at);
      if (depth === 1) key = text.slice(at + 1, end);
      at = end;
    } else if (sign === '{' || sign === '[') {
      if (depth === 1 && sign === '{' && key !== undefined && names.includes(key)) {
        const end = objectEnd(text, at);
        return end === undefined ? undefined : text.slice(at, end + 1);
      }
      depth += 1;
    } else if (sign === '}' || sign === ']') depth -= 1;
    else if (sign === ',' && depth === 1) key = undefined;
  }
  return undefined;
}

/** Where the string that begins here ends. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

function objectEnd(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '"') at = stringEnd(text, at);
    else if (text[at] === '{') depth += 1;
    else if (text[at] === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return undefined;
}
