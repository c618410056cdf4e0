import { expect, it } from 'vitest';
import { Pace, shareOf } from './taskPace.ts';

it('what waits for the carrier is not settled', () => {
  expect(shareOf({ total: 10, done: 3, failed: 1, skipped: 1 })).toEqual({ settled: 5, share: 0.5 });
  expect(shareOf({ total: 0, done: 0, failed: 0, skipped: 0 }).share).toBe(0);
});

it('tells the pace of the last half minute', () => {
  const pace = new Pace();
  pace.note('1', 0, 0);
  expect(pace.perSecond('1')).toBeUndefined();
  pace.note('1', 100, 10_000);
  expect(pace.perSecond('1')).toBe(10);
  pace.note('1', 1000, 35_000);
  expect(pace.perSecond('1')).toBe(36);
  pace.note('2', 5, 0);
  pace.note('2', 5, 5000);
  expect(pace.perSecond('2')).toBeUndefined();
  expect(pace.perSecond('3')).toBeUndefined();
});
