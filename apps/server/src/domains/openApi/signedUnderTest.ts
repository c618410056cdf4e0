import { createHash } from 'node:crypto';
import { SIGNED_HEADERS } from '@cardinal/contract/api/openApi/signature.ts';
import type { Clock } from '@cardinal/primitives/clock.ts';
import type { App } from '../../framework/app.ts';
import { signatureOf } from './signatureRules.ts';

export type KeyUnderTest = { readonly appKey: string; readonly secret: string };
type Given = {
  readonly query?: string;
  readonly body?: unknown;
  readonly nonce?: string;
  readonly timestamp?: string;
  readonly key?: string;
  readonly address?: string;
  readonly language?: 'zh_CN' | 'en';
  /** Changes the headers after signing. */
  readonly spoil?: (headers: Record<string, string>) => Record<string, string>;
  /** Sends this instead of the signed body. */
  readonly sent?: unknown;
};

let calls = 0;

/** Calls an open interface as a customer's system does. */
export async function signed(
  world: { readonly app: Pick<App, 'http'>; readonly clock: Clock },
  { appKey, secret }: KeyUnderTest,
  method: 'GET' | 'POST',
  path: string,
  given: Given = {},
) {
  calls += 1;
  const body = given.body === undefined ? '' : JSON.stringify(given.body);
  const nonce = given.nonce ?? `nonce-of-call-${calls}`;
  const timestamp = given.timestamp ?? String(Math.floor(world.clock.now().getTime() / 1_000));
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const parts = { method, path, query: given.query ?? '', timestamp, nonce, bodyHash };
  const headers = {
    [SIGNED_HEADERS.appKey]: appKey,
    [SIGNED_HEADERS.timestamp]: timestamp,
    [SIGNED_HEADERS.nonce]: nonce,
    [SIGNED_HEADERS.signature]: signatureOf(secret, parts),
    'accept-language': given.language ?? 'zh_CN',
    ...(method === 'POST' ? { 'idempotency-key': given.key ?? `open-key-${calls}` } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  const answer = await world.app.http.inject({
    method,
    url: given.query ? `${path}?${given.query}` : path,
    remoteAddress: given.address ?? '127.0.0.1',
    headers: given.spoil ? given.spoil(headers) : headers,
    ...(body ? { payload: given.sent === undefined ? body : JSON.stringify(given.sent) } : {}),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.json(),
    code: answer.json().code as string,
  };
}
