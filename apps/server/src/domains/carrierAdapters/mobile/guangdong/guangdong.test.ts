import { createCipheriv } from 'node:crypto';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { readAnswer } from './client.ts';
import { openedAnswer, signatureOf, transIdOf } from './signature.ts';

const SECRET = 'demoSecretdemoSecretdemo';

function sealed(text: string, secret = SECRET): string {
  const cipher = createCipheriv('des-ede3-ecb', Buffer.from(secret).subarray(0, 24), null);
  cipher.setAutoPadding(false);
  const plain = Buffer.from(text);
  const filled = Buffer.concat([plain, Buffer.alloc((8 - (plain.length % 8)) % 8)]);
  return Buffer.concat([cipher.update(filled), cipher.final()]).toString('base64');
}

test('the published vector of the signature, whatever the order of the parameters', () => {
  const parameters = {
    v: '3.0',
    method: 'triopi.member.lifecycle.single.query',
    transID: 'G001202405011200000001234',
    iccid: '89860000000000000001',
    appKey: 'demoKey',
    format: 'json',
  };
  expect(signatureOf(parameters, SECRET)).toBe('9674BEEC8E0A5500CE55D3D181F6A19D42F35A47');
});

test('a transID is group code, the Chinese wall clock with milliseconds and four digits', () => {
  expect(transIdOf('G001', new Date('2024-05-01T04:00:00.007Z'), 12)).toBe('G001202405011200000070012');
});

test('answers are opened with the first 24 characters of the secret, line breaks left out', () => {
  // Made with `openssl enc -des-ede3 -nopad` from the text below and two zero bytes.
  expect(openedAnswer('thJrpfKU5Wm8AZ/vUvoz2PIs\r\nGkXsOJygbbPpE/TzCwA=', SECRET)).toBe('{"code":"0","x":"你好"}');
  expect(openedAnswer(sealed('{"a":1}'), `${SECRET}-and-more`)).toBe('{"a":1}');
  expect([openedAnswer('', SECRET), openedAnswer('<html>', SECRET), openedAnswer(sealed('{}'), 'short')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('an answer is a success, a refusal, or unclear', () => {
  const read = (text: string, status = 200) => readAnswer({ status, text }, SECRET, z.object({ status: z.string() }));
  const told = (body: object) => read(sealed(JSON.stringify(body)));
  expect(told({ code: '0', result: { status: '00' } })).toMatchObject({ kind: 'ok', answer: { status: '00' } });
  expect(told({ code: 0, result: { status: '00' } })).toMatchObject({ kind: 'ok' });
  expect(told({ code: '2001', message: '成员不存在' })).toMatchObject({ kind: 'refused', isUnknown: true });
  expect(told({ code: '3001' })).toMatchObject({ kind: 'refused', code: '3001', isUnknown: false });
  expect(told({ code: '1001' })).toMatchObject({ kind: 'badCredentials' });
  expect(read('{"code":"1002"}')).toMatchObject({ kind: 'badCredentials' });
  expect(told({ code: '4290' })).toMatchObject({ kind: 'tooMany' });
  const wrongKey = sealed('{"code":"0","result":{"status":"00"}}', 'x'.repeat(24));
  for (const text of [wrongKey, '', 'not base64 at all', sealed('{"code":"0"'), sealed('{"code":"0","result":{}}')]) {
    expect(read(text)).toMatchObject({ kind: 'unclear' });
  }
  expect(read(sealed('{"code":"0","result":{"status":"00"}}'), 502)).toMatchObject({ kind: 'unclear' });
});
