import { dayText } from '@cardinal/primitives/time.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestWithin } from '../../cashOuts/cashOut/cashOutRules.ts';
import { nextNight, nightNow } from './itemRules.ts';

test('a night is at its hour in China, and of the nights missed the last one is caught up', () => {
  const at = (text: string) => new Date(text);
  expect(nextNight(at('2026-02-28T17:59:59Z'), 2)).toEqual(at('2026-02-28T18:00:00Z'));
  expect(nextNight(at('2026-02-28T18:00:00Z'), 2)).toEqual(at('2026-03-01T18:00:00Z'));
  expect(nightNow(at('2026-02-28T18:00:00Z'), 2)).toBe('2026-03-01');
  fc.assert(
    fc.property(
      fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2032-01-01T00:00:00Z'), noInvalidDate: true }),
      fc.integer({ min: 0, max: 23 }),
      (now, hour) => {
        const next = nextNight(now, hour);
        return next > now && +next - +now <= 86_400_000 && nightNow(next, hour) === dayText(next);
      },
    ),
  );
});

test('of an amount the largest part within the limits is asked for, or nothing', () => {
  const money = fc.bigInt({ min: 0n, max: 10_000n });
  const perhaps = fc.option(money);
  fc.assert(
    fc.property(money, money, money, perhaps, perhaps, (amount, today, least, most, day) => {
      const rule = {
        least: String(least),
        most: most === null ? null : String(most),
        day_most: day === null ? null : String(day),
      };
      const found = largestWithin(amount, today, rule);
      const fits = (some: bigint) =>
        some <= amount && some >= least && (most === null || some <= most) && (day === null || today + some <= day);
      return found === undefined ? !fits(amount) && !fits(least) : fits(found) && !fits(found + 1n);
    }),
  );
});
