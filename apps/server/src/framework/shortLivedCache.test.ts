import { TurnableClock } from '@cardinal/primitives/clock.ts';
import { expect, test } from 'vitest';
import { ShortLivedCache } from './shortLivedCache.ts';

const findReadonlyCard = () => {
  let times = 0;
  return async () => {
    times += 1;
    return times;
  };
};

test('a caller is looked up once in its moment, each token for itself', async () => {
  const memory = new ShortLivedCache(60_000, new TurnableClock('2026-01-01T00:00:00Z'));
  const find = findReadonlyCard();
  expect([
    await memory.getOrFind('a', find),
    await memory.getOrFind('a', find),
    await memory.getOrFind('b', find),
  ]).toEqual([1, 1, 2]);
});

test('after a change nothing is remembered, not even what was being looked up meanwhile', async () => {
  const memory = new ShortLivedCache(60_000, new TurnableClock('2026-01-01T00:00:00Z'));
  const find = findReadonlyCard();
  let answer = (_who: number) => {};
  const slow = memory.getOrFind('a', () => new Promise<number>((resolve) => (answer = resolve)));
  memory.forget();
  answer(100);
  expect(await slow).toBe(100);
  expect(await memory.getOrFind('a', find)).toBe(1);
});

test('time passes, on the clock of the business and on that of the machine', async () => {
  const clock = new TurnableClock('2026-01-01T00:00:00Z');
  const find = findReadonlyCard();
  const long = new ShortLivedCache(60_000, clock);
  await long.getOrFind('a', find);
  clock.advance(61_000);
  expect(await long.getOrFind('a', find)).toBe(2);
  const none = new ShortLivedCache(0, clock);
  await none.getOrFind('a', find);
  expect(await none.getOrFind('a', find)).toBe(4);
});

test('a refusal is not remembered', async () => {
  const memory = new ShortLivedCache(60_000, new TurnableClock('2026-01-01T00:00:00Z'));
  await expect(memory.getOrFind('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await memory.getOrFind('a', findReadonlyCard())).toBe(1);
});
