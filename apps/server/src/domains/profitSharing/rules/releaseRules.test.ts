import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  midnightAfter,
  midnightsBetween,
  partDue,
  releaseMoment,
  takenFromReleased,
  wantedBalance,
} from './releaseRules.ts';

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

const bigints = (max: bigint) => fc.bigInt({ min: 1n, max });

test('the parts of a linear profit add up to it, whatever day is missed; none is more than a cent from the others', () => {
  fc.assert(
    fc.property(
      bigints(10_000_000n),
      fc.integer({ min: 2, max: 366 }),
      fc.func(fc.boolean()),
      (amount, parts, isMissed) => {
        let released = 0n;
        for (let passed = 1; passed <= parts; passed++) {
          if (passed < parts && isMissed(passed)) continue;
          const part = partDue({ amount, reversed: 0n, released, parts }, passed);
          released += part;
          // However the days before went, by now as much is released as is due.
          expect(released).toBe((amount * BigInt(passed)) / BigInt(parts));
          expect(partDue({ amount, reversed: 0n, released, parts }, passed)).toBe(0n);
        }
        return released === amount;
      },
    ),
  );
  expect(partDue({ amount: 3_650n, reversed: 0n, released: 0n, parts: 365 }, 1)).toBe(10n);
});

test('given back at any day, frozen goes first, and what is released in all is what was kept', () => {
  fc.assert(
    fc.property(
      bigints(1_000_000n),
      fc.integer({ min: 2, max: 366 }),
      fc.integer({ min: 0, max: 366 }),
      fc.integer({ min: 0, max: 100 }),
      (amount, parts, day, percent) => {
        const before = partDue({ amount, reversed: 0n, released: 0n, parts }, day);
        const back = (amount * BigInt(percent)) / 100n;
        const taken = takenFromReleased({ amount, reversed: 0n, released: before }, back);
        expect(taken > 0n).toBe(back > amount - before);
        let released = before - taken;
        expect(released >= 0n && released <= amount - back).toBe(true);
        for (let passed = day; passed <= Math.max(day, parts); passed += 7)
          released += partDue({ amount, reversed: back, released, parts }, passed);
        released += partDue({ amount, reversed: back, released, parts }, parts);
        return released === amount - back;
      },
    ),
  );
});

test('midnights are those of China, over leap days and years', () => {
  expect(midnightsBetween(at('2026-02-27T15:59:59Z'), at('2026-02-27T16:00:00Z'))).toBe(1);
  expect(midnightsBetween(at('2027-12-31T16:00:00Z'), at('2028-12-31T16:00:00Z'))).toBe(366);
  expect(midnightAfter(at('2028-02-27T16:00:01Z'), 2)).toEqual(at('2028-02-29T16:00:00Z'));
});
