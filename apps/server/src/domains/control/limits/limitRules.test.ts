import type { Tier } from '@cardinal/contract/api/control/limitTiers.ts';
import { SpeedLimitType } from '@cardinal/contract/enumerations/package.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOrder, type LimitRule, speedAt, standingAt, tierProblems } from './limitRules.ts';

const { segmented, reach, segmentedByMonth } = SpeedLimitType.values;
const SPEEDS = [128, 512, 1024, 2048];
const GB = 1024n ** 3n;
const tier = (afterBytes: bigint | number, kbps: number, month: number | null = null): Tier => ({
  month,
  afterBytes: String(afterBytes),
  kbps,
});
const fieldsOf = (type: SpeedLimitType, ...tiers: readonly Tier[]) =>
  tierProblems(type, tiers, SPEEDS).map(({ field }) => field);

const TWO: LimitRule = { type: segmented, tiers: [tier(GB, 1024), tier(5n * GB, 128)] };

test('1 GB → 1024, 5 GB → 128: a card at 1.2 GB is at 1024, one that reaches 5 GB at 128', () => {
  expect(speedAt(TWO, GB - 1n, 1)).toBe(null);
  expect(speedAt(TWO, GB, 1)).toBe(1024);
  expect(speedAt(TWO, (12n * GB) / 10n, 1)).toBe(1024);
  expect(speedAt(TWO, 5n * GB, 12)).toBe(128);
  expect(standingAt(TWO, 2n * GB, 1)).toMatchObject({ number: 1, next: { kbps: 128 } });
});

test('by month only the tiers of that month count, and a month without any limits nothing', () => {
  const rule = { type: segmentedByMonth, tiers: [tier(GB, 1024, 1), tier(0, 128, 12)] };
  expect([speedAt(rule, GB, 1), speedAt(rule, 0n, 12), speedAt(rule, 9n * GB, 6)]).toEqual([1024, 128, null]);
});

test.each([
  ['thresholds that do not rise', segmented, [tier(5, 1024), tier(5, 512)], ['tiers.1.afterBytes']],
  ['a speed that rises again', segmented, [tier(5, 512), tier(9, 1024)], ['tiers.1.kbps']],
  ['a speed the carrier does not offer', segmented, [tier(5, 512), tier(9, 500)], ['tiers.1.kbps']],
  ['a second tier on reaching a volume', reach, [tier(5, 512), tier(9, 128)], ['tiers']],
  ['a month in a strategy without', segmented, [tier(5, 512, 3)], ['tiers.0.month']],
  ['no month in a strategy by month', segmentedByMonth, [tier(5, 512, 3), tier(5, 512)], ['tiers.1.month']],
  [
    'both faults of one tier, and the third tier of another month',
    segmentedByMonth,
    [tier(5, 128, 1), tier(9, 128, 2), tier(5, 512, 1), tier(9, 128, 2)],
    ['tiers.2.afterBytes', 'tiers.2.kbps', 'tiers.3.afterBytes'],
  ],
  ['an eleventh tier', segmented, Array.from({ length: 11 }, (_, at) => tier(at, 128)), ['tiers']],
] as const)('%s is named at its place', (_, type, tiers, fields) => {
  expect(fieldsOf(type, ...tiers)).toEqual(fields);
});

test('tiers of twelve months, ten in each, and equal speeds in a row are fine', () => {
  const tiers = Array.from({ length: 12 }, (_, month) =>
    Array.from({ length: 10 }, (_, at) => tier(at, at < 5 ? 512 : 128, month + 1)),
  ).flat();
  expect(fieldsOf(segmentedByMonth, ...tiers)).toEqual([]);
  expect(inOrder([tier(9, 128, 12), tier(5, 512, 1)]).map(({ month }) => month)).toEqual([1, 12]);
});

/** Any strategy that passes the rules. */
const anyRule = fc
  .record({
    type: fc.constantFrom(...SpeedLimitType.options.map(({ value }) => value)),
    steps: fc.array(
      fc.record({
        month: fc.integer({ min: 1, max: 12 }),
        volume: fc.bigInt(0n, 50n),
        speed: fc.constantFrom(...SPEEDS),
      }),
      { minLength: 1, maxLength: 40 },
    ),
  })
  .map(({ type, steps }): LimitRule => {
    const made = steps.map(({ month, volume, speed }) =>
      tier(volume * GB, speed, type === segmentedByMonth ? month : null),
    );
    const groups = [...Map.groupBy(made, ({ month }) => month).values()].map((group) => {
      const thresholds = [...new Set(group.map(({ afterBytes }) => afterBytes))].sort((a, b) =>
        Number(BigInt(a) - BigInt(b)),
      );
      const speeds = group.map(({ kbps }) => kbps).sort((a, b) => b - a);
      const kept = thresholds.map((afterBytes, at) => ({
        month: group[0]?.month ?? null,
        afterBytes,
        kbps: speeds[at] ?? 128,
      }));
      return kept.slice(0, type === reach ? 1 : 10);
    });
    return { type, tiers: inOrder(groups.flat()) };
  });

test('more volume is never faster, and a speed is that of the last tier reached', () => {
  const month = fc.integer({ min: 1, max: 12 });
  const volume = fc.bigInt(0n, 60n * GB);
  fc.assert(
    fc.property(anyRule, month, volume, volume, (rule, when, one, other) => {
      expect(tierProblems(rule.type, rule.tiers, SPEEDS)).toEqual([]);
      const [less, more] = one < other ? [one, other] : [other, one];
      const faster = (speed: number | null) => speed ?? Number.POSITIVE_INFINITY;
      expect(faster(speedAt(rule, more, when))).toBeLessThanOrEqual(faster(speedAt(rule, less, when)));
      const reached = rule.tiers.filter(
        (each) => (each.month === null || each.month === when) && BigInt(each.afterBytes) <= less,
      );
      expect(speedAt(rule, less, when)).toBe(reached.at(-1)?.kbps ?? null);
      const { number, next } = standingAt(rule, less, when);
      expect(number).toBe(reached.length);
      if (next) expect(speedAt(rule, BigInt(next.afterBytes), when)).toBe(next.kbps);
    }),
  );
});
