import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CALENDAR_MONTH, cycleOf, JASPER_CYCLE } from './cycle.ts';
import { nextStartOf, type PeriodRule, periodOf } from './period.ts';
import { parseTime, timeText } from './time.ts';
import { wallTimeIn } from './zone.ts';

const month: PeriodRule = { unit: 'month', count: 1, boundary: 'start', cycle: CALENDAR_MONTH };
/** The last second of a period, as it is shown. */
const lastOf = (rule: PeriodRule, start: string, anchor?: number) =>
  timeText(new Date(periodOf(rule, parseTime(start, rule.cycle.zone)!, anchor).endsAt.getTime() - 1), rule.cycle.zone);

describe('a period counted from its start', () => {
  it('ends before the same day of the month, or with a month that lacks it', () => {
    expect(lastOf(month, '2026-11-15 10:30:00')).toBe('2026-12-14 23:59:59');
    expect(lastOf(month, '2026-01-31 10:00:00')).toBe('2026-02-28 23:59:59');
    expect(lastOf(month, '2024-01-31 10:00:00')).toBe('2024-02-29 23:59:59');
    expect(lastOf({ ...month, count: 12 }, '2024-02-29 00:00:00')).toBe('2025-02-28 23:59:59');
    expect(lastOf({ ...month, count: 3 }, '2026-11-30 08:00:00')).toBe('2027-02-28 23:59:59');
  });

  it('keeps its anchor through months that lack it', () => {
    const ends: string[] = [];
    for (let start = parseTime('2026-01-31 10:00:00')!, at = 0; at < 6; at += 1) {
      start = periodOf(month, start, 31).endsAt;
      ends.push(timeText(start));
    }
    expect(ends.map((end) => end.slice(0, 10))).toEqual([
      '2026-03-01',
      '2026-03-31',
      '2026-05-01',
      '2026-05-31',
      '2026-07-01',
      '2026-07-31',
    ]);
  });

  it('in days counts the day it starts in', () => {
    expect(lastOf({ ...month, unit: 'day', count: 30 }, '2026-11-24 23:59:59')).toBe('2026-12-23 23:59:59');
    expect(lastOf({ ...month, unit: 'day', count: 1 }, '2026-11-24 00:00:00')).toBe('2026-11-24 23:59:59');
  });

  it('has whole days where the clocks change', () => {
    const newYork = { ...month, unit: 'day', count: 2, cycle: { day: 1, zone: 'America/New_York' } } as const;
    const { startsAt, endsAt } = periodOf(newYork, parseTime('2026-11-01 00:00:00', 'America/New_York')!);
    expect((endsAt.getTime() - startsAt.getTime()) / 3_600_000).toBe(49);
  });
});

describe('a period of other boundaries', () => {
  it('ends with the calendar month', () => {
    expect(lastOf({ ...month, boundary: 'natural' }, '2026-11-24 12:00:00')).toBe('2026-11-30 23:59:59');
    expect(lastOf({ ...month, boundary: 'natural', count: 3 }, '2026-11-01 00:00:00')).toBe('2027-01-31 23:59:59');
  });

  it('ends with the carrier’s cycle', () => {
    const jasper = { ...month, boundary: 'cycle', cycle: JASPER_CYCLE } as const;
    expect(lastOf(jasper, '2026-11-24 12:00:00')).toBe('2026-11-26 23:59:59');
    expect(lastOf(jasper, '2026-11-27 00:00:00')).toBe('2026-12-26 23:59:59');
    expect(timeText(nextStartOf(jasper, parseTime('2026-11-24 12:00:00')!))).toBe('2026-11-27 00:00:00');
    expect(timeText(nextStartOf(month, parseTime('2026-11-24 12:00:00')!))).toBe('2026-12-01 00:00:00');
  });
});

const rules = fc.record({
  unit: fc.constantFrom('month', 'day'),
  count: fc.integer({ min: 1, max: 36 }),
  boundary: fc.constantFrom('natural', 'cycle', 'start'),
  cycle: fc.record({
    day: fc.integer({ min: 1, max: 28 }),
    zone: fc.constantFrom('Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe'),
  }),
} as const);
const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });

describe('every period', () => {
  it('ends at a midnight of its zone after its start, and later the more it counts', () => {
    fc.assert(
      fc.property(rules, moments, (rule, start) => {
        const { startsAt, endsAt } = periodOf(rule, start);
        expect(startsAt).toBe(start);
        expect(endsAt.getTime()).toBeGreaterThan(start.getTime());
        const { hour, minute, second } = wallTimeIn(rule.cycle.zone, endsAt);
        expect([hour, minute, second]).toEqual([0, 0, 0]);
        expect(periodOf({ ...rule, count: rule.count + 1 }, start).endsAt.getTime()).toBeGreaterThan(endsAt.getTime());
      }),
    );
  });

  it('of several months is the same months one by one', () => {
    fc.assert(
      fc.property(rules, moments, (given, start) => {
        const rule = { ...given, unit: 'month' } as const;
        const anchor = wallTimeIn(rule.cycle.zone, start).day;
        let end = start;
        for (let at = 0; at < rule.count; at += 1) end = periodOf({ ...rule, count: 1 }, end, anchor).endsAt;
        expect(end).toEqual(periodOf(rule, start).endsAt);
      }),
    );
  });

  it('of the carrier’s cycle ends where the carrier’s does', () => {
    fc.assert(
      fc.property(rules, moments, ({ cycle }, start) => {
        const rule = { unit: 'month', count: 1, boundary: 'cycle', cycle } as const;
        expect(periodOf(rule, start).endsAt).toEqual(cycleOf(start, cycle).end);
      }),
    );
  });
});
