import { expect, it } from 'vitest';
import { byCycle, totalOf, type UsageDay } from './usageFigures.ts';

const day = (at: string, bytes: string | null): UsageDay => ({ day: at, bytes });

it('adds exactly, beyond what a JavaScript number holds, and counts the days that were read', () => {
  const days = [day('2026-11-01', '9007199254740993'), day('2026-11-02', null), day('2026-11-03', '9007199254740993')];
  expect(totalOf(days)).toEqual({ bytes: 18014398509481986n, read: 2 });
  expect(totalOf([day('2026-11-01', null)])).toEqual({ bytes: 0n, read: 0 });
});

it('a Jasper cycle begins on the 27th, the latest cycle first', () => {
  const days = [day('2026-10-25', '1'), day('2026-10-26', '2'), day('2026-10-27', '4'), day('2026-11-01', null)];
  expect(byCycle(days, 27)).toEqual([
    { key: '2026-11', bytes: 4n, read: 1, days: 2 },
    { key: '2026-10', bytes: 3n, read: 2, days: 2 },
  ]);
});

it('other cycles are calendar months', () => {
  expect(byCycle([day('2026-10-31', '1'), day('2026-11-01', '2')], 1).map((each) => each.key)).toEqual([
    '2026-11',
    '2026-10',
  ]);
});
