import { momentIn, wallTimeIn } from '@cardinal/primitives/zone.ts';
import type { Ctx } from '../../framework/context.ts';
import { settingsOf } from './customerSettings.ts';

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** The end of the quiet hours (`22:00-07:00`) that contain a given time, in a zone; undefined outside them. */
export function quietEnd(hours: string, zone: string, now: Date): Date | undefined {
  const [from, to] = hours.split('-').map(minutesOf);
  if (hours === '' || from === undefined || to === undefined) return undefined;
  const wall = wallTimeIn(zone, now);
  const minute = wall.hour * 60 + wall.minute;
  const isOvernight = from > to;
  const isEvening = minute >= from;
  if (isOvernight ? !isEvening && minute >= to : !isEvening || minute >= to) return undefined;
  const { year, month, day } = wall;
  return momentIn(zone, { year, month, day: day + (isOvernight && isEvening ? 1 : 0), minute: to });
}

/** Until when a customer's cards must not be stopped by a rule or a schedule; undefined: they may be stopped now. */
export async function quietEndOf(ctx: Ctx, customerId: string): Promise<Date | undefined> {
  const { quietHours, zone } = await settingsOf(ctx, customerId);
  return quietEnd(quietHours, zone, ctx.clock.now());
}
