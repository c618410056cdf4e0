import fc from 'fast-check';
import { expect, test } from 'vitest';
import { marginsOf, owedBelow, type Share, sharesOver } from './shareRules.ts';

const share = (kind: Share['kind'], value: number): Share => ({ kind, value: BigInt(value) });
const agent = { owes: 800n, least: 800n };

test('of 15.00 with a reserve of 8.00 a fifth of the margin is 1.40, and 5.60 stay', () => {
  expect(marginsOf(1_500n, agent, [share('margin', 2_000)])).toEqual([560n, 140n]);
  expect(owedBelow(1_500n, agent, [share('margin', 2_000)])).toEqual([1_360n]);
  expect(marginsOf(1_500n, agent, [share('price', 1_000)])).toEqual([550n, 150n]);
  expect(marginsOf(1_500n, agent, [share('fixed', 200)])).toEqual([500n, 200n]);
});

test('what a level passes on is its own', () => {
  expect(marginsOf(1_500n, agent, [share('margin', 2_000), share('margin', 5_000)])).toEqual([560n, 70n, 70n]);
  expect(owedBelow(1_500n, agent, [share('margin', 2_000), share('margin', 5_000)])).toEqual([1_360n, 1_430n]);
});

test('a discount lowers shares in proportion, and takes nothing from above', () => {
  const shares = [share('fixed', 500), share('fixed', 200)];
  expect(marginsOf(1_500n, agent, shares)).toEqual([200n, 300n, 200n]);
  expect(marginsOf(1_100n, agent, shares)).toEqual([0n, 180n, 120n]);
  expect(marginsOf(800n, agent, shares)).toEqual([0n, 0n, 0n]);
  expect(marginsOf(500n, agent, shares)).toEqual([0n, 0n, 0n]);
});

test('says by how much shares are too large, at any level', () => {
  expect(sharesOver(1_500n, agent, [share('fixed', 700)])).toBe(0n);
  expect(sharesOver(1_500n, agent, [share('fixed', 701)])).toBe(1n);
  expect(sharesOver(1_500n, agent, [share('price', 5_000)])).toBe(50n);
  expect(sharesOver(1_500n, agent, [share('margin', 2_000), share('fixed', 200)])).toBe(60n);
  // Nobody may be sold to below the least price that was set above.
  expect(sharesOver(1_500n, { owes: 800n, least: 1_000n }, [share('fixed', 600)])).toBe(100n);
});

const aShare = fc.oneof(
  fc.record({ kind: fc.constant('fixed' as const), value: fc.bigInt(0n, 3_000n) }),
  fc.record({ kind: fc.constantFrom('margin' as const, 'price' as const), value: fc.bigInt(0n, 10_000n) }),
);
const aSale = fc.record({
  paid: fc.bigInt(0n, 5_000n),
  giver: fc.record({ owes: fc.bigInt(0n, 3_000n), least: fc.bigInt(0n, 3_000n) }),
  shares: fc.array(aShare, { minLength: 1, maxLength: 5 }),
});
const sum = (amounts: readonly bigint[]) => amounts.reduce((all, each) => all + each, 0n);

test('whatever is paid: the margins are what is left over the reserve, to the cent, and none is below zero', () => {
  fc.assert(
    fc.property(aSale, ({ paid, giver, shares }) => {
      const margins = marginsOf(paid, giver, shares);
      expect(sum(margins)).toBe(paid > giver.owes ? paid - giver.owes : 0n);
      expect(margins.every((each) => each >= 0n)).toBe(true);
      // Those above get what they are owed, those below the giver are asked for no less than its least price.
      const owed = owedBelow(paid, giver, shares);
      const least = giver.least > giver.owes ? giver.least : giver.owes;
      if (paid >= least) expect(owed.every((each) => each >= least && each <= paid)).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

/** Shares as they are kept: they fit the retail price. */
const aKeptSale = aSale.filter(({ paid, giver, shares }) => sharesOver(paid, giver, shares) === 0n);

test('of less paid than the retail price nobody gets more, with those below it, but for the rounding', () => {
  fc.assert(
    fc.property(aKeptSale, fc.nat(100), fc.nat(100), ({ paid, giver, shares }, one, other) => {
      const [low, high] = [BigInt(Math.min(one, other)), BigInt(Math.max(one, other))];
      const [less, more] = [low, high].map((part) => marginsOf((paid * part) / 100n, giver, shares)) as [
        bigint[],
        bigint[],
      ];
      const slack = BigInt(shares.length);
      for (let at = 0; at <= shares.length; at += 1)
        expect(sum(more.slice(at)) + slack >= sum(less.slice(at))).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('shares that fit are paid as agreed', () => {
  fc.assert(
    fc.property(aKeptSale, ({ paid, giver, shares }) => {
      const [first] = shares as [Share];
      fc.pre(first.kind === 'fixed');
      expect(paid - (owedBelow(paid, giver, shares)[0] as bigint)).toBe(first.value);
    }),
  );
});
