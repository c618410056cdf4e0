import { DAY_MS } from '@cardinal/primitives/time.ts';

/** Whole days until a moment; 0 or less once it is over. */
export const daysLeft = (at: string, now: number): number => Math.ceil((new Date(at).getTime() - now) / DAY_MS);

/** The nearest of the three warnings that is reached. */
export const certificateAlarm = (days: number): 1 | 7 | 30 | undefined =>
  days <= 1 ? 1 : days <= 7 ? 7 : days <= 30 ? 30 : undefined;
