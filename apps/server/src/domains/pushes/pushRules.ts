const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** How long after each failure a delivery is tried again: for three days. */
export const RETRY_MINUTES: readonly number[] = [1, 5, 30, 120, 360, 720, 1_440, 1_440];
/** After so many failures one after another the address rests, and single deliveries find out whether it answers. */
export const FAILURES_TO_REST = 5;
const PROBE_MINUTES: readonly number[] = [1, 2, 4, 8, 15, 30, 60];
/** An address that failed for so long is suspended. */
export const PATIENCE_MS = 3 * DAY_MS;
/** An event is sent, or tried, for so long. */
export const KEPT_MS = 7 * DAY_MS;
/** A tenth, so that what failed together does not come back together. */
const JITTER = 0.1;

const GONE = 410;

const spread = (minutes: number, random: number): number => Math.round(minutes * MINUTE_MS * (1 + JITTER * random));

/** Undefined: it has been tried often enough. `random` is from 0 to 1. */
export function retryDelayMs(failures: number, random: number): number | undefined {
  const minutes = RETRY_MINUTES[failures - 1];
  return minutes === undefined ? undefined : spread(minutes, random);
}

/** How long an address rests after so many failures one after another; undefined: it does not. */
export function restMs(failures: number, random: number): number | undefined {
  if (failures < FAILURES_TO_REST) return undefined;
  const minutes = PROBE_MINUTES[failures - FAILURES_TO_REST] ?? (PROBE_MINUTES.at(-1) as number);
  return spread(minutes, random);
}

export type Failed = {
  readonly now: Date;
  readonly httpStatus: number | null;
  /** Of this delivery since it was last asked for, this one included; and when it was first tried. */
  readonly failures: number;
  readonly firstTriedAt: Date;
  /** Since when nothing has succeeded at the address. */
  readonly failingSince: Date;
  readonly random: number;
};

export type Verdict = { readonly kind: 'retry'; readonly at: Date } | { readonly kind: 'giveUp' | 'suspend' };

/**
 * What follows from a failure. An event that its receiver does not want, while it takes others, is given up; a receiver that takes
 * none is suspended, and its events wait.
 */
export function judgeFailure({ now, httpStatus, failures, firstTriedAt, failingSince, random }: Failed): Verdict {
  if (httpStatus === GONE || now.getTime() - failingSince.getTime() >= PATIENCE_MS) return { kind: 'suspend' };
  const delay = retryDelayMs(failures, random);
  if (delay !== undefined) return { kind: 'retry', at: new Date(now.getTime() + delay) };
  return { kind: failingSince <= firstTriedAt ? 'suspend' : 'giveUp' };
}
