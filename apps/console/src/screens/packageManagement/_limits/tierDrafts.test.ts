import { expect, test } from 'vitest';
import { draftsOf, type GroupDraft, problemAt, shownGroups, tiersTyped } from './tierDrafts.ts';

const GB = (n: number) => String(n * 1024 ** 3);
const [SEGMENTED, REACH, BY_MONTH] = [1, 2, 3];
const SEASON: GroupDraft[] = [
  {
    months: [1, 12],
    tiers: [
      { value: '5', unit: 'GB', kbps: 1024 },
      { value: '9', unit: 'GB', kbps: 128 },
    ],
  },
  { months: [7], tiers: [{ value: '2', unit: 'GB', kbps: 512 }] },
];

test('months with the same tiers are typed once and sent for each of them', () => {
  const sent = tiersTyped(BY_MONTH, SEASON);
  expect(sent.map(({ month, kbps }) => [month, kbps])).toEqual([
    [1, 1024],
    [1, 128],
    [12, 1024],
    [12, 128],
    [7, 512],
  ]);
  expect(draftsOf(sent.toSorted((a, b) => Number(a.month) - Number(b.month)) as never)).toEqual([SEASON[0], SEASON[1]]);
});

test('without months there is one group, and on reaching a volume one tier', () => {
  expect(tiersTyped(SEGMENTED, SEASON)).toEqual([
    { month: null, afterBytes: GB(5), kbps: 1024 },
    { month: null, afterBytes: GB(9), kbps: 128 },
  ]);
  expect(shownGroups(REACH, SEASON)[0]?.tiers).toHaveLength(1);
});

test('a problem stands at the tier it was found in, whatever its month', () => {
  const problems = { 'tiers.3.kbps': 'in December', 'tiers.4.afterBytes': 'in July' };
  expect(problemAt(problems, BY_MONTH, SEASON, { group: 0, at: 1 }, 'kbps')).toBe('in December');
  expect(problemAt(problems, BY_MONTH, SEASON, { group: 0, at: 0 }, 'kbps')).toBeUndefined();
  expect(problemAt(problems, BY_MONTH, SEASON, { group: 1, at: 0 }, 'afterBytes')).toBe('in July');
});
