import { type CycleRule, cycleAfter, cycleOf } from './cycle.ts';
import { addMonths, type Day, daysInMonth, nextMonth, startOfDay, wallTimeIn } from './zone.ts';

/**
 * How long a package runs: whole calendar months (`natural`), whole cycles of the carrier account (`cycle`), or months or days
 * counted from the day it starts (`start`). The unfinished month, cycle or day it starts in counts as the first. `cycle` is the
 * carrier account's rule; its zone is that of all days.
 */
export type PeriodRule = {
  readonly unit: 'month' | 'day';
  readonly count: number;
  readonly boundary: 'natural' | 'cycle' | 'start';
  readonly cycle: CycleRule;
};

/** `startsAt` inclusive, `endsAt` exclusive: the package is seen to end the second before. */
export type Period = { readonly startsAt: Date; readonly endsAt: Date };

/**
 * The period of a package that starts at a moment. A month counted from its start ends before the same day of the next month, the
 * `anchor`; where that month lacks the day, with the month itself. The anchor is that of the first period in a row and never
 * moves: from 31 January the first month ends with February, the second before 31 March. Natural months and carrier cycles need
 * none.
 */
export function periodOf(rule: PeriodRule, startsAt: Date, anchor?: number): Period {
  return { startsAt, endsAt: endOf(rule, startsAt, anchor ?? wallTimeIn(rule.cycle.zone, startsAt).day) };
}

/** When «next month» begins for a package: with the next carrier cycle, or the next calendar month. */
export function nextStartOf({ boundary, cycle }: Pick<PeriodRule, 'boundary' | 'cycle'>, now: Date): Date {
  return boundary === 'cycle' ? cycleOf(now, cycle).end : nextMonth(now, cycle.zone);
}

function endOf({ unit, count, boundary, cycle }: PeriodRule, startsAt: Date, anchor: number): Date {
  const { zone } = cycle;
  if (unit === 'day') {
    const { year, month, day } = wallTimeIn(zone, startsAt);
    return startOfDay(zone, { year, month, day: day + count });
  }
  if (boundary === 'natural') return firstOfMonthAfter(startsAt, zone, count);
  if (boundary === 'cycle') return cycleAfter(cycleOf(startsAt, cycle), cycle, count - 1).end;
  const first = wallTimeIn(zone, startsAt);
  // From the first of a month that lacked the anchor, the next anchor is still in that month.
  const passed = anchorIn(first, anchor, zone) > startsAt ? 0 : 1;
  return anchorIn(addMonths({ ...first, day: 1 }, count - 1 + passed), anchor, zone);
}

/** The start of the anchor's day in a month, or of the next month if there is no such day. */
const anchorIn = ({ year, month }: Omit<Day, 'day'>, anchor: number, zone: string): Date =>
  startOfDay(zone, { year, month, day: Math.min(anchor, daysInMonth(year, month) + 1) });

function firstOfMonthAfter(moment: Date, zone: string, months: number): Date {
  const { year, month } = wallTimeIn(zone, moment);
  return startOfDay(zone, addMonths({ year, month, day: 1 }, months));
}
