import { systemClock } from '@cardinal/primitives/clock.ts';

/** Beyond this a carrier refuses signed requests now and then, and times of usage lie on the wrong day. */
export const CLOCK_OFF_SECONDS = 60;

const offs = new Map<string, number>();

/** Notes by how much the clock of an account's carrier is off ours, by the date an answer of it bears; without one nothing is learnt. */
export function noteCarrierClock(accountId: string, date: string | string[] | undefined): void {
  const told = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  if (!Number.isNaN(told)) offs.set(accountId, Math.round((told - systemClock.now().getTime()) / 1_000));
}

/** Seconds the carrier is ahead of this process, behind where negative; undefined before its first answer. */
export const carrierClockOff = (accountId: string): number | undefined => offs.get(accountId);
