import { seededRandom } from '@cardinal/primitives/random.ts';
import { expect, test } from 'vitest';
import { covers, markAfter, partOfDay, type Stay } from './markRules.ts';

const DAY = '2026-11-20';
const stay = (given: Partial<Stay> = {}): Stay => ({
  joinDay: DAY,
  joinMark: 0n,
  leaveDay: null,
  leaveMark: null,
  ...given,
});

test('a day is a stay’s from the mark it began at to the one it ended at', () => {
  expect(partOfDay(stay({ joinMark: 100n }), DAY, 250n)).toBe(150n);
  expect(partOfDay(stay({ joinMark: 100n }), DAY, 60n)).toBe(0n);
  expect(partOfDay(stay({ joinMark: 100n, leaveDay: DAY, leaveMark: 180n }), DAY, 250n)).toBe(80n);
  expect(partOfDay(stay({ joinMark: 100n, leaveDay: '2026-11-22', leaveMark: 40n }), '2026-11-21', 250n)).toBe(250n);
  expect(partOfDay(stay({ joinMark: 100n, leaveDay: '2026-11-22', leaveMark: 40n }), '2026-11-22', 250n)).toBe(40n);
  expect(partOfDay(stay(), '2026-11-19', 250n)).toBe(0n);
  expect(covers(stay({ leaveDay: '2026-11-22' }), '2026-11-23')).toBe(false);
});

test('any interleaving of joins, leaves and readings counts no byte of a day twice, and none that is not there', () => {
  const random = seededRandom('marks');
  for (let n = 0; n < 2_000; n += 1) {
    let known = 0n;
    const stays: Stay[] = [];
    for (let step = 0; step < 14; step += 1) {
      const open = stays.at(-1)?.leaveDay === null ? stays.at(-1) : undefined;
      const what = random.int(3);
      // Readings go up, and are corrected downwards.
      if (what === 0)
        known = BigInt(random.int(4) === 0 ? random.int(Number(known) + 1) : Number(known) + random.int(500));
      else if (open) {
        const end = known > open.joinMark ? known : open.joinMark;
        stays[stays.length - 1] = { ...open, leaveDay: DAY, leaveMark: end };
      } else {
        const ends = stays.map(({ leaveMark }) => leaveMark ?? 0n);
        stays.push(stay({ joinMark: markAfter(known, ends) }));
      }
      for (const bytes of [known, BigInt(random.int(2_000))]) {
        const parts = stays.map((each) => partOfDay(each, DAY, bytes));
        const sum = parts.reduce((all, each) => all + each, 0n);
        expect(parts.every((each) => each >= 0n)).toBe(true);
        expect(sum <= bytes).toBe(true);
      }
    }
  }
});
