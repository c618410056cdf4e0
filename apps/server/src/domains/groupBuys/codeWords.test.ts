import { expect, test } from 'vitest';
import { asTyped, codeFrom, hashOf, maskOf, withDashes } from './codeWords.ts';

const seed = Buffer.alloc(32, 7);

test('a code is made again from its seed, and is another for every number and seed', () => {
  const codes = Array.from({ length: 10_000 }, (_, at) => codeFrom(seed, at + 1));
  expect(new Set(codes).size).toBe(10_000);
  expect(codes.every((code) => /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code))).toBe(true);
  expect(codeFrom(seed, 1)).toBe(codes[0]);
  expect(codeFrom(Buffer.alloc(32, 8), 1)).not.toBe(codes[0]);
});

test('a code is found however it is typed, and is shown by its last four letters only', () => {
  const code = '01AB23CD45EF67GH';
  expect(withDashes(code)).toBe('01AB-23CD-45EF-67GH');
  for (const typed of ['01ab-23cd-45ef-67gh', ' 01AB 23CD 45EF 67GH', 'o1AB23CD45EF67GH', 'OlAB23CD45EF67GH'])
    expect(hashOf(asTyped(typed)), typed).toBe(hashOf(code));
  expect(maskOf(code)).toBe('****-****-****-67GH');
  expect(hashOf(code)).not.toContain('67GH');
});
