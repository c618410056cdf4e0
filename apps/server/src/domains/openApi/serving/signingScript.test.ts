import { createHash, createHmac } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { NONCE_FORM, SIGNED_HEADERS, stringToSign, TIMESTAMP_FORM } from '@cardinal/contract/api/openApi/signature.ts';
import { expect, test } from 'vitest';
import { SIGNING_SCRIPT } from './signingScript.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex');

type Request = {
  method: string;
  path: string;
  pairs: { key: string; value: string; disabled?: boolean }[];
  raw?: string;
};

/** Runs the script as Postman does, with a request of it and its variables. */
function signedBy({ method, path, pairs, raw }: Request) {
  const known: Record<string, string> = {
    appKey: 'ck_1',
    appSecret: 'cs_secret',
    $timestamp: '1795140000',
    $guid: '5b2e8f0a-0000-4000-8000-1234567890ab',
    card: '89860600000000000013',
  };
  const headers: Record<string, string> = {};
  let sent = raw;
  const pm = {
    variables: {
      get: (name: string) => known[name],
      replaceIn: (text: string) => text.replace(/{{([$\w]+)}}/g, (_, name: string) => known[name] ?? ''),
    },
    request: {
      method,
      url: { query: { all: () => pairs }, getPath: () => path },
      body: raw === undefined ? undefined : { mode: 'raw', raw, update: (body: { raw: string }) => (sent = body.raw) },
      headers: { upsert: ({ key, value }: { key: string; value: string }) => (headers[key] = value) },
    },
  };
  const CryptoJS = { SHA256: hash, HmacSHA256: hmac };
  runInNewContext(SIGNING_SCRIPT, { pm, CryptoJS });
  return { headers, sent: sent ?? '' };
}

test.each<[string, Request, string]>([
  [
    'a question: pairs sorted and encoded, those switched off left out',
    {
      method: 'GET',
      path: '/openapi/v1/cards',
      pairs: [
        { key: 'remarkContains', value: '华东 1!' },
        { key: 'lifecycle', value: 'stopped' },
        { key: 'lifecycle', value: 'activated' },
        { key: 'off', value: '1', disabled: true },
      ],
    },
    'remarkContains=%E5%8D%8E%E4%B8%9C+1!&lifecycle=stopped&lifecycle=activated',
  ],
  [
    'a change: its body with variables filled in',
    { method: 'POST', path: '/openapi/v1/cards/stop', pairs: [], raw: '{"iccids":["{{card}}"],"note":"华东"}' },
    '',
  ],
])('%s', (_, request, query) => {
  const { headers, sent } = signedBy(request);
  const timestamp = headers[SIGNED_HEADERS.timestamp] ?? '';
  const nonce = headers[SIGNED_HEADERS.nonce] ?? '';
  expect(timestamp).toMatch(TIMESTAMP_FORM);
  expect(nonce).toMatch(NONCE_FORM);
  expect(sent).not.toContain('{{');
  const { method, path } = request;
  const text = stringToSign({ method, path, query, timestamp, nonce, bodyHash: hash(sent) });
  expect(headers).toMatchObject({
    [SIGNED_HEADERS.appKey]: 'ck_1',
    [SIGNED_HEADERS.signature]: hmac(text, 'cs_secret'),
  });
});
