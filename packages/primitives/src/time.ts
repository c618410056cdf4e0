import type { Clock } from './clock.ts';
import { type Problem, problem, type Rule } from './problem.ts';
import { addMonths, DEFAULT_ZONE, daysInMonth, momentIn, startOfDay, wallTimeIn } from './zone.ts';

/** Durations in milliseconds; a month is 30 days and a year 365 as a duration. */
export const DAY_MS = 864e5;
export const MONTH_MS = 2592e6;
export const YEAR_MS = 31536e6;

/** The formats of times and days on screens and in sheets; the wire uses ISO 8601. */
export const TIME_FORMAT = 'yyyy-MM-dd HH:mm:ss';
export const DAY_FORMAT = 'yyyy-MM-dd';

/** The moment of a timestamp: 13 digits are milliseconds, any other integer seconds. Undefined for anything else. */
export function momentOfStamp(stamp: number | string): Date | undefined {
  const written = String(stamp).trim();
  if (!/^-?\d{1,16}$/.test(written)) return undefined;
  const isMilliseconds = /^\d{13}$/.test(written);
  const moment = new Date(Number(written) * (isMilliseconds ? 1 : 1_000));
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** Formats a moment in a zone. The format supports yyyy, MM, dd, HH, mm and ss. */
export function timeText(moment: Date, zone: string = DEFAULT_ZONE, format: string = TIME_FORMAT): string {
  const wall = wallTimeIn(zone, moment);
  const parts: Record<string, string> = {
    yyyy: String(wall.year).padStart(4, '0'),
    MM: padded(wall.month),
    dd: padded(wall.day),
    HH: padded(wall.hour),
    mm: padded(wall.minute),
    ss: padded(wall.second),
  };
  return format.replace(/yyyy|MM|dd|HH|mm|ss/g, (part) => parts[part] ?? part);
}

/** The day of a moment in a zone, `2026-11-21`: a business day. */
export const dayText = (moment: Date, zone: string = DEFAULT_ZONE): string => timeText(moment, zone, DAY_FORMAT);

/** Parses `2026-11-21` or `2026-11-21 08:30:00` in a zone; undefined for a day that does not exist. */
export function parseTime(written: string, zone: string = DEFAULT_ZONE): Date | undefined {
  const found = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/.exec(written.trim());
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined;
  return momentIn(zone, { year, month, day, hour, minute, second });
}

/** Whether this day exists. */
export function isDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

const padded = (part: number): string => String(part).padStart(2, '0');

/** From `start` to `end`, both inclusive. */
export type DateRange = { readonly start: Date; readonly end: Date };

export type DateRangeOptions = {
  clock: Clock;
  /**
   * `past`: after 2000 and not beyond today. `future`: after now. `nowToFuture`: from today on. `any`: no bound. `past` by
   * default.
   */
  mode?: 'past' | 'future' | 'nowToFuture' | 'any';
  /** The maximum length of a range; three months by default, `false` for no limit. */
  limit?: { unit: 'day' | 'month' | 'year'; max: number } | false;
  zone?: string;
};

export const RANGE_LIMIT = { unit: 'month', max: 3 } as const;
/** «Last … days» a date range offers. */
export const SHORTCUT_DAYS = [7, 30, 90, 180] as const;

/** The range of the shortcut «last … days». The rule checks it against the field's limit. */
export function lastDays(days: number, clock: Clock): DateRange {
  const end = clock.now();
  return { start: new Date(end.getTime() - days * DAY_MS), end };
}

const noMoment: Problem = problem('日期格式不正确', 'Invalid date');
const reversed: Problem = problem('结束时间不能早于开始时间', 'End cannot be before start');
const tooEarly: Problem = problem('日期不能早于 2000 年', 'Date cannot be before the year 2000');
const notPast: Problem = problem('只能选择过去的时间', 'Only past times can be selected');
const notFuture: Problem = problem('只能选择将来的时间', 'Only future times can be selected');
const beforeToday: Problem = problem('只能选择今天及以后的时间', 'Only today or later can be selected');
const tooLong: Record<'day' | 'month' | 'year', Problem> = {
  day: problem('时间范围不能超过 {max} 天', 'The range cannot exceed {max} {max|day|days}'),
  month: problem('时间范围不能超过 {max} 个月', 'The range cannot exceed {max} {max|month|months}'),
  year: problem('时间范围不能超过 {max} 年', 'The range cannot exceed {max} {max|year|years}'),
};

/** The rule of a date range field. */
export function dateRangeRule(options: DateRangeOptions): Rule<DateRange> {
  const { clock, mode = 'past', limit = RANGE_LIMIT, zone = DEFAULT_ZONE } = options;
  return ({ start, end }) => {
    if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return noMoment;
    if (end < start) return reversed;
    const outside = modeProblem(start, end, mode, clock.now(), zone);
    if (outside) return outside;
    if (limit && end > latestEnd(start, limit, zone)) return { ...tooLong[limit.unit], facts: { max: limit.max } };
    return undefined;
  };
}

function modeProblem(
  start: Date,
  end: Date,
  mode: NonNullable<DateRangeOptions['mode']>,
  now: Date,
  zone: string,
): Problem | undefined {
  const today = wallTimeIn(zone, now);
  switch (mode) {
    case 'past':
      if (start < momentIn(zone, { year: 2000, month: 1, day: 1 })) return tooEarly;
      // Day pickers end a range at 23:59:59 of today, which still counts as past.
      return start > now || end >= startOfDay(zone, { ...today, day: today.day + 1 }) ? notPast : undefined;
    case 'future':
      return start > now ? undefined : notFuture;
    case 'nowToFuture':
      return start >= startOfDay(zone, today) ? undefined : beforeToday;
    case 'any':
      return undefined;
  }
}

/** Three calendar months, or 90 days if those are shorter (February), so that the 90-day shortcut always fits. */
function latestEnd(start: Date, limit: { unit: 'day' | 'month' | 'year'; max: number }, zone: string): Date {
  const length = { day: DAY_MS, month: MONTH_MS, year: YEAR_MS }[limit.unit] * limit.max;
  const byLength = start.getTime() + length;
  if (limit.unit === 'day') return new Date(byLength);
  const wall = wallTimeIn(zone, start);
  const byCalendar = momentIn(zone, {
    ...wall,
    ...addMonths(wall, limit.unit === 'year' ? 12 * limit.max : limit.max),
  });
  return new Date(Math.max(byLength, byCalendar.getTime() + start.getMilliseconds()));
}
