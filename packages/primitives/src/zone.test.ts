import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMonths,
  daysInMonth,
  isZone,
  momentIn,
  nextMonth,
  startOfDay,
  wallTimeIn,
  zoneRule,
  zoneSchema,
} from './zone.ts';

const iso = (moment: Date) => moment.toISOString();
const ZONES = [
  'Asia/Shanghai',
  'UTC',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
];
const moments = fc.date({ min: new Date('1980-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });

describe('the wall clock of a zone', () => {
  it.each([
    ['Asia/Shanghai', '2026-11-20T16:00:00Z', [2026, 11, 21, 0, 0, 0]],
    ['UTC', '2026-12-31T23:59:59Z', [2026, 12, 31, 23, 59, 59]],
    ['America/New_York', '2026-07-04T04:00:00Z', [2026, 7, 4, 0, 0, 0]],
    ['America/New_York', '2026-12-04T04:00:00Z', [2026, 12, 3, 23, 0, 0]],
    ['Asia/Kathmandu', '2026-01-01T00:00:00Z', [2026, 1, 1, 5, 45, 0]],
    ['Asia/Shanghai', '1969-12-31T00:00:00Z', [1969, 12, 31, 8, 0, 0]],
  ])('%s shows %s as %j', (zone, moment, shown) => {
    expect(Object.values(wallTimeIn(zone, new Date(moment)))).toEqual(shown);
  });

  it('leads back to the moment, save in the hour that is shown twice', () => {
    fc.assert(
      fc.property(moments, fc.constantFrom(...ZONES), (moment, zone) => {
        const whole = new Date(Math.floor(moment.getTime() / 1_000) * 1_000);
        const back = momentIn(zone, wallTimeIn(zone, whole));
        expect(wallTimeIn(zone, back)).toEqual(wallTimeIn(zone, whole));
        expect(whole.getTime() - back.getTime()).toBeGreaterThanOrEqual(0);
        expect(whole.getTime() - back.getTime()).toBeLessThanOrEqual(3_600_000);
      }),
      { numRuns: 500 },
    );
  });

  it('shows an hour twice when it is set back: the first is meant', () => {
    const wall = { year: 2026, month: 11, day: 1, hour: 1, minute: 30 };
    expect(iso(momentIn('America/New_York', wall))).toBe('2026-11-01T05:30:00.000Z');
  });

  it('never shows an hour when it is set forward: as much after the jump is meant', () => {
    const wall = { year: 2026, month: 3, day: 8, hour: 2, minute: 30 };
    expect(iso(momentIn('America/New_York', wall))).toBe('2026-03-08T07:30:00.000Z');
  });

  it('may begin a day after midnight, or leave one out', () => {
    // São Paulo changed to summer time at midnight; Samoa skipped 30 December 2011.
    expect(iso(startOfDay('America/Sao_Paulo', { year: 2018, month: 11, day: 4 }))).toBe('2018-11-04T03:00:00.000Z');
    expect(iso(startOfDay('Pacific/Apia', { year: 2011, month: 12, day: 30 }))).toBe('2011-12-30T10:00:00.000Z');
  });

  it('takes the day from a wall time, not its hours', () => {
    const wall = wallTimeIn('Asia/Shanghai', new Date('2026-11-21T10:20:30Z'));
    expect(iso(startOfDay('Asia/Shanghai', wall))).toBe('2026-11-20T16:00:00.000Z');
    expect(iso(startOfDay('Asia/Shanghai', { ...wall, day: wall.day + 10 }))).toBe('2026-11-30T16:00:00.000Z');
  });
});

describe('months', () => {
  it('have their days', () => {
    expect([1, 2, 3, 4, 12].map((month) => daysInMonth(2026, month))).toEqual([31, 28, 31, 30, 31]);
    expect([2024, 2000, 1900, 2100].map((year) => daysInMonth(year, 2))).toEqual([29, 29, 28, 28]);
    expect(daysInMonth(2026, 14)).toBe(28);
  });

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-11-30', 3, '2027-02-28'],
  ])('%s and %s months is %s', (from, months, to) => {
    const [year = 0, month = 0, day = 0] = from.split('-').map(Number);
    const { year: y, month: m, day: d } = addMonths({ year, month, day }, months);
    expect([y, m, d]).toEqual(to.split('-').map(Number));
  });
});

describe('the next month', () => {
  it('begins at midnight where customers live, over the year’s end too', () => {
    expect(nextMonth(new Date('2026-11-20T02:00:00Z')).toISOString()).toBe('2026-11-30T16:00:00.000Z');
    expect(nextMonth(new Date('2026-12-31T17:00:00Z')).toISOString()).toBe('2027-01-31T16:00:00.000Z');
    expect(nextMonth(new Date('2026-10-31T12:00:00Z'), 'America/New_York').toISOString()).toBe(
      '2026-11-01T04:00:00.000Z',
    );
  });
});

describe('the zone rule', () => {
  it('knows zones by their names', () => {
    for (const zone of ZONES) expect(zoneRule(zone)).toBeUndefined();
    for (const zone of ['', 'Mars/Olympus', '+08:00', 'Asia/Shanghai ', '../etc']) expect(zoneRule(zone)).toBeDefined();
    expect(isZone('Asia/Nowhere')).toBe(false);
    expect(zoneSchema.safeParse('Asia/Shanghai').success).toBe(true);
  });
});
