import { SpeedLimitType } from '@cardinal/contract/enumerations/package.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LimitRule, lowestSpeed } from '../limits/limitRules.ts';
import { governingLimit, type Limits } from './governingLimit.ts';

const TODAY = '2026-11-24';
const limit = (kbps: number): LimitRule => ({
  type: SpeedLimitType.values.segmented,
  tiers: [{ month: null, afterBytes: '0', kbps }],
});
const NONE: Limits = { exceptions: [], ownTiers: null, chosen: null, rules: [] };
const speed = (of: Limits, path: readonly string[] = []) => {
  const { source, limits } = governingLimit(of, path, TODAY);
  return [source, lowestSpeed(limits, 1n, 11)];
};

test('an exception is before own tiers, these before the chosen strategy, and that before the rules', () => {
  const rules = { ...NONE, rules: [limit(4)] };
  const chosen = { ...rules, chosen: limit(3) };
  const own = { ...chosen, ownTiers: limit(2).tiers };
  const all = { ...own, exceptions: [{ customerId: '10', limit: limit(1), endsOn: null }] };
  expect([NONE, rules, chosen, own, all].map((each) => speed(each, ['1', '10']))).toEqual([
    [null, null],
    ['rule', 4],
    ['chosen', 3],
    ['own', 2],
    ['exception', 1],
  ]);
  expect(speed(all, ['1', '20'])).toEqual(['own', 2]);
});

test('the exception nearest above a customer holds, up to and including its last day', () => {
  const of = (endsOn: string | null): Limits => ({
    ...NONE,
    rules: [limit(9)],
    exceptions: [
      { customerId: '10', limit: null, endsOn: null },
      { customerId: '12', limit: limit(5), endsOn },
    ],
  });
  expect(speed(of(null), ['1', '10', '12', '120'])).toEqual(['exception', 5]);
  expect(speed(of(TODAY), ['1', '10', '12'])).toEqual(['exception', 5]);
  expect(speed(of('2026-11-23'), ['1', '10', '12'])).toEqual(['exception', null]);
});

test('of several rules that limit, no speed is lower than the one that holds', () => {
  const speeds = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(speeds, (each) => {
      expect(speed({ ...NONE, rules: each.map(limit) })).toEqual(['rule', Math.min(...each)]);
    }),
  );
});
