import { CHINA_OFFSET_MS } from './chinaTime.ts';

/** A billing cycle: `startMs` inclusive, `endMs` exclusive. */
export type BillingCycle = { readonly startMs: number; readonly endMs: number };

/** The cycle a moment lies in, or one `back` cycles earlier. `cycleDay` is at most 28, so that every month has it. */
export function billingCycleAt(ms: number, cycleDay: number, back = 0): BillingCycle {
  const local = new Date(ms + CHINA_OFFSET_MS);
  const begun = local.getUTCDate() >= cycleDay ? 0 : 1;
  const month = local.getUTCMonth() - begun - back;
  return {
    startMs: cycleStart(local.getUTCFullYear(), month, cycleDay),
    endMs: cycleStart(local.getUTCFullYear(), month + 1, cycleDay),
  };
}

function cycleStart(year: number, month: number, cycleDay: number): number {
  return Date.UTC(year, month, cycleDay) - CHINA_OFFSET_MS;
}
