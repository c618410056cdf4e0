import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { releaseMoment, wantedBalance } from './releaseRules.ts';

const at = (text: string) => new Date(text);

test('profit is released at once, or at midnight in China, over the end of a month too', () => {
  const evening = at('2026-02-27T15:59:59Z');
  expect(releaseMoment({ rule: 'realTime', days: 0 }, evening)).toEqual(evening);
  expect(releaseMoment({ rule: 'daily', days: 0 }, evening)).toEqual(at('2026-02-27T16:00:00Z'));
  // A second later it is the 28th in China.
  expect(releaseMoment({ rule: 'daily', days: 0 }, at('2026-02-27T16:00:00Z'))).toEqual(at('2026-02-28T16:00:00Z'));
  expect(releaseMoment({ rule: 'afterDays', days: 7 }, evening)).toEqual(at('2026-03-05T16:00:00Z'));
});

test('who pays from its own leaves nothing to wait for; on credit it must be back where it was', () => {
  expect(wantedBalance(0n, 500n)).toBeUndefined();
  expect(wantedBalance(-200n, 500n)).toBe(0n);
  expect(wantedBalance(-700n, 500n)).toBe(-200n);
  fc.assert(
    fc.property(fc.bigInt({ min: -10_000n, max: 10_000n }), fc.bigInt({ min: 0n, max: 10_000n }), (after, held) => {
      const wanted = wantedBalance(after, held);
      if (wanted === undefined) return after >= 0n;
      return wanted <= 0n && wanted >= after && wanted <= after + held;
    }),
  );
});
