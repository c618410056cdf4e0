import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOf, costAfter, isBeyond, isLess, judge, mayAcceptItself, shownOf } from './offers/offerRules.ts';
import type { StatedTerms } from './statedTerms.ts';

const terms: StatedTerms = {
  kind: '1 month',
  flow: { amount: '1', unit: 'GB' },
  voiceSeconds: null,
  smsCount: null,
  validityUnit: 1,
  validityCount: 1,
  units: 1,
};
const stated = (price: bigint, more: Partial<StatedTerms> = {}) => ({
  price,
  currency: 'CNY',
  terms: { ...terms, ...more },
});
const seen = (price: bigint, more: Partial<StatedTerms> = {}) => ({ ...stated(price, more), isGone: false });
const accepted = (price: bigint, from = price) => ({ ...stated(price), from });
const ON = { isEnabled: true, tolerance: 1_000 };

test('a volume is converted as the mapping says', () => {
  expect(bytesOf(terms, 1_024)).toBe(1_073_741_824n);
  expect(bytesOf(terms, 1_000)).toBe(1_000_000_000n);
  expect(bytesOf({ flow: { amount: '0.5', unit: 'MB' } }, 1_000)).toBe(500_000n);
  expect(bytesOf({ flow: { amount: '77', unit: 'B' } }, 1_000)).toBe(77n);
  expect(bytesOf({ flow: null }, 1_024)).toBeNull();
});

test('6.00 that becomes 6.60 is within ten per cent, 6.61 and 9.00 are not', () => {
  expect(judge(seen(660n), accepted(600n), ON, 1_024)).toEqual({ state: 'changed', suspended: null });
  expect(judge(seen(661n), accepted(600n), ON, 1_024)).toEqual({ state: 'changed', suspended: 'price' });
  expect(judge(seen(900n), accepted(600n), ON, 1_024)).toEqual({ state: 'changed', suspended: 'price' });
  expect(judge(seen(100n), accepted(600n), ON, 1_024)).toEqual({ state: 'changed', suspended: null });
  expect(judge(seen(600n), accepted(600n), ON, 1_024)).toEqual({ state: 'same', suspended: null });
});

test('less of anything, another currency, a package that is gone and a disabled source suspend; more of something does not', () => {
  const of = (more: Partial<StatedTerms>) => judge(seen(600n, more), accepted(600n), ON, 1_024).suspended;
  expect(of({ flow: { amount: '900', unit: 'MB' } })).toBe('terms');
  expect(of({ flow: { amount: '2', unit: 'GB' } })).toBeNull();
  expect(of({ flow: null })).toBeNull();
  expect(of({ validityUnit: 2, validityCount: 31 })).toBe('terms');
  expect(of({ kind: '1 flow' })).toBe('terms');
  expect(judge({ ...seen(600n), currency: 'USD' }, accepted(600n), ON, 1_024).suspended).toBe('currency');
  expect(judge({ ...seen(600n), isGone: true }, accepted(600n), ON, 1_024)).toEqual({
    state: 'gone',
    suspended: 'gone',
  });
  expect(judge(seen(600n), accepted(600n), { ...ON, isEnabled: false }, 1_024).suspended).toBe('source');
  expect(judge(seen(600n), undefined, ON, 1_024)).toEqual({ state: 'new', suspended: null });
});

const price = fc.bigInt({ min: 0n, max: 10n ** 9n });
const tolerance = fc.integer({ min: 0, max: 10_000 });

test('prices that are accepted by themselves never leave the tolerance of what a person agreed to, however many there are', () => {
  fc.assert(
    fc.property(price, fc.array(price, { maxLength: 30 }), tolerance, (agreed, prices, most) => {
      let now = accepted(agreed);
      for (const next of prices) if (mayAcceptItself(seen(next), now, most)) now = { ...now, ...stated(next) };
      expect(isBeyond(agreed, now.price, most)).toBe(false);
      expect(judge(seen(now.price), now, { isEnabled: true, tolerance: most }, 1_024).suspended).toBeNull();
    }),
  );
});

test('a price that is not above what was agreed never suspends, and the cost moves as the price does', () => {
  fc.assert(
    fc.property(price, price, tolerance, (agreed, now, most) => {
      if (now <= agreed) expect(isBeyond(agreed, now, most)).toBe(false);
      expect(costAfter(agreed + 50n, agreed, now)).toBe(now + 50n);
    }),
  );
});

test('what was looked at is named by its price and terms, and nothing is less than itself', () => {
  expect(isLess(terms, terms, 1_024)).toBe(false);
  expect(shownOf(stated(600n))).not.toBe(shownOf(stated(601n)));
  expect(shownOf(stated(600n))).not.toBe(shownOf(stated(600n, { validityCount: 2 })));
});
