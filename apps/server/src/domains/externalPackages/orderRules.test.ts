import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBeyond } from './offers/offerRules.ts';
import { ARRIVES_WITHIN_MS, askAgainAfter, mayArrive, mostFor, nextStep } from './ordering/orderRules.ts';

const now = new Date('2026-03-02T00:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);

test('the most a source may charge is the highest price that is not beyond the tolerance', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 12n), fc.integer({ min: 0, max: 10_000 }), (agreed, tolerance) => {
      const most = mostFor(agreed, tolerance, 1);
      expect(isBeyond(agreed, most, tolerance)).toBe(false);
      expect(isBeyond(agreed, most + 1n, tolerance)).toBe(true);
      expect(mostFor(agreed, tolerance, 3)).toBe(most * 3n);
    }),
  );
});

test('only what is certainly not at the source is sent or given back, whatever else is true', () => {
  const states = ['waiting', 'sent', 'accepted'] as const;
  fc.assert(
    fc.property(
      fc.constantFrom(...states),
      fc.boolean(),
      fc.nat(10 ** 9),
      fc.integer({ min: 1, max: 168 }),
      (state, isOff, age, waitHours) => {
        const step = nextStep({ state, createdAt: ago(age), sentAt: null }, { isOff, waitHours, now });
        if (state !== 'waiting') expect(step).toBe('ask');
        else if (isOff) expect(step).toBe('off');
        else expect(step).toBe(age >= waitHours * 3_600_000 ? 'tooLate' : 'send');
      },
    ),
  );
  expect(mayArrive({ sentAt: null }, now)).toBe(false);
  expect(mayArrive({ sentAt: ago(ARRIVES_WITHIN_MS - 1) }, now)).toBe(true);
  expect(mayArrive({ sentAt: ago(ARRIVES_WITHIN_MS) }, now)).toBe(false);
});

test('it is asked after ever more rarely, at least every five minutes', () => {
  const waits = Array.from({ length: 20 }, (_, asks) => askAgainAfter(asks));
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect(waits[0]).toBe(2_000);
  expect(waits.at(-1)).toBe(300_000);
});
