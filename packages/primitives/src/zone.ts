import * as z from 'zod';
import { type Problem, problem, type Rule, ruled } from './problem.ts';

/** The default zone of business days and billing cycles; a carrier account may set another. */
export const DEFAULT_ZONE = 'Asia/Shanghai';

/** A local date and time; `month` from 1. */
export type WallTime = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
};
export type Day = Pick<WallTime, 'year' | 'month' | 'day'>;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}

/** The local time in a zone at a moment. */
export function wallTimeIn(zone: string, moment: Date): WallTime {
  const shifted = new Date(moment.getTime() + offsetMs(zone, moment.getTime()));
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
  };
}

/**
 * The moment of a local time in a zone. An ambiguous time (clocks set back) is the first one; a missing one (clocks set
 * forward) is shifted: 02:30 becomes 03:30. Days and hours may overflow: day 0 is the last of the previous month.
 */
export function momentIn(zone: string, wall: Day & Partial<WallTime>): Date {
  const { year, month, day, hour = 0, minute = 0, second = 0 } = wall;
  const asUtc = utcOf(year, month, day) + ((hour * 60 + minute) * 60 + second) * 1_000;
  // There is at most one transition within a day on either side.
  const before = asUtc - offsetMs(zone, asUtc - DAY);
  const after = asUtc - offsetMs(zone, asUtc + DAY);
  const shown = [before, after].filter((ms) => ms + offsetMs(zone, ms) === asUtc);
  return new Date(shown.length > 0 ? Math.min(...shown) : before);
}

/** The first moment of a day in a zone. */
export const startOfDay = (zone: string, { year, month, day }: Day): Date => momentIn(zone, { year, month, day });

/** Days of a month; `month` may overflow into other years. */
export const daysInMonth = (year: number, month: number): number => new Date(utcOf(year, month + 1, 0)).getUTCDate();

/** The day some months later; the last day if that month is too short. */
export function addMonths({ year, month, day }: Day, months: number): Day {
  const first = new Date(utcOf(year, month + months, 1));
  const [toYear, toMonth] = [first.getUTCFullYear(), first.getUTCMonth() + 1];
  return { year: toYear, month: toMonth, day: Math.min(day, daysInMonth(toYear, toMonth)) };
}

/** The start of the next month of a zone. */
export function nextMonth(moment: Date, zone: string = DEFAULT_ZONE): Date {
  const { year, month } = wallTimeIn(zone, moment);
  return startOfDay(zone, { year, month: month + 1, day: 1 });
}

export function isZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

const notAZone: Problem = problem('时区不正确，如 Asia/Shanghai', 'Invalid time zone; use one such as Asia/Shanghai');
/** A zone of the IANA database; fixed offsets are refused, since they lack summer time. */
export const zoneRule: Rule<string> = (zone) => (/^[A-Za-z]/.test(zone) && isZone(zone) ? undefined : notAZone);
export const zoneSchema = z
  .string()
  .max(64)
  .check(ruled(zoneRule))
  .meta({ examples: [DEFAULT_ZONE] });

const DAY = 86_400_000;

/** Date.UTC reads years below 100 as 19xx. */
function utcOf(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime();
}

/**
 * The UTC offset of a zone, cached by quarter of an hour: since 1970 every transition falls on one, and Intl is about twenty
 * times slower.
 */
const remembered = new Map<string, Map<number, number>>();
const QUARTER = 900_000;
const REMEMBERED_PER_ZONE = 20_000;

function offsetMs(zone: string, ms: number): number {
  if (ms < 0) return askedOffsetMs(zone, ms);
  const quarters = remembered.get(zone) ?? new Map<number, number>();
  remembered.set(zone, quarters);
  const quarter = Math.floor(ms / QUARTER);
  let offset = quarters.get(quarter);
  if (offset === undefined) {
    if (quarters.size >= REMEMBERED_PER_ZONE) quarters.clear();
    offset = askedOffsetMs(zone, quarter * QUARTER);
    quarters.set(quarter, offset);
  }
  return offset;
}

function askedOffsetMs(zone: string, ms: number): number {
  const part: Record<string, number> = {};
  const whole = Math.floor(ms / 1_000) * 1_000;
  for (const { type, value } of formatOf(zone).formatToParts(whole)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return utcOf(year, month, day) + ((hour * 60 + minute) * 60 + second) * 1_000 - whole;
}
