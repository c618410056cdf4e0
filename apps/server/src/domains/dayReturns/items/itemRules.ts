import type { DayReturnReason, DayReturnState, DayReturnStep } from '@cardinal/contract/enumerations/dayReturn.ts';
import type { CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE, momentIn, wallTimeIn } from '@cardinal/primitives/zone.ts';

/** A customer's next night after a moment: at an hour of China's day. */
export function nextNight(now: Date, hour: number): Date {
  const today = wallTimeIn(DEFAULT_ZONE, now);
  const at = (days: number) => momentIn(DEFAULT_ZONE, { ...today, day: today.day + days, hour, minute: 0, second: 0 });
  return at(0) > now ? at(0) : at(1);
}

/** Of the nights missed only the last is caught up: its money is all of it. */
export const nightNow = (now: Date, hour: number): string => dayText(new Date(nextNight(now, hour).getTime() - DAY_MS));

/** Its amount is still to be taken out by an attempt of its own. */
export const STILL_OPEN: readonly DayReturnState[] = ['failed', 'due', 'waiting'];

/** Where and why a cash-out has failed. */
export function failureOf(row: {
  readonly sent_at: Date | null;
  readonly checked_by_id: string | null;
  readonly state: CashOutState;
}): { step: DayReturnStep; reason: DayReturnReason } {
  if (row.sent_at !== null) return { step: 'transfer', reason: 'provider' };
  // Nothing was sent: a reviewer rejected it, or its customer took it back.
  return { step: 'review', reason: row.checked_by_id === null ? 'cancelled' : 'rejected' };
}
