import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchesOf, MOST_USERS, partsAtSource, partsOfReturn } from './splitRules.ts';

const everybody = () => true;
const minor = fc.bigInt({ min: 0n, max: 1_000_000n });

test('the margins of a chain are its parts; who has no account or earns nothing has none', () => {
  const margins = [
    { customerId: '10', amount: 560n },
    { customerId: '11', amount: 0n },
    { customerId: '12', amount: 140n },
  ];
  expect(partsAtSource(1_500n, margins, everybody)).toEqual([margins[0], margins[2]]);
  expect(partsAtSource(1_500n, margins, (id) => id === '12')).toEqual([margins[2]]);
  expect(partsAtSource(699n, margins, everybody)).toEqual([]);
});

test('whatever the chain: at most nine parts, none below a cent, with the rest of the platform they are the price', () => {
  fc.assert(
    fc.property(minor, fc.array(minor, { maxLength: 14 }), (reserve, amounts) => {
      const margins = amounts.map((amount, at) => ({ customerId: String(at), amount }));
      const price = amounts.reduce((sum, amount) => sum + amount, reserve);
      const parts = partsAtSource(price, margins, everybody);
      const sum = parts.reduce((all, { amount }) => all + amount, 0n);
      expect(parts.length).toBeLessThanOrEqual(MOST_USERS);
      expect(parts.every(({ amount }) => amount > 0n)).toBe(true);
      expect(price - sum).toBeGreaterThanOrEqual(reserve);
      for (const { customerId, amount } of parts) expect(amounts[Number(customerId)]).toBe(amount);
    }),
  );
});

test('whatever is returned: nobody gives back more than it has, the platform too, and of the whole everybody gives all', () => {
  fc.assert(
    fc.property(minor, fc.array(minor, { minLength: 1, maxLength: 9 }), fc.nat(), (platform, left, of) => {
      const whole = left.reduce((sum, each) => sum + each, platform);
      const amount = whole === 0n ? 0n : BigInt(of) % (whole + 1n);
      const shares = partsOfReturn(amount, whole, left);
      const sum = shares.reduce((all, each) => all + each, 0n);
      shares.forEach((share, at) => {
        expect(share).toBeGreaterThanOrEqual(0n);
        expect(share).toBeLessThanOrEqual(left[at] ?? 0n);
      });
      expect(sum).toBeLessThanOrEqual(amount);
      expect(amount - sum).toBeLessThanOrEqual(platform);
      if (amount === whole) expect(shares).toEqual(left);
    }),
  );
});

test('a refund is for the reversal of just its amount, else for those that fit in', () => {
  const waiting = [
    { key: 'a', total: 500n },
    { key: 'b', total: 1_000n },
    { key: 'c', total: 250n },
  ];
  expect(batchesOf(1_000n, waiting)).toEqual(new Set(['b']));
  expect(batchesOf(750n, waiting)).toEqual(new Set(['a', 'c']));
  expect(batchesOf(1_750n, waiting)).toEqual(new Set(['a', 'b', 'c']));
  expect(batchesOf(100n, waiting)).toEqual(new Set());
});
