import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';

/** Intervals between checks of one command: short while an answer is likely, then longer. */
const WAITS_MS = [1_500, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000, 60_000, 120_000, 300_000] as const;

/** When to check again after this many checks. */
export const nextCheckAfter = (checks: number, now: Date): Date =>
  new Date(now.getTime() + (WAITS_MS[checks] ?? WAITS_MS[WAITS_MS.length - 1] ?? 0));

/** How long a carrier may take before it is asked again; short if it is unknown whether the request arrived. */
const UNCLEAR_GRACE_MS = 20_000;
const ACCEPTED_GRACE_MS = 600_000;
/** How often a carrier is asked for one change, including the first time. */
const MOST_TRIES = 5;

export type Waiting = { readonly isUnclear: boolean; readonly sentAt: Date; readonly tries: number };

/**
 * What to do with a card whose carrier still reports the former status. Requesting a status twice has the effect of requesting
 * it once.
 */
export function whenStillAsBefore(command: Waiting, now: Date): 'wait' | 'askAgain' | 'giveUp' {
  const grace = command.isUnclear ? UNCLEAR_GRACE_MS : ACCEPTED_GRACE_MS;
  if (now.getTime() - command.sentAt.getTime() < grace) return 'wait';
  return command.tries < MOST_TRIES ? 'askAgain' : 'giveUp';
}

export type ReadCard = {
  readonly platform: Platform;
  readonly carrierStatus: string;
  /** When the carrier was last asked about it. */
  readonly lastSyncAt: Date | null;
};
export type ReadCommand = {
  readonly state: string;
  readonly from: string;
  readonly to: string;
  readonly sentAt: Date | null;
};
export type Reading = {
  /** The status as the carrier reports it. */
  readonly status: string;
  /** The time before the carrier was asked; changes recorded here since then are newer. */
  readonly readAt: Date;
  /** Read for this one card; a list row may be slightly outdated. */
  readonly isDirect: boolean;
};

export type Judgement =
  /** Older than what is stored. */
  | 'stale'
  | 'same'
  /** Requested, and not carried out yet. */
  | 'waiting'
  | 'confirmed'
  /** Requested one status, found in a third. */
  | 'overtaken'
  /** Changed by somebody else. */
  | 'foreign'
  /** Not in the carrier's status table: the last known status stays. */
  | 'unknown';

/** What a carrier's status for a card means, given the open command. */
export function judgeReading(card: ReadCard, command: ReadCommand | undefined, reading: Reading): Judgement {
  if (card.lastSyncAt && card.lastSyncAt > reading.readAt) return 'stale';
  const isKnown = lifecycleOf(card.platform, reading.status) !== undefined;
  if (!command) {
    if (!isKnown) return 'unknown';
    return reading.status === card.carrierStatus ? 'same' : 'foreign';
  }
  // Being requested right now, or requested after the carrier was read.
  if (command.state === 'queued' || !command.sentAt || command.sentAt > reading.readAt) return 'stale';
  if (reading.status === command.to) return 'confirmed';
  if (reading.status === command.from || !isKnown || !reading.isDirect) return 'waiting';
  return 'overtaken';
}
