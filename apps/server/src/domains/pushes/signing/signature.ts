import { createHmac } from 'node:crypto';

/** As Standard Webhooks writes secrets: a prefix, then the key in Base64. */
export const SECRET_PREFIX = 'whsec_';

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');

type Signed = { readonly id: string; readonly seconds: number; readonly body: string };

/** One signature a secret; a receiver accepts the request if it can verify one of them. */
export const signatureOf = (secrets: readonly string[], { id, seconds, body }: Signed): string =>
  secrets
    .map((secret) => `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`)
    .join(' ');

type Header = { readonly name: string; readonly value: string };

/** How the signature is shown: what it is made of, not what it was. */
export const SIGNATURE_RECIPE = 'v1,base64(HMAC-SHA256(secret, webhook-id + "." + webhook-timestamp + "." + body))';

/** The headers of one request but its signature. */
export const openHeaders = (id: string, seconds: number): readonly Header[] => [
  { name: 'content-type', value: 'application/json; charset=utf-8' },
  { name: 'user-agent', value: 'Cardinal-Push/1' },
  { name: 'webhook-id', value: id },
  { name: 'webhook-timestamp', value: String(seconds) },
];

export const shownHeaders = (id: string, at: Date): Header[] => [
  ...openHeaders(id, secondsOf(at)),
  { name: 'webhook-signature', value: SIGNATURE_RECIPE },
];

export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1_000);

export function headersOf(secrets: readonly string[], signed: Signed): Record<string, string> {
  const open = openHeaders(signed.id, signed.seconds).map(({ name, value }) => [name, value]);
  return { ...Object.fromEntries(open), 'webhook-signature': signatureOf(secrets, signed) };
}
