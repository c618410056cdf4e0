import { expect, test } from 'vitest';
import { closeDays, type DayBytes, dayFrom, isUnusual, MEAN_DAYS, type Usual } from './usualRules.ts';

const MB = 1_000_000n;
const START = '2026-10-01';
const day = (n: number) => dayFrom(START, n);
const same = (count: number, bytes: bigint, from = 0): DayBytes[] =>
  Array.from({ length: count }, (_, n) => ({ day: day(from + n), bytes }));
const close = (days: DayBytes[], through: number, last?: Usual, customerId = '10') =>
  closeDays(last, days, { customerId, through: day(through) });

test('the mean of the days, and the day that is more than three times it', () => {
  const { usual, unusual } = close([...same(20, 2n * MB), { day: day(20), bytes: 7n * MB }], 20);
  expect(unusual).toEqual([day(20)]);
  // The very first day is incomplete.
  expect(usual).toMatchObject({ day: day(20), isKnown: true, days: 20, mean: (19n * 2n * MB + 7n * MB) / 20n });
  expect(isUnusual(usual, 6n * MB)).toBe(false);
  expect(isUnusual(usual, 7n * MB)).toBe(true);
});

test('three times the mean exactly is not over it, nor is a little of very little', () => {
  const { usual } = close(same(10, MB), 9);
  expect([3n * MB, 3n * MB + 1n].map((bytes) => isUnusual(usual, bytes))).toEqual([false, true]);
  const idle = close(same(10, 0n), 9).usual;
  expect([99_999n, 100_000n].map((bytes) => isUnusual(idle, bytes))).toEqual([false, true]);
});

test('of a card known for less than a week nothing is unusual', () => {
  expect(close([...same(7, MB), { day: day(7), bytes: 100n * MB }], 7).unusual).toEqual([]);
  expect(close([...same(8, MB), { day: day(8), bytes: 100n * MB }], 8).unusual).toEqual([day(8)]);
  expect(isUnusual(undefined, 100n * MB)).toBe(false);
});

test('what was used over days of which nothing is known makes no jump of the next reading, and moves no mean', () => {
  const before = close(same(20, MB), 19).usual;
  const { usual, unusual } = close([{ day: day(25), bytes: 6n * MB }], 25, before);
  expect(unusual).toEqual([]);
  expect(usual).toMatchObject({ day: day(25), isKnown: true, days: 19, mean: MB });
  expect(close([], 27, usual).usual).toMatchObject({ day: day(27), isKnown: false, days: 19, mean: MB });
});

test('days close once, in parts as at once; an old jump wears off; another owner begins anew', () => {
  const days = [...same(40, MB), { day: day(40), bytes: 31n * MB }, ...same(60, MB, 41)];
  let usual: Usual | undefined;
  for (const each of days) usual = closeDays(usual, [each], { customerId: '10', through: each.day }).usual;
  expect(usual).toEqual(close(days, 100).usual);
  expect(usual?.days).toBe(MEAN_DAYS);
  expect(Number(usual?.mean)).toBeLessThan(1.2 * Number(MB));
  expect(close(days.slice(-3), 100, usual).usual).toEqual(usual);
  expect(close([], 101, usual, '11').usual).toEqual({
    customerId: '11',
    day: day(101),
    isKnown: false,
    days: 0,
    mean: 0n,
  });
});
