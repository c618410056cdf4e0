import { type DiscountStep, stepProblem } from '@cardinal/contract/api/engines/engines.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceAt, pricesDown, runsIn, spanOf, stateAt } from './engineRules.ts';

const now = new Date('2026-11-22T04:00:00Z');
const later = (days: number) => new Date(now.getTime() + days * DAY_MS);

/** Valid price ladders: counts rise, prices fall. */
const ladder = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 2, max: 1_000_000 }), { minLength: 1, maxLength: 8 }),
    fc.uniqueArray(fc.integer({ min: 100, max: 999 }), { minLength: 8, maxLength: 8 }),
  )
  .map(([counts, folds]): DiscountStep[] => {
    const falling = folds.toSorted((a, b) => b - a);
    return counts.toSorted((a, b) => a - b).map((from, at) => ({ from, folds: String((falling[at] ?? 100) / 100) }));
  });

describe('discount steps', () => {
  it('a ladder whose counts rise and whose prices fall is right', () => {
    fc.assert(fc.property(ladder, (steps) => stepProblem(steps) === undefined));
  });

  it('any two steps the wrong way round are found, at the first that is wrong', () => {
    fc.assert(
      fc.property(
        ladder.filter((steps) => steps.length > 1),
        fc.nat(),
        (steps, seed) => {
          const at = seed % (steps.length - 1);
          const wrong = steps.with(at, steps[at + 1] as DiscountStep).with(at + 1, steps[at] as DiscountStep);
          expect(stepProblem(wrong)).toMatchObject({ at: at + 1, key: 'from' });
        },
      ),
    );
  });

  it.each(['0.9', '10', '9.999', '', 'x', '-1', '9,5'])('%s is no discount', (folds) => {
    expect(stepProblem([{ from: 2, folds }])).toMatchObject({ at: 0, key: 'folds' });
  });

  it('a step that is no cheaper is found where it stands', () => {
    const steps = [
      { from: 100, folds: '9.5' },
      { from: 200, folds: '9.50' },
    ];
    expect(stepProblem(steps)).toMatchObject({ at: 1, key: 'folds' });
  });
});

describe('a subscription by the clock', () => {
  const moment = fc.integer({ min: -200, max: 200 }).map(later);
  const span = fc.record({ days: fc.integer({ min: 1, max: 90 }), grace: fc.integer({ min: 0, max: 90 }) });

  it('works to its end and through its grace days, and never after', () => {
    fc.assert(
      fc.property(span, moment, fc.boolean(), ({ days, grace }, at, isTrial) => {
        const state = stateAt({ is_trial: isTrial, stopped_at: null, ...spanOf(now, days, grace) }, at);
        const passed = (at.getTime() - now.getTime()) / DAY_MS;
        expect(runsIn(state)).toBe(passed < days + grace);
        if (passed < days) expect(state).toBe(isTrial ? 'trial' : 'active');
        else expect(state).toBe(passed < days + grace ? 'grace' : 'expired');
      }),
    );
  });

  it('once it does not work it never works again', () => {
    fc.assert(
      fc.property(span, moment, moment, fc.option(moment), ({ days, grace }, a, b, stopped) => {
        const row = { is_trial: true, stopped_at: stopped, ...spanOf(now, days, grace) };
        const [first, second] = a <= b ? [a, b] : [b, a];
        if (!runsIn(stateAt(row, first))) expect(runsIn(stateAt(row, second))).toBe(false);
      }),
    );
  });
});

describe('prices', () => {
  const price = fc.integer({ min: 0, max: 1_000 }).map(String);

  it('nobody pays less than the one above, nor more than its own price asks for', () => {
    fc.assert(
      fc.property(fc.array(fc.option(price), { minLength: 1, maxLength: 6 }), price, (own, listPrice) => {
        const paid = pricesDown(own, listPrice).map(Number);
        expect(paid).toHaveLength(own.length);
        for (const [at, amount] of paid.entries()) {
          const above = at === 0 ? undefined : paid[at - 1];
          expect(amount).toBeGreaterThanOrEqual(above ?? 0);
          expect([Number(own[at] ?? above ?? listPrice), above]).toContain(amount);
        }
      }),
    );
  });

  it('the next price is in force from its moment on', () => {
    const row = { price: '10', next_price: '12', next_at: later(3) };
    expect([
      priceAt(row, now),
      priceAt(row, later(3)),
      priceAt({ ...row, next_price: null, next_at: null }, now),
    ]).toEqual(['10', '12', '10']);
  });
});
