import { type Money, money } from '@cardinal/primitives/money.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceOf, type Share, sharesOf, soldAtLoss, stepsBack, stepsOf, stepsOfUnit } from './orderRules.ts';

const yuan = (minor: number | bigint) => money(BigInt(minor));
const chainOf = (...prices: number[]) =>
  prices.map((price, at) => ({ customerId: String(at + 1), reservePrice: yuan(price) }));
const sum = (amounts: readonly Money[]) => amounts.reduce((all, { minor }) => all + minor, 0n);

/** A chain of two to six levels on which nobody sells at a loss. */
const aChain = fc
  .tuple(fc.nat(100_000), fc.array(fc.nat(100_000), { minLength: 1, maxLength: 5 }))
  .map(([cost, margins]) => {
    let price = cost;
    return chainOf(cost, ...margins.map((margin) => (price += margin)));
  });

describe('a chain of prices', () => {
  test('each level earns the difference between what it is owed and what it owes', () => {
    const steps = stepsOf(chainOf(500, 800, 1_000));
    expect(steps.map(({ customerId, margin }) => [customerId, margin?.minor])).toEqual([
      ['1', 300n],
      ['2', 200n],
    ]);
    expect(sharesOf(steps).map(({ amount }) => amount.minor)).toEqual([800n, 200n]);
    expect(priceOf(chainOf(500, 800, 1_000))).toEqual(yuan(1_000));
  });

  test('a root pays nothing for its own package', () => {
    expect(priceOf(chainOf(500))).toEqual(yuan(0));
    expect(stepsOf(chainOf(500))).toEqual([]);
  });

  test('a level that sells below what it owes is named', () => {
    expect(soldAtLoss(stepsOf(chainOf(500, 900, 800))).map(({ customerId }) => customerId)).toEqual(['2']);
    expect(soldAtLoss(stepsOf(chainOf(500, 500, 800)))).toEqual([]);
  });

  test('the root may sell below its cost, which is nobody else’s loss', () => {
    const steps = stepsOf(chainOf(900, 800, 1_000));
    expect(soldAtLoss(steps)).toEqual([]);
    expect(sharesOf(steps).map(({ amount }) => amount.minor)).toEqual([800n, 200n]);
  });

  test('a root whose cost is unknown gets its price, and what it earns is unknown, given back too', () => {
    const steps = stepsOf([{ customerId: '1', reservePrice: undefined }, ...chainOf(0, 800, 1_000).slice(1)]);
    expect(steps[0]).toMatchObject({ reserve: undefined, price: yuan(800), margin: undefined });
    expect(sharesOf(steps).map(({ amount }) => amount.minor)).toEqual([800n, 200n]);
    const [back] = stepsBack(steps, { of: 1n, whole: 2n });
    expect(back).toMatchObject({ reserve: undefined, price: yuan(400), margin: undefined });
  });

  test('prices of two currencies make no chain', () => {
    expect(() => stepsOf([chainOf(500)[0]!, { customerId: '2', reservePrice: money(800n, 'USD') }])).toThrow('USD');
  });

  test('what is paid is the margins of all levels and the reserve of the root, and the shares of all', () => {
    fc.assert(
      fc.property(aChain, (chain) => {
        const steps = stepsOf(chain);
        const paid = priceOf(chain).minor;
        expect(sum(steps.map(({ margin }) => margin!)) + steps[0]!.reserve!.minor).toBe(paid);
        expect(sum(sharesOf(steps).map(({ amount }) => amount))).toBe(paid);
      }),
    );
  });
});

describe('what is given back', () => {
  test('18 of 31 days of 10.00 at 8.00', () => {
    const back = stepsBack(stepsOf(chainOf(500, 800, 1_000)), { of: 18n, whole: 31n });
    // 1000 × 18/31 = 580.6, 800 × 18/31 = 464.5.
    expect(sharesOf(back).map(({ amount }) => amount.minor)).toEqual([465n, 116n]);
  });

  test('adds up to what the payer gets, is never more than a level had, and all of it when all is given back', () => {
    fc.assert(
      fc.property(
        aChain,
        fc.bigInt({ min: 1n, max: 1_000n }),
        fc.bigInt({ min: 0n, max: 1_000n }),
        (chain, whole, of) => {
          fc.pre(of <= whole);
          const steps = stepsOf(chain);
          const back = stepsBack(steps, { of, whole });
          const shares: Share[] = sharesOf(back);
          expect(sum(shares.map(({ amount }) => amount))).toBe(back.at(-1)!.price.minor);
          for (const [at, { amount }] of shares.entries()) {
            expect(amount.minor >= 0n).toBe(true);
            expect(amount.minor <= sharesOf(steps)[at]!.amount.minor).toBe(true);
          }
          expect(back.at(-1)!.price.minor <= priceOf(chain).minor).toBe(true);
          if (of === whole) expect(back).toEqual(steps);
        },
      ),
    );
  });
});

test('records of one package are its price at every level, and none of them is sold at a loss', () => {
  const rising = fc
    .array(fc.integer({ min: 0, max: 100_000 }), { minLength: 2, maxLength: 5 })
    .map((prices) => prices.sort((a, b) => a - b));
  fc.assert(
    fc.property(rising, fc.integer({ min: 1, max: 24 }), (prices, units) => {
      const steps = stepsOf(chainOf(...prices));
      const each = Array.from({ length: units }, (_, at) => stepsOfUnit(steps, at + 1, units));
      for (const [level, step] of steps.entries()) {
        const sum = (of: 'price' | 'reserve' | 'margin') =>
          each.reduce((total, unit) => total + (unit[level]?.[of]?.minor ?? 0n), 0n);
        expect([sum('price'), sum('reserve'), sum('margin')]).toEqual([
          step.price.minor,
          step.reserve?.minor,
          step.margin?.minor,
        ]);
      }
      expect(each.flatMap((unit) => soldAtLoss(unit))).toEqual([]);
    }),
  );
});
