import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { backFrom, isBeyondArrival, leftToSplit, MOST_REQUESTS, mostOf, partBack, splitNow } from './splitRules.ts';

const minor = fc.bigInt({ min: 0n, max: 1_000_000n });
const sum = (all: readonly { amount: bigint }[]) => all.reduce((total, { amount }) => total + amount, 0n);

test('whatever is released: no split exceeds what is left, nothing of zero is sent, and every amount is split whole or not', () => {
  fc.assert(
    fc.property(fc.array(minor, { maxLength: 12 }), minor, fc.nat(60), (amounts, left, requests) => {
      const due = amounts.map((amount, at) => ({ customerId: String(at), amount }));
      const { split, not } = splitNow(due, left, requests);
      expect(sum(split)).toBeLessThanOrEqual(left);
      expect(split.every(({ amount }) => amount > 0n)).toBe(true);
      expect([...split, ...not].map(({ customerId }) => Number(customerId)).sort((a, b) => a - b)).toEqual(
        due.filter(({ amount }) => amount > 0n).map(({ customerId }) => Number(customerId)),
      );
      for (const each of [...split, ...not]) expect(each.amount).toBe(amounts[Number(each.customerId)]);
      if (requests >= MOST_REQUESTS - 1) expect(split).toEqual([]);
      // What is left out would not have fitted.
      else for (const each of not) expect(sum(split) + each.amount).toBeGreaterThan(left);
    }),
  );
});

test('whatever came and went: splits together stay within the ratio, rounded down, and within what is frozen', () => {
  fc.assert(
    fc.property(minor, fc.integer({ min: 1, max: 10_000 }), minor, minor, (paid, ratio, splitOff, refunded) => {
      const left = leftToSplit({ paid, ratio, splitOff, refunded });
      expect(left).toBeGreaterThanOrEqual(0n);
      if (left === 0n) return;
      expect((left + splitOff) * 10_000n).toBeLessThanOrEqual(paid * BigInt(ratio));
      expect(left + splitOff + refunded).toBeLessThanOrEqual(paid);
    }),
  );
  expect(mostOf(1_000n, 3_000)).toBe(300n);
  expect(mostOf(999n, 3_333)).toBe(332n);
});

test('whatever is refunded: a level gives back what it was paid beyond what it earns, never twice and never more than each part', () => {
  fc.assert(
    fc.property(fc.array(minor, { minLength: 1, maxLength: 6 }), minor, (parts, earns) => {
      const paid = parts.reduce((all, each) => all + each, 0n);
      const back = partBack({ paid, askedBack: 0n, earns });
      expect(back).toBe(paid > earns ? paid - earns : 0n);
      const taken = backFrom(
        back,
        parts.map((left) => ({ left })),
      );
      expect(sum(taken)).toBe(back);
      for (const { part, amount } of taken) expect(amount > 0n && amount <= part.left).toBe(true);
      expect(partBack({ paid, askedBack: back, earns })).toBe(0n);
    }),
  );
  // Owing with the order already, it gives back all it was paid.
  expect(partBack({ paid: 100n, askedBack: 0n, earns: -50n })).toBe(100n);
});

test('«unknown» is final once nothing that was sent can arrive any more', () => {
  const now = new Date('2026-01-01T00:10:00Z');
  expect(isBeyondArrival(new Date('2026-01-01T00:00:01Z'), now)).toBe(false);
  expect(isBeyondArrival(new Date('2026-01-01T00:00:00Z'), now)).toBe(true);
  expect(isBeyondArrival(null, now)).toBe(true);
});
