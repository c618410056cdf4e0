import { DisplayPart, DisplayUnit } from '@cardinal/contract/enumerations/control.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Look, roundedDown, volumeSeen } from './displayRules.ts';
import { bytesSeen, isShownDay, together } from './sightRules.ts';

const PARTS = DisplayPart.options.map(({ value }) => value);
const looks = fc.array(
  fc.record<Look>({
    shows: fc.subarray(PARTS, { minLength: 1 }),
    unit: fc.constantFrom(...DisplayUnit.options.map(({ value }) => value)),
    decimals: fc.integer({ min: 0, max: 2 }),
    masksNumbers: fc.boolean(),
    historyMonths: fc.integer({ min: 1, max: 24 }),
  }),
  { maxLength: 4 },
);
const volumes = fc.bigInt({ min: 0n, max: 2n ** 50n });

test('a further strategy never shows more, in whatever order they are read', () => {
  fc.assert(
    fc.property(looks, looks, volumes, (some, more, bytes) => {
      const [few, all, other] = [
        together(some, PARTS),
        together([...some, ...more], PARTS),
        together([...more, ...some], PARTS),
      ];
      expect([...few.hides].every((part) => all.hides.has(part))).toBe(true);
      expect(bytesSeen(bytes, all) <= bytesSeen(bytes, few)).toBe(true);
      expect(bytesSeen(bytes, all)).toBe(bytesSeen(bytes, other));
      for (const day of ['2026-11-01', '2025-12-31', '2024-12-01'])
        expect(!isShownDay(day, '2026-11-24', all) || isShownDay(day, '2026-11-24', few)).toBe(true);
    }),
  );
});

test('a rounded volume is at most what was measured, misses less than a step, and is written as it was', () => {
  fc.assert(
    fc.property(
      volumes,
      fc.constantFrom('MB' as const, 'GB' as const),
      fc.integer({ min: 0, max: 2 }),
      (bytes, unit, decimals) => {
        const rounded = roundedDown(bytes, { unit, decimals });
        const step = (unit === 'MB' ? 1024n ** 2n : 1024n ** 3n) / 10n ** BigInt(decimals) + 1n;
        expect(rounded <= bytes && bytes - rounded < step).toBe(true);
        expect(volumeSeen(rounded, { unit, decimals })).toBe(volumeSeen(bytes, { unit, decimals }));
        expect(roundedDown(rounded, { unit, decimals })).toBe(rounded);
      },
    ),
  );
});
