import { expect, test } from 'vitest';
import { type Allowance, generalTotal } from './generalTotal.ts';

const of = (totalBytes: string | null, isDirected: boolean | null = false): Allowance => ({
  name: 'a',
  totalBytes,
  usedBytes: '0',
  isDirected,
});

test('packages for everything are added up, those for some services are not', () => {
  expect(generalTotal([of('100'), of('50', null), of('999', true)])).toBe(150n);
});

test('nothing is said where one of them has no size, or none is there', () => {
  expect(generalTotal([of('100'), of(null)])).toBeUndefined();
  expect(generalTotal([of('999', true)])).toBeUndefined();
  expect(generalTotal([])).toBeUndefined();
});
