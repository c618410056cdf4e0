import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';

/** Waits between two looks at one command: quick while an answer is likely, then patient. */
const WAITS_MS = [1_500, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000, 60_000, 120_000, 300_000] as const;

/** When to look again after so many looks. */
export const nextCheckAfter = (checks: number, now: Date): Date =>
  new Date(now.getTime() + (WAITS_MS[checks] ?? WAITS_MS[WAITS_MS.length - 1] ?? 0));

/** How long a carrier may take before it is asked again: short where nobody knows whether the order arrived. */
const UNCLEAR_GRACE_MS = 20_000;
const ACCEPTED_GRACE_MS = 600_000;
/** Times a carrier is asked for one move, the first one included. */
const MOST_TRIES = 5;

export type Waiting = { readonly isUnclear: boolean; readonly sentAt: Date; readonly tries: number };

/** What to do with a card that the carrier says is still as it was. Asking for a status twice is asking once. */
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
  /** The carrier's own word. */
  readonly status: string;
  /** The moment before the carrier was asked: what happened here since is newer. */
  readonly readAt: Date;
  /** About this one card; a row of a list may be a little old. */
  readonly isDirect: boolean;
};

export type Judgement =
  /** Older than what we know. */
  | 'stale'
  | 'same'
  /** Asked, and not yet carried out. */
  | 'waiting'
  | 'confirmed'
  /** Asked for one thing, and found in a third. */
  | 'overtaken'
  /** Changed by somebody else. */
  | 'foreign'
  /** A word that is not in the carrier's table: the last known status stays. */
  | 'unknown';

/** What a carrier's word about a card means, given what was asked of it. */
export function judgeReading(card: ReadCard, command: ReadCommand | undefined, reading: Reading): Judgement {
  if (card.lastSyncAt && card.lastSyncAt > reading.readAt) return 'stale';
  const isKnown = lifecycleOf(card.platform, reading.status) !== undefined;
  if (!command) {
    if (!isKnown) return 'unknown';
    return reading.status === card.carrierStatus ? 'same' : 'foreign';
  }
  // Being asked at this very moment, or asked after the carrier was read.
  if (command.state === 'queued' || !command.sentAt || command.sentAt > reading.readAt) return 'stale';
  if (reading.status === command.to) return 'confirmed';
  if (reading.status === command.from || !isKnown || !reading.isDirect) return 'waiting';
  return 'overtaken';
}
