import type { ReadingKind } from '@cardinal/contract/api/carriers/carrierMonitor.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';

/** The freshness of one reading kind of an account's cards. */
export type ReadingFigures = {
  readonly kind: ReadingKind;
  readonly cards: number;
  readonly read: number;
  /** Read within the interval. */
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

/** The room that reads the cards counts the readings. */
export const readingFigures = extensionPoint<Counting>('carriers.readingFigures');

export const figuresOfReadings: Counting = async (ctx, accountId, everySeconds) =>
  (await ctx.contributed(readingFigures)?.(ctx, accountId, everySeconds)) ?? new Map();
