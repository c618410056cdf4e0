import { CALENDAR_MONTH, JASPER_CYCLE } from '@cardinal/primitives/cycle.ts';
import { expect, test } from 'vitest';
import { cycleFigures } from './cycleRules.ts';

const noon = new Date('2026-11-20T04:00:00Z');
const days = (from: string, to: string, bytes: bigint): [string, bigint][] => {
  const found: [string, bigint][] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    found.push([new Date(at).toISOString().slice(0, 10), bytes]);
  }
  return found;
};

test('an even pace goes on to the end of the cycle; today counts for what a day usually is', () => {
  const usage = { rule: CALENDAR_MONTH, days: new Map([...days('2026-11-01', '2026-11-19', 10n), ['2026-11-20', 4n]]) };
  const figures = cycleFigures([usage], noon);
  expect(figures).toMatchObject({ used: 194n, forecast: 300n, last: null, lastSoFar: null, endsOn: ['2026-11-30'] });
  expect(figures.days).toHaveLength(30);
  expect(figures.days[18]).toEqual({ day: '2026-11-19', used: 190n, forecast: 190n });
  expect(figures.days[19]).toEqual({ day: '2026-11-20', used: 194n, forecast: 200n });
  expect(figures.days.at(-1)).toEqual({ day: '2026-11-30', used: null, forecast: 300n });
});

test('a day that has used more than usual already is not talked down', () => {
  const usage = {
    rule: CALENDAR_MONTH,
    days: new Map([...days('2026-11-01', '2026-11-19', 10n), ['2026-11-20', 50n]] as [string, bigint][]),
  };
  expect(cycleFigures([usage], noon).forecast).toBe(340n);
});

test('accounts keep cycles of their own: one ends on the 26th and counts no further', () => {
  const unicom = { rule: JASPER_CYCLE, days: new Map(days('2026-10-27', '2026-11-19', 1n)) };
  const mobile = { rule: CALENDAR_MONTH, days: new Map(days('2026-11-01', '2026-11-19', 1n)) };
  const figures = cycleFigures([unicom, mobile], noon);
  expect(figures).toMatchObject({ used: 43n, forecast: 31n + 30n, endsOn: ['2026-11-26', '2026-11-30'] });
  expect(figures.days[0]).toMatchObject({ day: '2026-10-27', used: 1n });
});

test('the cycle before is told whole and as far as this one is', () => {
  const usage = { rule: CALENDAR_MONTH, days: new Map([...days('2026-10-01', '2026-10-31', 2n)]) };
  expect(cycleFigures([usage], noon)).toMatchObject({ used: 0n, forecast: null, last: 62n, lastSoFar: 40n });
});

test('the first day of a cycle forecasts by the pace of the days before it', () => {
  const usage = { rule: CALENDAR_MONTH, days: new Map(days('2026-10-25', '2026-10-31', 3n)) };
  expect(cycleFigures([usage], new Date('2026-10-31T16:30:00Z'))).toMatchObject({ used: 0n, forecast: 90n });
});

test('nobody has used anything', () => {
  expect(cycleFigures([], noon)).toEqual({
    used: 0n,
    forecast: null,
    last: null,
    lastSoFar: null,
    endsOn: [],
    days: [],
  });
});
