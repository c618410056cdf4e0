import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fullest, gives, levelOf } from './levelRules.ts';

const bytes = fc.bigInt({ min: 0n, max: 10n ** 18n });

it('gives exactly as long as something is left, and is never fuller with less used', () => {
  fc.assert(
    fc.property(bytes, bytes, bytes, (used, more, total) => {
      const level = levelOf(used, total);
      expect(gives(level)).toBe(used < total);
      expect(levelOf(used + more, total) ?? 0).toBeGreaterThanOrEqual(level ?? 0);
    }),
  );
});

it('has no level while there is nothing to use, and is used up where something was used of nothing', () => {
  expect(levelOf(0n, 0n)).toBeNull();
  expect(levelOf(1n, 0n)).toBe(100);
  expect(levelOf(99n, 100n)).toBe(99);
});

it('is as full as the fullest pool a card uses', () => {
  expect(fullest([])).toBeNull();
  expect(fullest([null, 3, 101, 7])).toBe(101);
});
