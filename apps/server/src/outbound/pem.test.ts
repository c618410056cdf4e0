import { expect, test } from 'vitest';
import { framedPem, tidyPem } from './pem.ts';

test('a pasted certificate that has lost its line breaks is read', () => {
  const lines = ['A'.repeat(64), 'B'.repeat(10)];
  const pem = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
  expect([tidyPem(pem), tidyPem(pem.replaceAll('\n', ' ')), tidyPem(pem.replaceAll('\n', '\\n'))]).toEqual([
    pem,
    pem,
    pem,
  ]);
  expect(tidyPem(pem.replaceAll('\n', '').repeat(2))).toBe(pem.repeat(2));
  expect([tidyPem('nothing'), tidyPem(undefined)]).toEqual([undefined, undefined]);
});

test('a key without its frame is framed; other text is none', () => {
  const bare = `${'A'.repeat(70)}==`;
  expect(framedPem(bare, 'PUBLIC KEY')).toBe(
    `-----BEGIN PUBLIC KEY-----\n${'A'.repeat(64)}\n${'A'.repeat(6)}==\n-----END PUBLIC KEY-----\n`,
  );
  const framed = framedPem(bare, 'PRIVATE KEY') ?? '';
  expect(framedPem(framed.replaceAll('\n', ' '), 'PUBLIC KEY')).toBe(framed);
  expect([framedPem('short', 'PUBLIC KEY'), framedPem(undefined, 'PUBLIC KEY')]).toEqual([undefined, undefined]);
});
