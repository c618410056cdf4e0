import { systemClock } from '@cardinal/primitives/clock.ts';

/** Beyond this, carriers occasionally refuse signed requests, and usage is recorded under the wrong day. */
export const CLOCK_OFF_SECONDS = 60;

const offs = new Map<string, number>();

/** Records how far the clock of an account's carrier is off, from the date header of an answer; ignored without one. */
export function noteCarrierClock(accountId: string, date: string | string[] | undefined): void {
  const told = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  if (!Number.isNaN(told)) offs.set(accountId, Math.round((told - systemClock.now().getTime()) / 1_000));
}

/** Seconds the carrier's clock is ahead of this process, negative if behind; undefined before its first answer. */
export const carrierClockOff = (accountId: string): number | undefined => offs.get(accountId);
