import { priceAt, stepsRule } from '@cardinal/contract/api/groupBuys/stepRules.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Counts, costOf, floorOf, keptOf, liabilityOf, openOf, returnedOf, unusedOf } from './groupBuyRules.ts';

const STEPS = [
  { from: 100, price: '900' },
  { from: 1_000, price: '850' },
];

test('so many codes cost the price of their step, and fewer than the first step are not sold', () => {
  expect(priceAt(STEPS, 99)).toBeUndefined();
  expect(priceAt(STEPS, 100)).toBe(900n);
  expect(priceAt(STEPS, 999)).toBe(900n);
  expect(priceAt(STEPS, 1_000)).toBe(850n);
  expect(priceAt(STEPS, 10_000)).toBe(850n);
});

test('steps rise in count and fall in price', () => {
  expect(stepsRule(STEPS)).toBeUndefined();
  const second = (from: number, price: string) => stepsRule([STEPS[0] as (typeof STEPS)[0], { from, price }]);
  expect(second(100, '800')?.text.zh).toBe('数量须逐级增加');
  expect(second(200, '900')?.text.zh).toBe('价格须逐级降低');
  expect(second(200, '901')?.text.zh).toBe('价格须逐级降低');
});

const steps = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 100_000 })), {
    minLength: 1,
    maxLength: 6,
    selector: ([from]) => from,
  })
  .map((pairs) => pairs.toSorted(([a], [b]) => a - b))
  .map((pairs) => {
    const prices = pairs.map(([, price]) => price).toSorted((a, b) => b - a);
    return pairs.map(([from], at) => ({ from, price: String((prices[at] ?? 0) + pairs.length - at) }));
  });

test('a code never costs more where more are bought', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 10_000 }), (of, a, b) => {
      expect(stepsRule(of)).toBeUndefined();
      const [less, more] = [priceAt(of, Math.min(a, b)), priceAt(of, Math.max(a, b))];
      if (less !== undefined) expect(more).toBeLessThanOrEqual(less);
    }),
  );
});

const counts: fc.Arbitrary<Counts> = fc
  .array(fc.nat({ max: 2_000 }), { minLength: 5, maxLength: 5 })
  .map(([redeeming = 0, redeemed = 0, voided = 0, expired = 0, unused = 0]) => ({
    count: redeeming + redeemed + voided + expired + unused,
    redeeming,
    redeemed,
    voided,
    expired,
  }));

test('what was paid is delivered, returned, kept or still owed, to the cent', () => {
  fc.assert(
    fc.property(
      counts,
      fc.bigInt({ min: 0n, max: 10_000_000n }),
      fc.constantFrom('refund', 'keep'),
      (of, price, rule) => {
        const known = costOf(price, of.redeemed) + returnedOf(price, of, rule) + keptOf(price, of, rule);
        expect(known + liabilityOf(price, of)).toBe(costOf(price, of.count));
        expect(openOf(of)).toBe(unusedOf(of) + of.redeeming);
      },
    ),
  );
});

test('the floor is what the seller owes, or what its parent wants it to ask', () => {
  expect(floorOf({ parentId: null, cost: '300', minPrice: '0' })).toBe(300n);
  expect(floorOf({ parentId: null, cost: null, minPrice: '0' })).toBe(0n);
  expect(floorOf({ parentId: '1', cost: '800', minPrice: '850' })).toBe(850n);
  expect(floorOf({ parentId: '1', cost: '800', minPrice: '0' })).toBe(800n);
});
