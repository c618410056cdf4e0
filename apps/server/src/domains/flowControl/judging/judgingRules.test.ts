import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countedUntil, firstWholeDay, isTooOld, periodOf, shareOf } from './judgingRules.ts';

const ZONE = 'Asia/Shanghai';
const at = (wall: string) => new Date(`2026-${wall}:00+08:00`);
const bytes = fc.bigInt({ min: 0n, max: 10n ** 15n });
const part = fc.record({ flowBytes: fc.option(bytes, { nil: null }), total: bytes });

test('nothing of what was used or allowed is lost in a share, and one part without a limit leaves none', () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), bytes, (parts, overage) => {
      const { allowanceBytes, usedBytes } = shareOf(parts, overage);
      expect(usedBytes - parts.reduce((sum, { total }) => sum + total, 0n)).toBe(overage);
      const isLimited = parts.every(({ flowBytes }) => flowBytes !== null);
      const sum = parts.reduce((so, { flowBytes }) => so + (flowBytes ?? 0n), 0n);
      expect(allowanceBytes).toBe(isLimited && sum > 0n ? sum : null);
    }),
  );
});

test('a carrier that lags has counted up to the end of the last whole day it tells', () => {
  const readAt = at('11-05T10:00');
  expect(countedUntil(readAt, 0, ZONE)).toEqual(readAt);
  expect(countedUntil(readAt, 1, ZONE)).toEqual(at('11-05T00:00'));
  expect(countedUntil(readAt, 2, ZONE)).toEqual(at('11-04T00:00'));
  expect(countedUntil(null, 1, ZONE)).toBeNull();
  expect(isTooOld(at('11-04T10:00'), readAt, 24)).toBe(false);
  expect(isTooOld(at('11-04T09:59'), readAt, 24)).toBe(true);
  expect(isTooOld(null, readAt, 24)).toBe(true);
});

test('a rule fires once a cycle, one that goes by days once a day', () => {
  const cycle = { day: 27, zone: ZONE };
  const turnsAt = at('11-27T00:00');
  expect(periodOf({ base: 'allowance' }, at('11-26T23:59'), cycle)).toEqual({ period: '2026-11', turnsAt });
  expect(periodOf({ base: 'day' }, at('11-26T23:59'), cycle)).toEqual({ period: '2026-11-26', turnsAt });
  expect(periodOf({ base: 'volume' }, turnsAt, cycle).period).toBe('2026-12');
});

test('of the day a package began within, overage is not its', () => {
  expect(firstWholeDay(at('11-05T00:00'), ZONE)).toBe('2026-11-05');
  expect(firstWholeDay(at('11-05T00:01'), ZONE)).toBe('2026-11-06');
});
