import { SIGNED_HEADERS, stringToSign } from '@cardinal/contract/api/openApi/signature.ts';
import { page } from '../../http/connection.ts';
import { newIdempotencyKey } from '../../http/idempotencyKey.ts';

export type SignedAnswer = {
  readonly status: number;
  readonly milliseconds: number;
  readonly stringToSign: string;
  readonly signature: string;
  /** Indented if it is JSON. */
  readonly body: string;
};

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const bytesOf = (written: string) => new TextEncoder().encode(written);

/** HMAC-SHA256 in lower-case hex. */
export async function hmacOf(secret: string, written: string): Promise<string> {
  const how = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), how, false, ['sign']);
  return hex(await crypto.subtle.sign('HMAC', key, bytesOf(written)));
}

/** SHA-256 of a text's bytes in lower-case hex. */
export const sha256Of = async (written: string): Promise<string> =>
  hex(await crypto.subtle.digest('SHA-256', bytesOf(written)));

/** Signs and calls an open interface as a customer's system would, outside the console's session. */
export async function signedGet(asked: { appKey: string; secret: string; path: string }): Promise<SignedAnswer> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const nonce = newIdempotencyKey();
  const bodyHash = await sha256Of('');
  const written = stringToSign({ method: 'GET', path: asked.path, query: '', timestamp, nonce, bodyHash });
  const signature = await hmacOf(asked.secret, written);
  const since = performance.now();
  const answer = await fetch(`${page.baseAddress()}${asked.path}`, {
    credentials: 'omit',
    headers: {
      [SIGNED_HEADERS.appKey]: asked.appKey,
      [SIGNED_HEADERS.timestamp]: timestamp,
      [SIGNED_HEADERS.nonce]: nonce,
      [SIGNED_HEADERS.signature]: signature,
      'accept-language': page.language(),
    },
  });
  const body = await answer.text();
  const milliseconds = Math.round(performance.now() - since);
  return { status: answer.status, milliseconds, stringToSign: written, signature, body: indented(body) };
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
