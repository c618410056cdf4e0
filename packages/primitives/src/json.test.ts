import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { storableJson } from './json.ts';

test('what no column can keep is refused wherever it stands, and nothing else', () => {
  const half = '\ud83d';
  for (const value of [half, { a: [half] }, { [half]: 1 }, 'a\u0000b', [{ deep: { er: ['\u0007'] } }]]) {
    expect(storableJson.safeParse(value).success).toBe(false);
  }
  for (const value of [
    null,
    0,
    '',
    'line\nline\ttab',
    '\\u0000 \\ud83d as words',
    '😀',
    { 键: [true, { 值: '😀' }] },
  ]) {
    expect(storableJson.safeParse(value).data).toEqual(value);
  }
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => storableJson.safeParse(value).success),
    { numRuns: 50 },
  );
});
