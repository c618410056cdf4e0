import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastDayOf, paceOfRunning, riskOf, runsOutAt, type Standing } from './riskRules.ts';

const DAY = 86_400_000;
const now = new Date('2026-11-28T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * DAY);
const terms = { now, soonDays: 3, staleHours: 24 };
const sound: Standing = {
  total: 100n,
  remaining: 50n,
  runsOutAt: null,
  endsAt: inDays(20),
  since: inDays(-30),
  readAt: inDays(-0.1),
};
const bytes = fc.bigInt({ min: 0n, max: 10n ** 15n });

test.each([
  ['nothing runs out', {}, 'lasts'],
  ['it ends before it runs out', { runsOutAt: inDays(20) }, 'lasts'],
  ['it runs out before its end', { runsOutAt: inDays(19) }, 'early'],
  ['it runs out within three days', { runsOutAt: inDays(2.9) }, 'soon'],
  ['nothing is left', { remaining: 0n }, 'exhausted'],
  ['nothing is left, and nobody has read for long', { remaining: 0n, readAt: inDays(-3) }, 'exhausted'],
  ['nobody has read for a day', { runsOutAt: inDays(1), readAt: inDays(-1.01) }, 'stale'],
  ['nobody has ever read', { readAt: null }, 'tooEarly'],
  ['it is younger than a day', { since: inDays(-0.9) }, 'tooEarly'],
  ['it has nothing', { total: 0n, remaining: 0n }, 'tooEarly'],
] as const)('where %s', (_, but: Partial<Standing>, risk) => {
  expect(riskOf({ ...sound, ...but }, terms)).toBe(risk);
});

test('the last 24 hours are at most today and yesterday, at least today, and all of both at midnight', () => {
  fc.assert(
    fc.property(bytes, bytes, fc.double({ min: 0, max: 1, noNaN: true }), (today, yesterday, partOfDay) => {
      const used = lastDayOf({ today, yesterday, partOfDay });
      expect(used).toBeGreaterThanOrEqual(today);
      expect(used).toBeLessThanOrEqual(today + yesterday);
      expect(lastDayOf({ today, yesterday, partOfDay: 0 })).toBe(today + yesterday);
    }),
  );
});

test('what is used faster is used up no later', () => {
  fc.assert(
    fc.property(bytes, bytes, bytes, (remaining, pace, more) => {
      const [slow, fast] = [runsOutAt(remaining, pace, now), runsOutAt(remaining, pace + more, now)];
      if (slow) expect(Number(fast)).toBeLessThanOrEqual(Number(slow));
    }),
  );
  expect(runsOutAt(10n, 5n, now)).toEqual(inDays(2));
  expect(runsOutAt(10n, 0n, now)).toBeNull();
});

test('the pace of a pool is that of its cards that go on: none where all are stopped, all of it where none is', () => {
  fc.assert(
    fc.property(bytes, bytes, bytes, (day, one, other) => {
      const [running, used] = one < other ? [one, other] : [other, one];
      const pace = paceOfRunning(day, { used, running });
      expect(pace >= 0n && pace <= day).toBe(true);
      expect(paceOfRunning(day, { used, running: used })).toBe(day);
      if (used > 0n) expect(paceOfRunning(day, { used, running: 0n })).toBe(0n);
    }),
  );
});
