import type { Ctx } from '../../framework/context.ts';
import { extensionList } from '../../framework/contributions.ts';
import type { Counted } from './counterRules.ts';

/** What a reading told of one card; bytes. */
export type HeardUsage = {
  readonly cardId: string;
  /** Who has the card. */
  readonly customerId: string;
  readonly readAt: Date;
  /** The counter as it stood and as it stands, each in its cycle. Before: null at the first reading ever. */
  readonly before: CounterAt | null;
  /** Null where the carrier tells days only. A figure that came late is still of the cycle before. */
  readonly after: (CounterAt & { readonly what: Counted['what'] }) | null;
  /** Days the carrier told itself. */
  readonly days: readonly { readonly day: string; readonly bytes: string }[];
};
/** A card's day as it stood and as it stands now; before: null where it had none. */
export type DayChange = {
  readonly cardId: string;
  readonly day: string;
  readonly before: bigint | null;
  readonly bytes: bigint;
};
export type CounterAt = { readonly cycle: string; readonly bytes: bigint; readonly readAt: Date };

/**
 * Later rooms hear readings in the transaction that takes them, with the locks of their cards held: once for all cards of it.
 * What a hearer refuses or fails at undoes the reading, which is then read again. An unchanged figure is told too.
 */
export const usageHearers =
  extensionList<(ctx: Ctx, readings: readonly HeardUsage[]) => Promise<void>>('usage.usageHearers');

/**
 * Later rooms hear which days of cards changed, in the transaction that changes them, with the locks of their cards held:
 * readings, corrections, days that came late, and what was unclear and is settled.
 */
export const dayHearers = extensionList<(ctx: Ctx, changes: readonly DayChange[]) => Promise<void>>('usage.dayHearers');

/** Later rooms hear from which day on what voice cards called and sent changed, in the transaction that changes it, with their locks held. */
export const callHearers =
  extensionList<(ctx: Ctx, changes: readonly { readonly cardId: string; readonly fromDay: string }[]) => Promise<void>>(
    'usage.callHearers',
  );
