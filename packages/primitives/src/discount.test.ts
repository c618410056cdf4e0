import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discounted, discountRule } from './discount.ts';
import { money } from './money.ts';

describe('a discount', () => {
  it.each(['1', '9.99', '5.5', '9', 9.5])('may be %s', (value) => expect(discountRule(value)).toBeUndefined());
  it.each(['0.99', '10', '9.995', '9.991', '0', '-1', '', 'x'])('may not be %s', (value) => {
    expect(discountRule(value)).toBeDefined();
  });

  it('leaves its tenths to pay, rounded half up once', () => {
    expect(discounted(money(10_000n), '9.5')).toEqual(money(9_500n));
    expect(discounted(money(1n), '5')).toEqual(money(1n));
    expect(discounted(money(999n), '9.99')).toEqual(money(998n));
    expect(discounted(money(100n, 'JPY'), '8.55')).toEqual(money(86n, 'JPY'));
  });

  it('never adds to a price and never gives it away', () => {
    fc.assert(
      fc.property(fc.bigInt(10n, 10n ** 12n), fc.integer({ min: 100, max: 999 }), (minor, folds) => {
        const left = discounted(money(minor), { units: BigInt(folds), scale: 2 }).minor;
        expect(left > 0n && left <= minor).toBe(true);
      }),
    );
  });
});
