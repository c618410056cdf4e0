import { change } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { readInput } from './requests.ts';

const endpoint = change({
  name: 'test.keep',
  summary: text('保存', 'Keep'),
  path: '/api/test/v1/keep',
  permission: 'authenticated',
  idempotency: 'none',
  body: z.strictObject({
    words: z.string(),
    rules: z.array(z.object({ name: z.string() })),
    any: z.record(z.string(), z.string()),
  }),
  answer: z.object({}),
});

const problemsOf = (body: unknown): readonly string[] => {
  try {
    readInput(endpoint, { params: {}, query: {}, body });
    return [];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.fields.map(({ field, text: words }) => `${field}: ${words.en}`);
  }
};

test('what no column takes is refused at its field, whatever its schema forgot', () => {
  const good = { words: '一\n二 😀', rules: [{ name: 'a' }], any: { k: 'v' } };
  expect(problemsOf(good)).toEqual([]);
  const why = 'Contains characters that cannot be stored';
  expect(problemsOf({ ...good, words: 'a\ud83d' })).toEqual([`words: ${why}`]);
  expect(problemsOf({ ...good, rules: [{ name: 'a' }, { name: '\0' }] })).toEqual([`rules.1.name: ${why}`]);
  expect(problemsOf({ ...good, any: { '\udc00': 'v' } })).toEqual([`any: ${why}`]);
});
