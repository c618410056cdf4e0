import type { ReadingKind, ReadingWay } from '@cardinal/contract/api/carriers/carrierMonitor.ts';
import { type Schedules, schedulesSchema } from '@cardinal/contract/carrierSchedules.ts';
import type { Capabilities, CarrierAdapter } from '../../carrierAdapters/face.ts';

/** The operations of a reading kind: for several cards at once, or for one. */
const WAYS = {
  status: { many: 'getDevices', one: 'getDevice' },
  usage: { many: 'getUsages', one: 'getUsage' },
  session: { many: null, one: 'getSession' },
  realName: { many: null, one: 'getRealName' },
} as const satisfies Record<ReadingKind, object>;

/** How an interface reports its cards, and how many per call. */
export function wayOf(kind: ReadingKind, can: Capabilities): { way: ReadingWay; batch: number | null } {
  const { many, one } = WAYS[kind];
  if (kind === 'status' && can.operations.includes('listDevices')) {
    return { way: 'list', batch: can.batchSizes.listDevices ?? null };
  }
  const hasOne = can.operations.includes(one);
  if (many && can.operations.includes(many)) {
    const batch = can.batchSizes[many] ?? 1;
    // A batch operation for a single card returns no more than the single one, and takes more calls.
    if (batch > 1 || !hasOne) return { way: 'batch', batch };
  }
  return hasOne ? { way: 'single', batch: 1 } : { way: 'none', batch: null };
}

export const NO_SCHEDULES: Schedules = { status: 0, usage: 0, session: 0, realName: 0, pools: 0 };

const USUAL_LIST_SECONDS = 300;
const HOUR = 3_600;
/** The job runs about once a minute: anything due within half a minute counts as due. */
const SLACK_MS = 30_000;

/** The default readings of an interface, and their intervals. */
export const schedulesOf = (adapter: CarrierAdapter): Schedules => ({
  ...NO_SCHEDULES,
  status: secondsBy(adapter, 'status'),
  usage: secondsBy(adapter, 'usage'),
  pools: adapter.capabilities.operations.includes('listPools') ? HOUR : 0,
});

/** Often if a few calls cover all cards, daily if each card takes a call. */
function secondsBy({ capabilities }: CarrierAdapter, kind: 'status' | 'usage'): number {
  const BY = { list: USUAL_LIST_SECONDS, batch: 4 * HOUR, single: 24 * HOUR, none: 0 };
  return BY[wayOf(kind, capabilities).way];
}

/** The readings an account can offer. A configured adapter depends on its profile, so nothing is excluded. */
export const readingsOf = ({ capabilities, readProfile }: CarrierAdapter): readonly (keyof Schedules)[] =>
  schedulesSchema.keyof().options.filter((kind) => {
    if (readProfile && capabilities.operations.length === 0) return true;
    return kind === 'pools' ? capabilities.operations.includes('listPools') : wayOf(kind, capabilities).way !== 'none';
  });

/**
 * The schedules of a new account: those chosen for its interface, as far as the account offers them, otherwise the defaults.
 */
export function newSchedules(adapter: CarrierAdapter, chosen: Readonly<Record<string, Schedules>>): Schedules {
  const wanted = chosen[adapter.key];
  if (!wanted) return schedulesOf(adapter);
  const can = readingsOf(adapter);
  return { ...NO_SCHEDULES, ...Object.fromEntries(can.map((kind) => [kind, wanted[kind]])) };
}

/** Whether a reading with this interval is due now. */
export const isDue = (everySeconds: number, last: Date | null, now: Date): boolean =>
  everySeconds > 0 && (last === null || now.getTime() - last.getTime() >= everySeconds * 1_000 - SLACK_MS);
