import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Booked, entriesFor } from './bookRules.ts';
import {
  amountOf,
  chargesOf,
  cycleCharges,
  exactText,
  type Priced,
  priceOf,
  trimmed,
  weightOf,
} from './chargeRules.ts';

const GB = 1024n ** 3n;
const version = (revision: number, price: string, but: Partial<Priced> = {}): Priced => ({
  revision,
  price: priceOf(price),
  freeBytes: 0n,
  rounding: 'exact',
  ...but,
});
const total = (used: Parameters<typeof chargesOf>[0]) => amountOf(weightOf(chargesOf(used)), 'CNY');

describe('a cycle is charged', () => {
  test('to the byte, and by each GB when it begins', () => {
    const exact = version(1, '5.00');
    const whole = version(1, '5.00', { rounding: 'wholeGb' });
    const charged = (of: Priced, bytes: bigint) => total([{ version: of, bytes }]);
    expect([1n, GB / 10n, GB].map((bytes) => charged(exact, bytes))).toEqual([0n, 50n, 500n]);
    expect([0n, 1n, GB, GB + 1n].map((bytes) => charged(whole, bytes))).toEqual([0n, 500n, 500n, 1_000n]);
    expect(charged(version(1, '5.00', { freeBytes: GB }), GB + GB / 2n)).toBe(250n);
    expect(charged(version(1, '5.00', { freeBytes: GB, rounding: 'wholeGb' }), GB + 1n)).toBe(500n);
  });

  test('by the price in force when it was used; a GB begun under the old price is not charged again', () => {
    const used = (rounding: 'exact' | 'wholeGb') => [
      { version: version(1, '5.00', { rounding }), bytes: GB / 2n },
      { version: version(2, '8.00', { rounding }), bytes: GB },
    ];
    expect(total(used('exact'))).toBe(250n + 800n);
    expect(total(used('wholeGb'))).toBe(500n + 800n);
  });

  test('by card, or all cards as one account before anything is rounded', () => {
    const whole = version(1, '5.00', { rounding: 'wholeGb' });
    const cards = [[{ version: whole, bytes: GB / 2n }], [{ version: whole, bytes: GB / 2n }]];
    expect(amountOf(weightOf(cycleCharges(1, cards)), 'CNY')).toBe(1_000n);
    expect(amountOf(weightOf(cycleCharges(2, cards)), 'CNY')).toBe(500n);
  });

  test('with six decimals, rounded once', () => {
    const cheap = version(1, '0.000125');
    expect(total([{ version: cheap, bytes: 40n * GB }])).toBe(1n);
    expect(total([{ version: cheap, bytes: 39n * GB }])).toBe(0n);
    expect(exactText(weightOf(chargesOf([{ version: cheap, bytes: 39n * GB }])))).toBe('0.004875');
    expect(['5.000000', '0.125000', '12'].map(trimmed)).toEqual(['5.00', '0.125', '12']);
  });
});

test('any order and grouping of figures and corrections is charged as the rounded total times the price', () => {
  const step = fc.record({ to: fc.bigInt(0n, 40n * GB), runs: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 9_999_999 }),
      (steps, micro) => {
        const priced: Priced = { revision: 1, price: BigInt(micro), freeBytes: 0n, rounding: 'exact' };
        let [booked, posted, used]: [Booked[], bigint, bigint] = [[], 0n, 0n];
        for (const { to, runs } of [...steps, { to: steps.at(-1)?.to ?? 0n, runs: true }]) {
          const entries = entriesFor(booked, { bytes: to, charged: to }, 1);
          booked = [...booked, ...entries];
          used += entries.reduce((sum, { charged }) => sum + charged, 0n);
          if (runs) posted += amountOf(weightOf(chargesOf([{ version: priced, bytes: used }])), 'CNY') - posted;
        }
        expect(used).toBe(steps.at(-1)?.to);
        // Half up of bytes × price, written out anew.
        const exact = used * BigInt(micro) * 100n;
        expect(posted).toBe((exact * 2n + 1_000_000n * GB) / (2n * 1_000_000n * GB));
      },
    ),
  );
});

test('a day is booked to what it is; what is less is taken from the latest versions first, never below nothing', () => {
  const now = fc.record({
    bytes: fc.bigInt(0n, 1_000n),
    share: fc.integer({ min: 0, max: 100 }),
    revision: fc.integer({ min: 0, max: 4 }),
  });
  fc.assert(
    fc.property(fc.array(now, { maxLength: 30 }), (steps) => {
      const booked = new Map<number, Booked>();
      let revision = 0;
      for (const { bytes, share, revision: next } of steps) {
        revision = Math.max(revision, next);
        const charged = (bytes * BigInt(share)) / 100n;
        for (const entry of entriesFor([...booked.values()], { bytes, charged }, revision)) {
          const had = booked.get(entry.revision) ?? { revision: entry.revision, bytes: 0n, charged: 0n };
          booked.set(entry.revision, { ...had, bytes: had.bytes + entry.bytes, charged: had.charged + entry.charged });
        }
        const all = [...booked.values()];
        expect(all.reduce((sum, each) => sum + each.bytes, 0n)).toBe(bytes);
        expect(all.reduce((sum, each) => sum + each.charged, 0n)).toBe(charged);
        expect(all.every((each) => each.charged >= 0n)).toBe(true);
      }
    }),
  );
});
