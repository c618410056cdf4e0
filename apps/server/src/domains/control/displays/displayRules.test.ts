import { DisplayPart, DisplayUnit } from '@cardinal/contract/enumerations/control.ts';
import { bytesPerUnit, type VolumeUnit } from '@cardinal/primitives/dataVolume.ts';
import { parseDecimal } from '@cardinal/primitives/decimal.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CardSight, concerning, historyFrom, type Look, seenAs, volumeSeen } from './displayRules.ts';

const TODAY = '2026-11-24';
const PARTS = DisplayPart.options.map(({ value }) => value);
const CARD: CardSight = {
  iccid: '89860123456789012346',
  number: '1064012345678',
  status: '已激活',
  imei: '867530090210017',
  location: '深圳',
  carrier: '中国移动',
  remainingBytes: 3n * 1024n ** 3n,
  days: [
    { day: '2026-11-24', bytes: 1n },
    { day: '2026-10-01', bytes: 2n },
    { day: '2026-09-30', bytes: 3n },
  ],
};
const look = (but: Partial<Look> = {}): Look => ({
  shows: PARTS,
  unit: 'fitting',
  decimals: 2,
  masksNumbers: false,
  historyMonths: 24,
  ...but,
});

test('what is not shown is absent, whatever else is', () => {
  const seen = seenAs(look({ shows: ['status'] }), CARD, TODAY);
  expect(seen).toEqual({ iccid: CARD.iccid, number: CARD.number, status: '已激活' });
});

test('history begins with its first month, today’s month counted', () => {
  expect([1, 2, 12, 24].map((months) => historyFrom(TODAY, months))).toEqual([
    '2026-11-01',
    '2026-10-01',
    '2025-12-01',
    '2024-12-01',
  ]);
  expect(seenAs(look({ historyMonths: 2 }), CARD, TODAY).days?.map(({ day }) => day)).toEqual([
    '2026-11-24',
    '2026-10-01',
  ]);
});

test('the narrowest binding holds: package, product, then the nearest customer', () => {
  const bound = (['customer', 'product', 'package'] as const).map((kind) => ({
    strategyId: kind,
    kind,
    objectId: kind === 'customer' ? '10' : kind,
  }));
  const nearer = { strategyId: 'nearer', kind: 'customer' as const, objectId: '12' };
  const of = (asked: Partial<Parameters<typeof concerning>[1]>) =>
    concerning([...bound, nearer], { customerPath: [], ...asked }).map(({ strategyId }) => strategyId);
  expect(of({ packageId: 'package', productCode: 'product', customerPath: ['1', '10', '12'] })).toEqual([
    'package',
    'product',
    'nearer',
    'customer',
  ]);
  expect(of({ productCode: 'other', customerPath: ['1', '10'] })).toEqual(['customer']);
  expect(of({})).toEqual([]);
});

const anyLook = fc.record({
  shows: fc.uniqueArray(fc.constantFrom(...PARTS), { minLength: 1 }),
  unit: fc.constantFrom(...DisplayUnit.options.map(({ value }) => value)),
  decimals: fc.integer({ min: 0, max: 2 }),
  masksNumbers: fc.boolean(),
  historyMonths: fc.integer({ min: 1, max: 24 }),
});

test('a volume is never shown larger than it is, and less than one step smaller', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 15n), anyLook, (bytes, each) => {
      const [value = '', unit] = volumeSeen(bytes, each).split(' ');
      const { units, scale } = parseDecimal(value) as { units: bigint; scale: number };
      // In hundredths of a byte of the unit, so that nothing is lost.
      const shown = units * 10n ** BigInt(2 - scale) * bytesPerUnit(unit as VolumeUnit);
      const step = 10n ** BigInt(2 - each.decimals) * bytesPerUnit(unit as VolumeUnit);
      expect(shown <= bytes * 100n && bytes * 100n < shown + step).toBe(true);
    }),
  );
});

test('nothing is shown that is not part of the card, and nothing hidden is shown', () => {
  fc.assert(
    fc.property(anyLook, (each) => {
      const seen = seenAs(each, CARD, TODAY);
      for (const part of ['status', 'imei', 'location', 'carrier'] as const)
        expect(seen[part] === undefined).toBe(!each.shows.includes(part));
      expect(seen.remaining === undefined).toBe(!each.shows.includes('remaining'));
      expect(seen.days === undefined).toBe(!each.shows.includes('daily'));
      expect(CARD.days.map(({ day }) => day)).toEqual(expect.arrayContaining((seen.days ?? []).map(({ day }) => day)));
      const numbers = [seen.iccid, seen.number, seen.imei ?? CARD.imei];
      const whole = [CARD.iccid, CARD.number, CARD.imei];
      if (!each.masksNumbers) expect(numbers).toEqual(whole);
      else expect([seen.iccid, seen.number]).toEqual([CARD.iccid, '106****5678']);
    }),
  );
});
