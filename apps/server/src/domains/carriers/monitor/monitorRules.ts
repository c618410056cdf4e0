import type { ReadingKind, ReadingWay } from '@cardinal/contract/api/carriers/carrierMonitor.ts';
import type { Capabilities } from '../capabilities.ts';

/** Operations a kind of reading is made with: several cards at once, or one. */
const WAYS = {
  status: { many: 'getDevices', one: 'getDevice' },
  usage: { many: 'getUsages', one: 'getUsage' },
  session: { many: null, one: 'getSession' },
  realName: { many: null, one: 'getRealName' },
} as const satisfies Record<ReadingKind, object>;

/** How an interface tells of its cards, and of how many with one call. */
export function wayOf(kind: ReadingKind, can: Capabilities): { way: ReadingWay; batch: number | null } {
  const { many, one } = WAYS[kind];
  if (kind === 'status' && can.operations.includes('listDevices')) {
    return { way: 'list', batch: can.batchSizes.listDevices ?? null };
  }
  const hasOne = can.operations.includes(one);
  if (many && can.operations.includes(many)) {
    const batch = can.batchSizes[many] ?? 1;
    // What takes several and gets one tells no more than what is made for one, and takes more calls.
    if (batch > 1 || !hasOne) return { way: 'batch', batch };
  }
  return hasOne ? { way: 'single', batch: 1 } : { way: 'none', batch: null };
}

/** A reading counts as in time until a quarter of its schedule has passed again. */
export const IN_TIME = 1.25;

/** One decimal, downwards, so that 99.96 % is not told as all. */
export const percentOf = (part: number, whole: number): number => Math.floor((part * 1_000) / whole) / 10;

/** How much of what a limit allows in a time was used; a call of before the limit was changed may make it more than all. */
export const budgetUsed = (calls: number, callsPerSecond: number, seconds: number): number =>
  percentOf(calls, callsPerSecond * seconds);

/** Seconds all cards take at the pace of the last hour; nothing at no pace. */
export const fullPassSeconds = (cards: number, readLastHour: number): number | null =>
  readLastHour > 0 ? Math.round((cards / readLastHour) * 3_600) : null;
