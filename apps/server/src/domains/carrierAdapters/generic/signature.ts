import { createHash, createHmac } from 'node:crypto';
import type { PlainAuth } from '@cardinal/contract/carrierProfiles/profile.ts';
import type { Draft } from './compose.ts';
import { type Fillers, fillText, type Words } from './fill.ts';

/** The digest a profile declares, over the parts it names of the finished request. */
export function signatureOf(
  { algorithm, between, encoding, key = '', parts }: Extract<PlainAuth, { kind: 'signature' }>,
  draft: Draft,
  fillers: Fillers,
  words: Words,
): string {
  const byName = [...draft.query].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  const request: Readonly<Record<string, string>> = {
    method: draft.method,
    path: draft.path,
    query: new URLSearchParams(draft.query).toString(),
    sortedQuery: byName.map(([name, value]) => `${name}=${value}`).join('&'),
    body: draft.body ?? '',
  };
  // A part the request lacks is signed as empty instead of being refused.
  const empty = Object.keys(request).filter((name) => request[name] === '');
  const signed = parts
    .map((part) => empty.reduce((left, name) => left.replaceAll(`{${name}}`, ''), part))
    .map((part) => fillText(part, { ...fillers, ...request }, words) ?? '')
    .join(between);
  const digest =
    algorithm === 'hmac-sha256'
      ? createHmac('sha256', fillText(key, fillers, words) ?? '').update(signed)
      : createHash(algorithm).update(signed);
  const said = digest.digest(encoding === 'base64' ? 'base64' : 'hex');
  return encoding === 'HEX' ? said.toUpperCase() : said;
}
