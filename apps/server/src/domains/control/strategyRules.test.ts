import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acting, leftOf, MOST_ALONE, needsSecond, SHADOW_CYCLE_MS, stopState } from './strategyRules.ts';

const { STOP, LIMIT, OFFLINE, NO_CONTROL } = ControlAction.values;
const STRICT = [STOP, OFFLINE, LIMIT, NO_CONTROL];
const hit = fc.record({ action: fc.constantFrom(...STRICT), reason: fc.constant(null) });

test('whatever fires on a card at once: the strictest acts, every hit is told of, a reminder is never left out', () => {
  fc.assert(
    fc.property(fc.array(hit, { minLength: 1, maxLength: 8 }), (hits) => {
      const { acts, overruled } = acting(hits);
      const strictest = Math.min(...hits.map(({ action }) => STRICT.indexOf(action)));
      expect(acts.length + overruled.length).toBe(hits.length);
      for (const { action } of acts) expect([STRICT[strictest], NO_CONTROL]).toContain(action);
      for (const { action } of overruled) expect(STRICT.indexOf(action)).toBeGreaterThan(strictest);
      expect(acts.some(({ action }) => STRICT.indexOf(action) === strictest)).toBe(true);
    }),
  );
});

test('a brake leaves no more than it allows, and never less than nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 0, max: 20_000 }), (brake, fired) => {
      const left = leftOf(brake, fired);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left === 0 || left + fired === brake).toBe(true);
    }),
  );
});

test('many cards and no day in shadow need a second person, whatever else', () => {
  const now = new Date('2026-11-28T10:00:00Z');
  const ago = (ms: number) => new Date(+now - ms);
  expect(needsSecond(MOST_ALONE, null, now)).toBe(false);
  expect(needsSecond(MOST_ALONE + 1, null, now)).toBe(true);
  expect(needsSecond(MOST_ALONE + 1, ago(SHADOW_CYCLE_MS - 1), now)).toBe(true);
  expect(needsSecond(MOST_ALONE + 1, ago(SHADOW_CYCLE_MS), now)).toBe(false);
});

test('a stop is confirmed only of a card that has the reason and does not run', () => {
  const flag = fc.boolean();
  fc.assert(
    fc.property(flag, flag, flag, flag, (hasReason, isRunning, isPending, isRefused) => {
      const state = stopState({ hasReason, isRunning, isPending, isRefused });
      expect(state === 'confirmed').toBe(hasReason && !isRunning && !isPending);
      expect(['refused', 'lifted'].includes(state)).toBe(!hasReason);
    }),
  );
});
