import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BySource, splitOf, sumOf } from './walletRules.ts';

const EMPTY: BySource = { paid: 0n, gift: 0n, preload: 0n };
const amounts = fc.record({
  paid: fc.bigInt({ min: 0n, max: 10_000n }),
  gift: fc.bigInt({ min: 0n, max: 10_000n }),
  preload: fc.bigInt({ min: 0n, max: 10_000n }),
});
const both = (one: BySource, other: BySource, sign: bigint): BySource => ({
  paid: one.paid + sign * other.paid,
  gift: one.gift + sign * other.gift,
  preload: one.preload + sign * other.preload,
});
const isNone = ({ paid, gift, preload }: BySource) => paid < 0n || gift < 0n || preload < 0n;

test('a wallet pays all of an amount or nothing, from what is on it; what is given back goes where it was taken', () => {
  const steps = fc.array(
    fc.oneof(fc.record({ recharge: amounts }), fc.record({ total: fc.bigInt({ min: 0n, max: 30_000n }) })),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(steps, (all) => {
      let [wallet, taken, recharged] = [EMPTY, EMPTY, 0n];
      for (const step of all) {
        if ('recharge' in step) {
          wallet = both(wallet, step.recharge, 1n);
          recharged += sumOf(step.recharge);
          continue;
        }
        // What the cycle comes to by now, less what was posted.
        const amount = step.total - sumOf(taken);
        const split = splitOf(amount, wallet, taken);
        expect(split === undefined).toBe(amount > sumOf(wallet));
        if (!split) continue;
        expect(sumOf(split)).toBe(amount);
        [wallet, taken] = [both(wallet, split, -1n), both(taken, split, 1n)];
        expect([isNone(wallet), isNone(taken)]).toEqual([false, false]);
        expect(sumOf(taken)).toBe(step.total);
        expect(sumOf(wallet) + sumOf(taken)).toBe(recharged);
      }
    }),
  );
});

test('gifts are used up first, what was paid is given back first', () => {
  const wallet = { paid: 500n, gift: 200n, preload: 100n };
  expect(splitOf(400n, wallet, EMPTY)).toEqual({ paid: 100n, gift: 200n, preload: 100n });
  expect(splitOf(-150n, EMPTY, { paid: 100n, gift: 200n, preload: 100n })).toEqual({
    paid: -100n,
    gift: 0n,
    preload: -50n,
  });
});
