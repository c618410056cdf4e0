import fc from 'fast-check';
import { expect, it } from 'vitest';
import { daysAgo, daysAhead, daysLong } from './dayWords.ts';

it.each([
  [0, '今天 today', '今天 today', '不到 1 天 less than a day'],
  [1, ' 1 天前 1 day ago', ' 1 天后 in 1 day', ' 1 天 1 day'],
  [12, ' 12 天前 12 days ago', ' 12 天后 in 12 days', ' 12 天 12 days'],
])('%i days are said in words', (days, ago, ahead, long) => {
  const both = [daysAgo, daysAhead, daysLong].map((words) => `${words(days).zh} ${words(days).en}`);
  expect(both).toEqual([ago, ahead, long]);
});

it('no age and no rest of days is nought', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5, max: 4_000 }), (days) => {
      for (const words of [daysAgo(days), daysAhead(days), daysLong(days)]) {
        expect(`${words.zh} ${words.en}`).not.toMatch(/(^|\D)-?0 |-\d/);
      }
    }),
  );
});
