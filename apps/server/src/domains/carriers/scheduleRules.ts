import type { schedulesSchema } from '@cardinal/contract/api/carriers.ts';
import type * as z from 'zod';
import type { CarrierAdapter } from './adapters/adapter.ts';
import { wayOf } from './monitor/monitorRules.ts';

/** Seconds between two readings of each kind; 0 never. */
export type Schedules = z.output<typeof schedulesSchema>;

export const NO_SCHEDULES: Schedules = { status: 0, usage: 0, session: 0, realName: 0, pools: 0 };

const USUAL_LIST_SECONDS = 300;
const HOUR = 3_600;
/** Whoever looks comes by once a minute, never quite on time: what is due within half a minute is due. */
const SLACK_MS = 30_000;

/** What an account is given that was added without schedules. */
export const schedulesOf = (adapter: CarrierAdapter): Schedules => ({
  ...NO_SCHEDULES,
  status: secondsBy(adapter, 'status'),
  usage: secondsBy(adapter, 'usage'),
  pools: adapter.capabilities.operations.includes('listPools') ? HOUR : 0,
});

/** Often where a few calls tell of all cards, daily where every card takes one. */
function secondsBy({ capabilities }: CarrierAdapter, kind: 'status' | 'usage'): number {
  const BY = { list: USUAL_LIST_SECONDS, batch: 4 * HOUR, single: 24 * HOUR, none: 0 };
  return BY[wayOf(kind, capabilities).way];
}

/** Whether a reading that is made every so many seconds is to be made now. */
export const isDue = (everySeconds: number, last: Date | null, now: Date): boolean =>
  everySeconds > 0 && (last === null || now.getTime() - last.getTime() >= everySeconds * 1_000 - SLACK_MS);
