import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FAILURES_TO_REST, judgeFailure, PATIENCE_MS, RETRY_MINUTES, restMs, retryDelayMs } from './pushRules.ts';

const chance = fc.double({ min: 0, max: 1, noNaN: true });
const MINUTE_MS = 60_000;

test('retries wait from a minute to a day, never less than before, and last for about three days', () => {
  fc.assert(
    fc.property(fc.array(chance, { minLength: 8, maxLength: 8 }), (chances) => {
      const delays = chances.map((random, at) => retryDelayMs(at + 1, random) ?? 0);
      expect(Math.min(...delays)).toBeGreaterThanOrEqual(MINUTE_MS);
      expect(Math.max(...delays)).toBeLessThanOrEqual(1_440 * MINUTE_MS * 1.1);
      expect(delays.slice(0, -1)).toEqual(delays.slice(0, -1).toSorted((a, b) => a - b));
      const total = delays.reduce((sum, each) => sum + each, 0) / 3_600_000;
      expect(total).toBeGreaterThan(68);
      expect(total).toBeLessThan(76);
    }),
  );
  expect(retryDelayMs(RETRY_MINUTES.length + 1, 0)).toBeUndefined();
});

test('an address rests only after several failures, and at most an hour and a tenth', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), chance, (failures, random) => {
      const rest = restMs(failures, random);
      if (failures < FAILURES_TO_REST) expect(rest).toBeUndefined();
      else expect(rest).toBeLessThanOrEqual(66 * MINUTE_MS);
    }),
  );
});

test('nothing is given up at an address that takes nothing: it is suspended, and its events wait', () => {
  const instant = fc.integer({ min: 0, max: 10 * PATIENCE_MS }).map((ms) => new Date(1_700_000_000_000 + ms));
  fc.assert(
    fc.property(instant, instant, instant, fc.integer({ min: 1, max: 20 }), chance, (a, b, c, failures, random) => {
      const [failingSince, firstTriedAt, now] = [a, b, c].toSorted((x, y) => x.getTime() - y.getTime()) as [
        Date,
        Date,
        Date,
      ];
      const verdict = judgeFailure({ now, httpStatus: 500, failures, firstTriedAt, failingSince, random });
      expect(verdict.kind).not.toBe('giveUp');
      const other = judgeFailure({
        now,
        httpStatus: 500,
        failures,
        firstTriedAt: failingSince,
        failingSince: firstTriedAt,
        random,
      });
      if (other.kind === 'retry') expect(other.at.getTime()).toBeGreaterThan(now.getTime());
    }),
  );
  const now = new Date();
  const gone = { now, httpStatus: 410, failures: 1, firstTriedAt: now, failingSince: now, random: 0 };
  expect(judgeFailure(gone)).toEqual({ kind: 'suspend' });
});
