import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TurnableClock } from './clock.ts';
import { say } from './text.ts';
import {
  DAY_MS,
  type DateRangeOptions,
  dateRangeRule,
  dayText,
  isDay,
  lastDays,
  MONTH_MS,
  momentOfStamp,
  parseTime,
  SHORTCUT_DAYS,
  timeText,
  YEAR_MS,
} from './time.ts';

describe('lengths of time', () => {
  it('are those of the specification', () => {
    expect([DAY_MS, MONTH_MS, YEAR_MS]).toEqual([86_400_000, 2_592_000_000, 31_536_000_000]);
  });
});

describe('a timestamp', () => {
  it('of 13 digits is milliseconds, any other seconds', () => {
    expect(momentOfStamp(1_700_000_000_000)).toEqual(new Date(1_700_000_000_000));
    expect(momentOfStamp('1700000000000')).toEqual(new Date(1_700_000_000_000));
    expect(momentOfStamp(1_700_000_000)).toEqual(new Date(1_700_000_000_000));
    expect(momentOfStamp(0)).toEqual(new Date(0));
    expect(momentOfStamp('999999999999')).toEqual(new Date(999_999_999_999_000));
    expect(momentOfStamp(-1)).toEqual(new Date(-1_000));
  });
  it.each(['', 'now', '1.5', '1e9', Number.NaN, '99999999999999999', '9999999999999999'])('is not %s', (stamp) => {
    expect(momentOfStamp(stamp)).toBeUndefined();
  });
});

describe('time in words', () => {
  const moment = new Date('2026-01-02T03:04:05Z');
  it('is written in the zone', () => {
    expect(timeText(moment)).toBe('2026-01-02 11:04:05');
    expect(timeText(moment, 'UTC')).toBe('2026-01-02 03:04:05');
    expect(timeText(moment, 'UTC', 'yyyyMMdd-HHmm')).toBe('20260102-0304');
    expect(dayText(new Date('2026-01-01T16:00:00Z'))).toBe('2026-01-02');
  });

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        fc.constantFrom('Asia/Shanghai', 'UTC', 'Asia/Kathmandu'),
        (date, zone) => {
          const written = timeText(date, zone);
          const read = parseTime(written, zone)!;
          expect(timeText(read, zone)).toBe(written);
        },
      ),
    );
    expect(parseTime('2026-11-21')).toEqual(new Date('2026-11-20T16:00:00Z'));
  });

  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-01 24:00:00',
    '2026-01-01 10:60:00',
    '2026-1-1',
    '21/11/2026',
    '2026-11-21T00:00:00Z',
    '',
  ])('is not read from «%s»', (written) => expect(parseTime(written)).toBeUndefined());

  it('knows which days there are', () => {
    expect(isDay(2024, 2, 29)).toBe(true);
    expect(isDay(2026, 2, 29)).toBe(false);
    expect(isDay(2026, 13, 1)).toBe(false);
    expect(isDay(2026, 1, 0)).toBe(false);
  });
});

describe('the date range rule', () => {
  const clock = new TurnableClock('2026-11-21T04:00:00Z');
  const words = (start: string, end: string, options: Partial<DateRangeOptions> = {}) => {
    const range = { start: parseTime(start) ?? new Date(start), end: parseTime(end) ?? new Date(end) };
    const found = dateRangeRule({ clock, ...options })(range);
    return found && say(found.text, 'en', found.facts);
  };

  it('wants dates in their order', () => {
    expect(words('nonsense', '2026-01-01')).toBe('Invalid date');
    expect(words('2026-01-02', '2026-01-01')).toBe('End cannot be before start');
    expect(words('2026-01-01', '2026-01-01')).toBeUndefined();
  });

  it('looks back, not before 2000 and not beyond today, unless told otherwise', () => {
    expect(words('2026-11-01', '2026-11-21 23:59:59')).toBeUndefined();
    expect(words('2026-11-01', '2026-11-22')).toBe('Only past times can be selected');
    expect(words('2026-11-21 12:00:01', '2026-11-21 23:00:00')).toBe('Only past times can be selected');
    expect(words('2000-01-01', '2000-01-02')).toBeUndefined();
    expect(words('1999-12-31 23:59:59', '2000-01-02')).toBe('Date cannot be before the year 2000');
  });

  it('looks ahead in its other modes', () => {
    const future = { mode: 'future' } as const;
    expect(words('2026-11-21 12:00:01', '2026-11-22', future)).toBeUndefined();
    expect(words('2026-11-21 12:00:00', '2026-11-22', future)).toBe('Only future times can be selected');
    const fromNow = { mode: 'nowToFuture' } as const;
    expect(words('2026-11-21 00:00:00', '2026-12-01', fromNow)).toBeUndefined();
    expect(words('2026-11-20 23:59:59', '2026-12-01', fromNow)).toBe('Only today or later can be selected');
    expect(words('1990-01-01', '2030-01-01', { mode: 'any', limit: false })).toBeUndefined();
  });

  it('covers at most three months unless told otherwise', () => {
    expect(words('2026-07-01', '2026-10-01')).toBeUndefined();
    expect(words('2026-07-01', '2026-10-01 00:00:01')).toBe('The range cannot exceed 3 months');
    expect(words('2026-01-01', '2026-11-01', { limit: false })).toBeUndefined();
    expect(words('2026-01-01', '2026-01-08', { limit: { unit: 'day', max: 7 } })).toBeUndefined();
    expect(words('2026-01-01', '2026-01-08 00:00:01', { limit: { unit: 'day', max: 7 } })).toBe(
      'The range cannot exceed 7 days',
    );
    expect(words('2024-02-29', '2025-02-28', { limit: { unit: 'year', max: 1 } })).toBeUndefined();
    expect(words('2024-02-29', '2025-03-01', { limit: { unit: 'year', max: 1 } })).toBe(
      'The range cannot exceed 1 year',
    );
  });

  it('answers the shortcut beyond its limit and takes the others, on every day of the year', () => {
    const turning = new TurnableClock('2024-01-01T03:00:00.123Z');
    const rule = dateRangeRule({ clock: turning });
    for (let day = 0; day < 366; day++) {
      const taken = SHORTCUT_DAYS.map((days) => rule(lastDays(days, turning)) === undefined);
      expect(taken, turning.now().toISOString()).toEqual([true, true, true, false]);
      turning.advance(DAY_MS);
    }
    expect(dateRangeRule({ clock, limit: false })(lastDays(180, clock))).toBeUndefined();
  });
});
