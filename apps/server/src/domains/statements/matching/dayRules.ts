import { DAY_MS, dayText, parseTime } from '@cardinal/primitives/time.ts';

const HOUR_MS = 3_600_000;
/** Providers have a day's statement after ten of the next. */
const READY_AFTER_MS = DAY_MS + 10 * HOUR_MS;
/** How far back missing days are fetched, and how long a missing one is asked for. */
export const MOST_DAYS = 30;
/** As near to midnight a provider may count it to the neighbouring day. */
const NEAR_MIDNIGHT_MS = 2 * HOUR_MS;
const FIRST_TRY_MS = 600_000;
const LAST_TRY_MS = 6 * HOUR_MS;
/** A read statement is looked at once more, and daily as long as something is open, so often in all. */
const MOST_READS = 8;

/** The first moment of a day in China. */
export const startOf = (day: string): Date => {
  const start = parseTime(day);
  if (!start) throw new Error(`Not a day: ${day}`);
  return start;
};

export const addDays = (day: string, days: number): string =>
  dayText(new Date(startOf(day).getTime() + days * DAY_MS + DAY_MS / 2));

export const readyAt = (day: string): Date => new Date(startOf(day).getTime() + READY_AFTER_MS);

/** The days that have a statement by now, the oldest first. */
export function daysToFetch(since: Date, now: Date): string[] {
  const yesterday = addDays(dayText(now), -1);
  const first = [dayText(since), addDays(yesterday, 1 - MOST_DAYS)].sort().at(-1) as string;
  const days: string[] = [];
  for (let day = first; day <= yesterday; day = addDays(day, 1)) days.push(day);
  return days;
}

/** When a statement that was not to be had is asked for again; null once it is given up. */
export function nextTry(day: string, now: Date, tries: number): Date | null {
  if (now.getTime() > readyAt(day).getTime() + MOST_DAYS * DAY_MS) return null;
  return new Date(now.getTime() + Math.min(FIRST_TRY_MS * 2 ** Math.min(tries, 10), LAST_TRY_MS));
}

/** When a statement that was read is looked at again. */
export const nextLook = (now: Date, reads: number, isOpen: boolean): Date | null =>
  reads < 2 || (isOpen && reads < MOST_READS) ? new Date(now.getTime() + DAY_MS) : null;

/** The days in whose statements something that moved at this moment may stand. */
export function daysOf(at: Date): string[] {
  const day = dayText(at);
  const since = at.getTime() - startOf(day).getTime();
  return [
    ...(since < NEAR_MIDNIGHT_MS ? [addDays(day, -1)] : []),
    day,
    ...(since >= DAY_MS - NEAR_MIDNIGHT_MS ? [addDays(day, 1)] : []),
  ];
}
