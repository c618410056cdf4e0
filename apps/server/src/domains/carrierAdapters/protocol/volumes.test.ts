import { expect, test } from 'vitest';
import { sumOf } from './volumes.ts';

test('a sum of volumes is told only where each of them is', () => {
  expect(sumOf(['1', 2, '0.5'], 'KB')).toBe('3584');
  expect(sumOf(['0'], 'KB')).toBe('0');
  expect(sumOf(['1', ' '], 'KB')).toBeNull();
  expect(sumOf(['1', null], 'KB')).toBeNull();
  expect(sumOf([], 'KB')).toBeNull();
});
