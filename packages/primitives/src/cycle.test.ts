import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CALENDAR_MONTH,
  type CycleRule,
  cycleAfter,
  cycleDayRule,
  cycleKeyRule,
  cycleOf,
  cycleOfKey,
  daysOfCycle,
  JASPER_CYCLE,
} from './cycle.ts';
import { parseTime, timeText } from './time.ts';

const shanghai = (written: string) => parseTime(written)!;
const shown = (moment: string, rule: CycleRule) => {
  const cycle = cycleOf(shanghai(moment), rule);
  return [cycle.key, timeText(cycle.start, rule.zone), timeText(cycle.end, rule.zone)];
};
const days = (day: number, zone = 'Asia/Shanghai'): CycleRule => ({ day, zone });

describe('the billing cycle of a moment', () => {
  it('is the calendar month with day 1', () => {
    const november = ['2026-11', '2026-11-01 00:00:00', '2026-12-01 00:00:00'];
    expect(shown('2026-11-01 00:00:00', CALENDAR_MONTH)).toEqual(november);
    expect(shown('2026-11-30 23:59:59', CALENDAR_MONTH)).toEqual(november);
    expect(shown('2026-12-01 00:00:00', CALENDAR_MONTH)[0]).toBe('2026-12');
  });

  it('runs from the 27th to the 26th for Jasper, called after the month it ends in', () => {
    const november = ['2026-11', '2026-10-27 00:00:00', '2026-11-27 00:00:00'];
    expect(shown('2026-10-26 23:59:59', JASPER_CYCLE)[0]).toBe('2026-10');
    expect(shown('2026-10-27 00:00:00', JASPER_CYCLE)).toEqual(november);
    expect(shown('2026-11-26 23:59:59', JASPER_CYCLE)).toEqual(november);
    expect(shown('2026-12-27 00:00:00', JASPER_CYCLE)).toEqual([
      '2027-01',
      '2026-12-27 00:00:00',
      '2027-01-27 00:00:00',
    ]);
  });

  it('begins on the last day of a month that has no such day', () => {
    expect(shown('2026-02-27 12:00:00', days(31))).toEqual(['2026-02', '2026-01-31 00:00:00', '2026-02-28 00:00:00']);
    expect(shown('2026-02-28 12:00:00', days(31))).toEqual(['2026-03', '2026-02-28 00:00:00', '2026-03-31 00:00:00']);
    expect(shown('2024-02-29 00:00:00', days(30))).toEqual(['2024-03', '2024-02-29 00:00:00', '2024-03-30 00:00:00']);
    expect(shown('2024-02-28 23:59:59', days(29))[0]).toBe('2024-02');
    expect(shown('2026-02-28 00:00:00', days(29))[0]).toBe('2026-03');
  });

  it('is counted in the zone of the account', () => {
    const moment = new Date('2026-10-31T16:00:00Z');
    expect(cycleOf(moment, CALENDAR_MONTH).key).toBe('2026-11');
    expect(cycleOf(moment, days(1, 'UTC')).key).toBe('2026-10');
    expect(cycleOf(moment, days(1, 'America/New_York')).end.toISOString()).toBe('2026-11-01T04:00:00.000Z');
  });

  const rules = fc.record({
    day: fc.integer({ min: 1, max: 31 }),
    zone: fc.constantFrom('Asia/Shanghai', 'UTC', 'America/New_York', 'Australia/Lord_Howe', 'America/Sao_Paulo'),
  });
  const moments = fc.date({ min: new Date('1995-01-01'), max: new Date('2099-01-01'), noInvalidDate: true });

  it('holds the moment, and cycles follow each other without gap or overlap', () => {
    fc.assert(
      fc.property(moments, rules, (moment, rule) => {
        const cycle = cycleOf(moment, rule);
        expect(moment >= cycle.start && moment < cycle.end).toBe(true);
        const next = cycleAfter(cycle, rule);
        expect(next.start).toEqual(cycle.end);
        expect(cycleOf(cycle.end, rule)).toEqual(next);
        expect(cycleAfter(next, rule, -1)).toEqual(cycle);
        expect(cycleOf(cycle.start, rule)).toEqual(cycle);
        expect(cycleOf(new Date(cycle.end.getTime() - 1), rule)).toEqual(cycle);
      }),
      { numRuns: 400 },
    );
  });

  it('is found again by its key, and keys never repeat', () => {
    fc.assert(
      fc.property(moments, rules, (moment, rule) => {
        const cycle = cycleOf(moment, rule);
        expect(cycleOfKey(cycle.key, rule)).toEqual(cycle);
        const year = Array.from({ length: 12 }, (_, i) => cycleAfter(cycle, rule, i).key);
        expect(new Set(year).size).toBe(12);
        expect([...year].sort()).toEqual(year);
      }),
    );
  });

  it('is called after the month of its last day', () => {
    fc.assert(
      fc.property(moments, rules, (moment, rule) => {
        const cycle = cycleOf(moment, rule);
        expect(daysOfCycle(cycle, rule).at(-1)!.slice(0, 7)).toBe(cycle.key);
      }),
    );
  });

  it('has all its days, once each', () => {
    const february = cycleOfKey('2024-02')!;
    expect(daysOfCycle(february, CALENDAR_MONTH)).toHaveLength(29);
    const jasper = daysOfCycle(cycleOfKey('2026-11', JASPER_CYCLE)!, JASPER_CYCLE);
    expect([jasper[0], jasper.at(-1), jasper.length]).toEqual(['2026-10-27', '2026-11-26', 31]);
    // A day of 25 hours is one day.
    expect(daysOfCycle(cycleOfKey('2026-11', days(1, 'America/New_York'))!, days(1, 'America/New_York'))).toHaveLength(
      30,
    );
  });
});

describe('the rules', () => {
  it('keys are year and month', () => {
    expect(cycleKeyRule('2026-11')).toBeUndefined();
    for (const key of ['2026-13', '2026-00', '2026-1', '202611', '2026-11-01', '']) {
      expect(cycleKeyRule(key)).toBeDefined();
      expect(cycleOfKey(key)).toBeUndefined();
    }
  });
  it('days are 1 to 31', () => {
    expect([1, 27, 31].map(cycleDayRule)).toEqual([undefined, undefined, undefined]);
    for (const day of [0, 32, 1.5, Number.NaN]) expect(cycleDayRule(day)).toBeDefined();
  });
});
