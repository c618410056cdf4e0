import { DAY_MS } from '@cardinal/primitives/time.ts';
import { wallTimeIn } from '@cardinal/primitives/zone.ts';
import type { Part } from '../ordering/orderRules.ts';

/** What decides how much of a record is given back. */
export type Refundable = {
  readonly rule: 'wholeUnstarted' | 'proRataDays' | 'proRataVolume' | 'none';
  readonly hasStarted: boolean;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  /** Where its days begin. */
  readonly zone: string;
  /** Its data; null: unlimited. */
  readonly flowBytes: bigint | null;
  /** What it has used since it began; null: not known. */
  readonly usedBytes: bigint | null;
};

const NOTHING: Part = { of: 0n, whole: 1n };
const WHOLE: Part = { of: 1n, whole: 1n };

/** The number of a day in a zone, so that two of them can be subtracted whatever the clocks do between. */
function dayNumber(moment: Date, zone: string): number {
  const { year, month, day } = wallTimeIn(zone, moment);
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

/** The days of a record that have not begun, of all its days. The day it ends in counts only if it ends later than its midnight. */
function daysLeft(startsAt: Date, endsAt: Date, zone: string, now: Date): Part {
  const first = dayNumber(startsAt, zone);
  const last = dayNumber(new Date(endsAt.getTime() - 1), zone);
  const left = Math.max(0, last - Math.max(dayNumber(now, zone), first));
  return { of: BigInt(left), whole: BigInt(last - first + 1) };
}

function volumeLeft(total: bigint | null, used: bigint | null): Part {
  if (total === null || total <= 0n || used === null || used >= total) return NOTHING;
  return { of: total - used, whole: total };
}

/**
 * How much of a package is given back when it ends at a moment: all of it while it has not begun, unless its rule gives nothing;
 * then what its rule says. A day begun is used.
 */
export function refundPart(record: Refundable, now: Date): Part {
  const { rule, hasStarted, startsAt, endsAt, zone } = record;
  if (rule === 'none') return NOTHING;
  if (!hasStarted) return WHOLE;
  if (rule === 'proRataDays' && startsAt && endsAt) return daysLeft(startsAt, endsAt, zone, now);
  if (rule === 'proRataVolume') return volumeLeft(record.flowBytes, record.usedBytes);
  return NOTHING;
}
