import { text } from '@cardinal/primitives/text.ts';
import { expect, it } from 'vitest';
import { arranged, isShown, movedTo } from './columnChoice.ts';
import type { ReadyColumn } from './columns.tsx';

const column = (key: string, more: Partial<ReadyColumn<unknown>> = {}): ReadyColumn<unknown> => ({
  key,
  title: text(key, key).en,
  width: 100,
  isOff: false,
  cell: () => null,
  ...more,
});
const all = [
  column('iccid', { pinned: 'left' }),
  column('a'),
  column('b', { isOff: true }),
  column('c'),
  column('x', { pinned: 'right' }),
];
const keys = (columns: readonly ReadyColumn<unknown>[]) => columns.map((each) => each.key).join(' ');

it('keeps the order somebody chose, pinned columns on their sides', () => {
  expect(keys(arranged(all, undefined))).toBe('iccid a b c x');
  expect(keys(arranged(all, { order: ['c', 'x', 'b', 'a', 'iccid'], off: [] }))).toBe('iccid c b a x');
});

it('a choice made before a column existed does not hide it', () => {
  const choice = { order: ['iccid', 'a'], off: ['a'] };
  expect(all.filter((each) => isShown(each, choice)).map((each) => each.key)).toEqual(['iccid', 'c', 'x']);
});

it('a choice can show what is off by default', () => {
  expect(isShown(all[2]!, { order: ['b'], off: [] })).toBe(true);
  expect(isShown(all[2]!, undefined)).toBe(false);
});

it('a column dragged to another’s place stands there, and what is hidden stays hidden', () => {
  const right = movedTo(all, undefined, 'a', 'c');
  expect(keys(arranged(all, right))).toBe('iccid b c a x');
  expect(keys(arranged(all, movedTo(all, right, 'a', 'b')))).toBe('iccid a b c x');
  expect(isShown(all[2]!, right)).toBe(false);
  expect(movedTo(all, undefined, 'gone', 'a')).toBeUndefined();
});
