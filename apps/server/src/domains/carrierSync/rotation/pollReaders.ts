import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionMap } from '../../../framework/contributions.ts';
import { type CallAbout, type Capabilities, type CarrierAccountFacts, wayOf } from '../../carriers/face.ts';
import type { ReadingKind } from '../slots/pollSlotRules.ts';
import type { DueCard } from '../slots/pollSlotStore.ts';

export type Heard =
  | {
      readonly kind: 'heard';
      /** The time before the carrier was asked. */
      readonly readAt: Date;
      /** Cards the carrier answered about; the others stay unknown. */
      readonly answered: readonly string[];
      /** Cards the carrier does not know. */
      readonly unknown: readonly string[];
      /** Applies the readings, in the transaction that records the polls. */
      readonly apply: (ctx: Ctx) => Promise<void>;
      /** Adds to totals shared by many batches; runs last in the transaction, so that others wait only for its commit. */
      readonly total?: (ctx: Ctx) => Promise<void>;
    }
  /** The carrier cannot be asked before `until`. */
  | { readonly kind: 'unavailable'; readonly until: Date; readonly words: Text };

/** How one kind of reading is made. */
export type PollReader = {
  readonly kind: ReadingKind;
  /** `isMany`: one call asks about all of these cards; otherwise there is one card. */
  readonly read: (
    ctx: Ctx,
    from: {
      readonly account: CarrierAccountFacts;
      readonly can: Capabilities;
      readonly isMany: boolean;
      readonly about: CallAbout;
    },
    cards: readonly DueCard[],
  ) => Promise<Heard>;
};

/** The room that stores a reading provides its reader. */
export const pollReaders = extensionMap('carrierSync.turnReaders', ({ kind }: PollReader) => kind);

export const turnReader = (ctx: Ctx, kind: ReadingKind): PollReader | undefined =>
  ctx.contributed(pollReaders).get(kind);

/** The reader that polls an account's cards; undefined if they are not polled, because the carrier lists its changes. */
export function turnsBy(
  ctx: Ctx,
  kind: ReadingKind,
  can: Capabilities,
): { isMany: boolean; batch: number } | undefined {
  const { way, batch } = wayOf(kind, can);
  return batch === null || way === 'list' || way === 'none' || !turnReader(ctx, kind)
    ? undefined
    : { isMany: way === 'batch', batch };
}
