import { expect, test } from 'vitest';
import { differencesOf } from './signatureDifferences.ts';

const RIGHT = 'GET\n/openapi/v1/self\n\n1795140000\nn-0000001\ne3b0';

test('the same text differs nowhere, whatever ends its lines', () => {
  expect(differencesOf(RIGHT, RIGHT)).toEqual([]);
  expect(differencesOf(RIGHT, RIGHT.replaceAll('\n', '\r\n'))).toEqual([]);
});

test('a changed body is told as its hash, a missing line as what is missing', () => {
  expect(differencesOf(RIGHT, RIGHT.replace('e3b0', 'ffff'))).toEqual([
    { part: 'body', wanted: 'e3b0', found: 'ffff' },
  ]);
  expect(differencesOf(RIGHT, 'GET\n/openapi/v1/self').map(({ part }) => part)).toContain('timestamp');
  expect(differencesOf(RIGHT, `${RIGHT}\n`)).toEqual([{ part: 'more', wanted: '', found: '' }]);
});
