import type { ReadingKind } from '@cardinal/contract/api/carriers/carrierMonitor.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';

/** How fresh one kind of reading of an account's cards is. */
export type ReadingFigures = {
  readonly kind: ReadingKind;
  readonly cards: number;
  readonly read: number;
  /** Read within the schedule. */
  readonly inTime: number;
  readonly soon: number;
  readonly medianSeconds: number | null;
  readonly p95Seconds: number | null;
  readonly oldestSeconds: number | null;
  readonly readLastHour: number;
  readonly halted: { readonly at: Date; readonly words: Text } | null;
};

type Counting = (
  ctx: Ctx,
  accountId: string,
  everySeconds: Readonly<Record<ReadingKind, number>>,
) => Promise<ReadonlyMap<ReadingKind, ReadingFigures>>;

let counting: Counting | undefined;

/** The room that keeps the cards says here how it counts their readings; carriers themselves know none. */
export function registerReadingFigures(count: Counting): void {
  if (counting && counting !== count)
    throw new Error('Readings of carrier accounts are counted by another room already');
  counting = count;
}

export const readingFigures: Counting = async (ctx, accountId, everySeconds) =>
  counting ? counting(ctx, accountId, everySeconds) : new Map();
