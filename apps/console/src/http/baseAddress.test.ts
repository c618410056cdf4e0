import { expect, it } from 'vitest';
import { baseAddress } from './baseAddress.ts';

it.each([
  [null, undefined, ''],
  ['', '  ', ''],
  [null, 'https://api.example.com/', 'https://api.example.com'],
  ['127.0.0.1:9000', 'https://api.example.com', 'http://127.0.0.1:9000'],
  ['https://dev.example.com/path?x', undefined, 'https://dev.example.com'],
  ['javascript:alert(1)', undefined, ''],
  ['ftp://files.example.com', undefined, ''],
  ['http://', 'https://api.example.com', 'https://api.example.com'],
])('stored %j, built %j → %j', (stored, built, base) => {
  expect(baseAddress(stored, built, 'http:')).toBe(base);
});
