import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectedSeconds, mergeByAccountName } from './expectedTime.ts';

test('the budget alone, where no batch went before; lately slower batches stretch it', () => {
  const shares = [
    { count: 5_000, callsPerSecond: 200 },
    { count: 100, callsPerSecond: 10 },
  ];
  expect(expectedSeconds(shares, undefined)).toEqual([25, 10]);
  expect(expectedSeconds(shares, 60)).toEqual([85, 34]);
  expect(expectedSeconds(shares, 10_000)).toEqual([25, 10]);
  expect(expectedSeconds([{ count: 1_000, callsPerSecond: undefined }], undefined)).toEqual([0]);
  expect(expectedSeconds([{ count: 1_000, callsPerSecond: undefined }], 400)).toEqual([3]);
});

test('accounts called the same are one line that lasts as long as the slowest', () => {
  const [a, b, c] = [
    { carrierAccountId: '1', name: '联通 JASPER', count: 3, seconds: 9 },
    { carrierAccountId: '2', name: '移动 OneLink', count: 1, seconds: 1 },
    { carrierAccountId: '3', name: '联通 JASPER', count: 4, seconds: 5 },
  ];
  expect(mergeByAccountName([a, b, c])).toEqual([{ ...a, count: 7 }, b]);
});

test('nobody is promised more than the budget or the pace allows', () => {
  const share = fc.record({
    count: fc.integer({ min: 1, max: 1e6 }),
    callsPerSecond: fc.integer({ min: 1, max: 500 }),
  });
  fc.assert(
    fc.property(fc.array(share, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 5_000 }), (shares, pace) => {
      const seconds = expectedSeconds(shares, pace);
      const total = shares.reduce((sum, { count }) => sum + count, 0);
      shares.forEach(({ count, callsPerSecond }, at) => {
        expect(seconds[at]).toBeGreaterThanOrEqual(Math.floor(count / callsPerSecond));
      });
      expect(Math.max(...seconds)).toBeGreaterThanOrEqual(Math.floor(total / pace));
    }),
  );
});
