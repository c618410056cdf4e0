import { expect, it } from 'vitest';
import { timeLeft } from './timeLeft.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');

it('counts down by minutes and seconds, and ends', () => {
  expect(timeLeft('2026-03-01T00:15:00Z', NOW)).toBe('15:00');
  expect(timeLeft('2026-03-01T00:01:05.200Z', NOW)).toBe('1:06');
  expect(timeLeft('2026-03-01T00:00:00.001Z', NOW)).toBe('0:01');
  expect(timeLeft('2026-03-01T00:00:00Z', NOW)).toBeUndefined();
  expect(timeLeft('2026-02-28T23:59:00Z', NOW)).toBeUndefined();
});
