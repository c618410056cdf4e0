import { execFileSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { stringToSign } from '@cardinal/contract/api/openApi/signature.ts';
import { expect, test } from 'vitest';
import { exampleCall, LANGUAGES, sampleOf } from './samples.ts';

const call = exampleCall(
  'http://127.0.0.1:1',
  { method: 'POST', path: '/openapi/v1/cards/:iccid/remark' },
  { params: { iccid: '8986' }, query: { b: ['2', '1'], a: '华东 1' }, body: { remark: "it's 华东" } },
  true,
);

test('an example fills its path and sorts its query', () => {
  expect(call).toMatchObject({
    path: '/openapi/v1/cards/8986/remark',
    query: 'a=%E5%8D%8E%E4%B8%9C%201&b=1&b=2',
    body: '{"remark":"it\'s 华东"}',
  });
});

test.each(LANGUAGES)('the sample in %s names method, path, query and every header', (language) => {
  const sample = sampleOf(language, call);
  for (const part of [
    'POST',
    call.path,
    call.query,
    'X-App-Key',
    'X-Timestamp',
    'X-Nonce',
    'X-Signature',
    'Idempotency-Key',
  ])
    expect(sample).toContain(part);
});

/** Captures what the program would send with a `fetch` of our own. */
test('the sample in JavaScript signs what the server checks', () => {
  const spy =
    'globalThis.fetch = async (url, sent) => { console.log(JSON.stringify({ url, ...sent })); process.exit(0); };';
  const program = `${spy}\n${sampleOf('JavaScript', call)}`;
  const env = { ...process.env, APP_KEY: 'ck_test', APP_SECRET: 'cs_test' };
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' });
  const { url, method, headers, body } = JSON.parse(said);
  const parts = {
    method,
    path: new URL(url).pathname,
    query: new URL(url).search.slice(1),
    timestamp: headers['X-Timestamp'],
    nonce: headers['X-Nonce'],
    bodyHash: createHash('sha256').update(body).digest('hex'),
  };
  expect(headers['X-Signature']).toBe(createHmac('sha256', 'cs_test').update(stringToSign(parts)).digest('hex'));
});
