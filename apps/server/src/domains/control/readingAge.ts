import { dayText } from '@cardinal/primitives/time.ts';
import { startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';

const HOUR_MS = 3_600_000;

/** Up to when a carrier had counted what was read of a card; one that lags tells whole days. */
export function countedUntil(readAt: Date | null, lateDays: number, zone: string): Date | null {
  if (readAt === null || lateDays === 0) return readAt;
  const wall = wallTimeIn(zone, readAt);
  return startOfDay(zone, { ...wall, day: wall.day - lateDays + 1 });
}

export const isTooOld = (countedAt: Date | null, now: Date, mostHours: number): boolean =>
  countedAt === null || +now - +countedAt > mostHours * HOUR_MS;

/** The first day that was wholly of a package: of the day it began within nobody knows what was used before it. */
export function firstWholeDay(startsAt: Date, zone: string): string {
  const wall = wallTimeIn(zone, startsAt);
  const begins = startOfDay(zone, wall);
  return dayText(begins < startsAt ? startOfDay(zone, { ...wall, day: wall.day + 1 }) : startsAt, zone);
}
