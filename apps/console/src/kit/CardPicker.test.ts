import { IdentifierType } from '@cardinal/contract/enumerations/card.ts';
import { say } from '@cardinal/primitives/text.ts';
import { expect, it } from 'vitest';
import { type CardNumbers, numbersProblem } from './CardPicker.tsx';

const { iccid, eid, businessNumber, imei } = IdentifierType.values;
const problem = (numbers: CardNumbers) => numbersProblem(numbers, (words, facts) => say(words, 'en', facts));
const list = (identifierType: IdentifierType, count: number): CardNumbers => ({
  mode: 1,
  identifierType,
  text: Array.from(
    { length: count },
    (_, n) => (identifierType === imei ? '8601234561' : '898606000000001') + (1_000 + n),
  ).join('\n'),
});

it.each([
  [iccid, 1_000],
  [eid, 1_000],
  [businessNumber, 100],
  [imei, 100],
])('a list of type %i names its own limit, %i', (type, most) => {
  expect(problem(list(type, most))).toBeUndefined();
  expect(problem(list(type, most + 1))).toBe(`At most ${most} items; you entered ${most + 1}`);
});

it('what is no number of its kind is named by position and reason', () => {
  const text = '89860600000000010000,8986\n89860600000000010001';
  expect(problem({ mode: 1, identifierType: iccid, text })).toBe('Item 2: ICCID must be 19 to 20 characters');
});

it('a segment is judged by the rule of segments', () => {
  expect(problem({ mode: 2, startIccid: '89860000000000000002', endIccid: '89860000000000000001' })).toBe(
    'End number cannot be less than start number',
  );
});
