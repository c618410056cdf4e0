import { type Cycle, cycleOf } from '@cardinal/primitives/cycle.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { momentIn } from '@cardinal/primitives/zone.ts';

/** When the cycles of a pool begin: its own day, in the zone of its carrier account. */
export type PoolCycles = { readonly cycle_day: number; readonly zone: string };

export const cycleAt = (moment: Date, pool: PoolCycles): Cycle =>
  cycleOf(moment, { day: pool.cycle_day, zone: pool.zone });

/** The cycle a day of the carrier's calendar belongs to. Noon is within the day in every zone. */
export function cycleOfDay(day: string, pool: PoolCycles): Cycle {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return cycleAt(momentIn(pool.zone, { year, month, day: date, hour: 12 }), pool);
}

/** From one day to another, both included. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
