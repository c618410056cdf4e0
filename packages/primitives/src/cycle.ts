import * as z from 'zod';
import { type Problem, problem, type Rule, ruled } from './problem.ts';
import { addMonths, DEFAULT_ZONE, daysInMonth, startOfDay, wallTimeIn } from './zone.ts';

/**
 * When a carrier account's billing cycles begin: at midnight of `day` in `zone`. A month without that day uses its last one.
 */
export type CycleRule = { readonly day: number; readonly zone: string };

/** A billing cycle: `start` inclusive, `end` exclusive and equal to the start of the next one. */
export type Cycle = { readonly key: string; readonly start: Date; readonly end: Date };

export const CALENDAR_MONTH: CycleRule = { day: 1, zone: DEFAULT_ZONE };
/** Unicom's cycles run from the 27th of the month before to the 26th. */
export const JASPER_CYCLE: CycleRule = { day: 27, zone: DEFAULT_ZONE };

/**
 * The cycle of a moment. A cycle is named after the month of its last day, as the carriers do: with day 27 the cycle `2026-11`
 * runs from 27 October to 26 November, with day 1 it is November.
 */
export function cycleOf(moment: Date, rule: CycleRule = CALENDAR_MONTH): Cycle {
  const { year, month, day } = wallTimeIn(rule.zone, moment);
  const hasBegun = day >= startDay(year, month, rule.day);
  return cycleStarting(year, hasBegun ? month : month - 1, rule);
}

/** The cycle of a key, or nothing when the text is no key. */
export function cycleOfKey(key: string, rule: CycleRule = CALENDAR_MONTH): Cycle | undefined {
  if (cycleKeyRule(key)) return undefined;
  const [year = 0, month = 0] = key.split('-').map(Number);
  return cycleStarting(year, rule.day === 1 ? month : month - 1, rule);
}

/** The cycle some cycles later, or earlier by a negative number. */
export function cycleAfter(cycle: Cycle, rule: CycleRule, count = 1): Cycle {
  const [year = 0, month = 0] = cycle.key.split('-').map(Number);
  const moved = addMonths({ year, month, day: 1 }, count);
  return cycleStarting(moved.year, rule.day === 1 ? moved.month : moved.month - 1, rule);
}

/** The days of a cycle, `2026-11-21`, in order. */
export function daysOfCycle(cycle: Cycle, rule: CycleRule): string[] {
  const days: string[] = [];
  const first = wallTimeIn(rule.zone, cycle.start);
  const last = wallTimeIn(rule.zone, new Date(cycle.end.getTime() - 1));
  for (let at = Date.UTC(first.year, first.month - 1, first.day); ; at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    days.push(day);
    if (at >= Date.UTC(last.year, last.month - 1, last.day)) return days;
  }
}

const notAKey: Problem = problem('账期应为 yyyy-MM，如 2026-11', 'Billing cycle must be yyyy-MM, such as 2026-11');
export const cycleKeyRule: Rule<string> = (key) => (/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(key) ? undefined : notAKey);
export const cycleKeySchema = z
  .string()
  .check(ruled(cycleKeyRule))
  .meta({ examples: ['2026-11'] });

const notACycleDay: Problem = problem('账期日应为 1 到 31', 'Cycle day must be 1 to 31');
export const cycleDayRule: Rule<number> = (day) =>
  Number.isInteger(day) && day >= 1 && day <= 31 ? undefined : notACycleDay;
export const cycleDaySchema = z.number().check(ruled(cycleDayRule)).meta({ type: 'integer', minimum: 1, maximum: 31 });

const startDay = (year: number, month: number, day: number): number => Math.min(day, daysInMonth(year, month));

/** The cycle that begins in a month; 0 and 13 are months of the neighbouring years. */
function cycleStarting(year: number, month: number, rule: CycleRule): Cycle {
  const first = addMonths({ year, month: 1, day: 1 }, month - 1);
  const next = addMonths(first, 1);
  const named = rule.day === 1 ? first : next;
  return {
    key: `${String(named.year).padStart(4, '0')}-${String(named.month).padStart(2, '0')}`,
    start: startOfDay(rule.zone, { ...first, day: startDay(first.year, first.month, rule.day) }),
    end: startOfDay(rule.zone, { ...next, day: startDay(next.year, next.month, rule.day) }),
  };
}
