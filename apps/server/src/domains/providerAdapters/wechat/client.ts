import { randomBytes } from 'node:crypto';
import type * as z from 'zod';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { TextAnswer } from '../../../outbound/request.ts';
import type { ProviderLine } from '../protocol/adapter.ts';
import { BAD_CREDENTIALS, exchange, GARBLED, NOT_SIGNED, parsedJson } from '../protocol/exchange.ts';
import { certificateOf } from '../signing/certificate.ts';
import { signed } from '../signing/rsa.ts';
import { ABOUT_THE_MERCHANT, ALREADY, codeWords, TOO_FAST, UNKNOWN } from './codes.ts';
import { judged, keysOf, type PlatformKeys, signatureIn, usesPublicKey } from './keys.ts';
import { errorAnswer } from './wire.ts';

export type Asked<A> = {
  readonly method: 'GET' | 'POST';
  /** Below the account's address, with its query. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly answer: z.ZodType<A>;
  /** The number of the key for which fields of the body are encrypted. */
  readonly sealedFor?: string;
  /** For the answer that brings the keys: they are in it. */
  readonly keysIn?: (body: unknown) => PlatformKeys;
  /** Codes that mean that it is so already, with the answer then. */
  readonly already?: A;
};

/** One signed call of API v3 whose answer is verified. */
export async function callWechat<A>(line: ProviderLine, asked: Asked<A>): Promise<Reply<A>> {
  const url = new URL(`${line.baseUrl.replace(/\/+$/, '')}${asked.path}`);
  const sent = await send(line, asked.method, url, asked.body, asked.sealedFor);
  return sent.kind === 'heard' ? readAnswer(line, sent.heard, asked) : sent;
}

/** A request with the merchant's signature over method, path, time, nonce and body. */
export async function send(line: ProviderLine, method: 'GET' | 'POST', url: URL, asked?: object, sealedFor?: string) {
  const { mchid = '', certificate, privateKey, publicKeyId } = line.credentials;
  const body = asked === undefined ? '' : JSON.stringify(asked);
  const timestamp = Math.floor(line.now.getTime() / 1_000);
  const nonce = randomBytes(16).toString('hex');
  const signature = signed(`${method}\n${url.pathname}${url.search}\n${timestamp}\n${nonce}\n${body}\n`, privateKey);
  const serial = certificateOf(certificate)?.serial;
  if (!signature || !serial) return { kind: 'badCredentials' as const, words: BAD_CREDENTIALS };
  const proof = { mchid, nonce_str: nonce, signature, timestamp, serial_no: serial };
  const written = Object.entries(proof).map(([name, value]) => `${name}="${value}"`);
  return exchange(line, {
    method,
    url,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': 'Cardinal',
      authorization: `WECHATPAY2-SHA256-RSA2048 ${written.join(',')}`,
      // Asks for answers signed with the public key instead of a certificate.
      ...(usesPublicKey(line.credentials)
        ? { 'wechatpay-serial': publicKeyId ?? '' }
        : sealedFor
          ? { 'wechatpay-serial': sealedFor }
          : {}),
    },
    ...(body ? { body } : {}),
  });
}

/** Judges an answer. An error is believed without a signature, never with a wrong one; a success only with a right one. */
export function readAnswer<A>(
  line: Pick<ProviderLine, 'credentials' | 'session' | 'now'>,
  heard: TextAnswer,
  asked: Pick<Asked<A>, 'answer' | 'keysIn' | 'already'>,
): Reply<A> {
  const { status: httpStatus, text } = heard;
  const reference = headerOf(heard, 'request-id');
  const facts = { httpStatus, reference };
  const body = text === '' ? {} : parsedJson(text);
  const isDone = httpStatus >= 200 && httpStatus < 300;
  const signature = signatureIn((name) => headerOf(heard, name));
  if (signature) {
    const keys = asked.keysIn && isDone ? asked.keysIn(body) : keysOf(line.credentials, line.session);
    const verdict = judged(signature, text, keys, line.now);
    const isNewKey = verdict === 'keysUnknown' && !usesPublicKey(line.credentials) && !asked.keysIn;
    if (isNewKey) return { kind: 'sessionGone', ...facts };
    // While the keys are fetched, an error cannot be verified.
    if (verdict !== 'genuine' && !(asked.keysIn && !isDone))
      return { kind: 'unclear', words: NOT_SIGNED, code: 'signature', ...facts };
  } else if (isDone) return { kind: 'unclear', words: NOT_SIGNED, code: 'signature', ...facts };
  if (!isDone) return readError(body, asked.already, facts);
  const read = asked.answer.safeParse(body);
  return read.success
    ? { kind: 'ok', answer: read.data, ...facts }
    : { kind: 'unclear', words: GARBLED, code: 'garbled', ...facts };
}

export function readError<A>(
  body: unknown,
  already: A | undefined,
  facts: { readonly httpStatus: number; readonly reference: string | undefined },
): Reply<A> {
  const { httpStatus } = facts;
  const said = errorAnswer.safeParse(body);
  const code = said.data?.code ?? '';
  if (httpStatus === 429 || TOO_FAST.has(code)) return { kind: 'tooMany', ...facts };
  if (httpStatus === 401 || ABOUT_THE_MERCHANT.has(code)) {
    return { kind: 'badCredentials', words: BAD_CREDENTIALS, ...facts };
  }
  // A server that stumbled may have carried it out.
  if (!said.success || httpStatus < 400 || httpStatus >= 500) {
    return { kind: 'unclear', words: GARBLED, code: code || String(httpStatus), ...facts };
  }
  if (already !== undefined && ALREADY.has(code)) return { kind: 'ok', answer: already, ...facts };
  const words = codeWords(code, said.data.message);
  return { kind: 'refused', code, words, ...(UNKNOWN.has(code) ? { isUnknown: true } : {}), ...facts };
}

const headerOf = ({ headers }: TextAnswer, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};
