import { cycleOf } from '@cardinal/primitives/cycle.ts';
import { DEFAULT_ZONE, momentIn } from '@cardinal/primitives/zone.ts';

/** A day without a reading is null: unknown, not zero. */
export type UsageDay = { readonly day: string; readonly bytes: string | null };

/** The sum of the days with a reading. */
export function totalOf(days: readonly UsageDay[]): { bytes: bigint; read: number } {
  const read = days.filter((each) => each.bytes !== null);
  return { bytes: read.reduce((sum, each) => sum + BigInt(each.bytes ?? 0), 0n), read: read.length };
}

export type UsageCycle = { readonly key: string; readonly bytes: bigint; readonly read: number; readonly days: number };

/** The days by billing cycle, the latest first; `days` is the number requested, which reveals a truncated cycle. */
export function byCycle(days: readonly UsageDay[], cycleDay: number, zone = DEFAULT_ZONE): UsageCycle[] {
  const cycles = new Map<string, UsageDay[]>();
  for (const each of days) {
    const [year = 0, month = 0, day = 0] = each.day.split('-').map(Number);
    const { key } = cycleOf(momentIn(zone, { year, month, day }), { day: cycleDay, zone });
    cycles.set(key, [...(cycles.get(key) ?? []), each]);
  }
  return [...cycles].map(([key, all]) => ({ key, ...totalOf(all), days: all.length })).reverse();
}
