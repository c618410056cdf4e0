import { dayText } from '@cardinal/primitives/time.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** WeChat announces and takes charges between 7 and 22 o'clock in China; we keep away from the edges. */
const FROM_HOUR = 8;
const UNTIL_HOUR = 21;
/** When a day's charges are taken. */
const USUAL_HOUR = 10;
/** Within so long of signing the first charge is taken without an announcement. */
export const FIRST_WITHIN_MS = 11 * HOUR_MS;
/** After an announcement the payer has this day and the next to decide. */
const WAITING_DAYS = 2;

const atHour = (day: string, hour: number): Date => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+08:00`);
const dayAfter = (moment: Date, days: number): string => dayText(new Date(moment.getTime() + days * DAY_MS));
/** A China day, so many days from that of a moment, at the usual hour. */
export const onDay = (moment: Date, days: number): Date => atHour(dayAfter(moment, days), USUAL_HOUR);

export const isOpenHour = (now: Date): boolean => {
  const day = dayText(now);
  return now >= atHour(day, FROM_HOUR) && now < atHour(day, UNTIL_HOUR);
};

/** The same moment, or the next at which the provider may be asked. */
export function openHour(at: Date): Date {
  const day = dayText(at);
  if (at < atHour(day, FROM_HOUR)) return atHour(day, FROM_HOUR);
  return at < atHour(day, UNTIL_HOUR) ? at : atHour(dayAfter(at, 1), FROM_HOUR);
}

export type Plan = { readonly announceAt: Date; readonly chargeAt: Date };

/**
 * When a period is announced and charged: so many days before the service ends, told so many days before that. What should have
 * been announced before now is announced now, and charged as much later.
 */
export function planCharge(of: { endsAt: Date; daysBefore: number; leadDays: number; now: Date }): Plan {
  const wanted = onDay(of.endsAt, -of.daysBefore);
  const told = onDay(wanted, -of.leadDays);
  if (told >= of.now) return { announceAt: told, chargeAt: wanted };
  const announceAt = openHour(of.now);
  const least = onDay(announceAt, of.leadDays);
  return { announceAt, chargeAt: wanted > least ? wanted : least };
}

/** On how many days the provider must take it: from the first day it can until the last retry. */
export const daysOpen = ({ leadDays, retries }: { leadDays: number; retries: number }): number =>
  Math.max(1, leadDays - WAITING_DAYS + 1 + retries);

export type Announced = { readonly chargeAt: Date; readonly chargeUntil: Date; readonly from: Date };

/** What follows from an announcement that was made now. */
export function announcedAt(of: { now: Date; chargeAt: Date; leadDays: number; retries: number }): Announced {
  const least = onDay(of.now, of.leadDays);
  const last = dayAfter(of.now, WAITING_DAYS - 1 + daysOpen(of));
  return {
    chargeAt: of.chargeAt > least ? of.chargeAt : least,
    chargeUntil: atHour(last, UNTIL_HOUR),
    from: atHour(dayAfter(of.now, WAITING_DAYS), FROM_HOUR),
  };
}

/** The first moment at which the provider takes what was announced then. */
export const takenFrom = (announced: Date): Date => atHour(dayAfter(announced, WAITING_DAYS), FROM_HOUR);

/** A moment so many periods later; months keep their day where the month has it. */
export function aPeriodLater(at: Date, unit: number, count: number): Date {
  if (unit !== 1) return new Date(at.getTime() + count * DAY_MS);
  const [year = 0, month = 1, day = 1] = dayText(at).split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + count + 1, 0)).getUTCDate();
  const moved = new Date(Date.UTC(year, month - 1 + count, Math.min(day, last)));
  return atHour(moved.toISOString().slice(0, 10), USUAL_HOUR);
}
