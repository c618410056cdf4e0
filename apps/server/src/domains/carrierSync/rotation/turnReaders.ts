import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionMap } from '../../../framework/contributions.ts';
import { type CallAbout, type Capabilities, type CarrierAccountFacts, wayOf } from '../../carriers/face.ts';
import type { ReadingKind } from '../slots/turnRules.ts';
import type { TurnCard } from '../slots/turnStore.ts';

export type Heard =
  | {
      readonly kind: 'heard';
      /** The moment before the carrier was asked. */
      readonly readAt: Date;
      /** Cards the carrier answered about; of the others nothing was learnt. */
      readonly answered: readonly string[];
      /** Cards it says it does not know. */
      readonly unknown: readonly string[];
      /** Takes over what was heard, in the transaction that notes the turns. */
      readonly apply: (ctx: Ctx) => Promise<void>;
      /** What it adds to totals that many batches share: done last there, so that the next waits for a commit and no longer. */
      readonly total?: (ctx: Ctx) => Promise<void>;
    }
  /** Nothing can be asked before `until`. */
  | { readonly kind: 'unavailable'; readonly until: Date; readonly words: Text };

/** How one kind of reading is made. */
export type TurnReader = {
  readonly kind: ReadingKind;
  /** `isMany`: the carrier is asked about all of them with one call; otherwise there is one. */
  readonly read: (
    ctx: Ctx,
    from: {
      readonly account: CarrierAccountFacts;
      readonly can: Capabilities;
      readonly isMany: boolean;
      readonly about: CallAbout;
    },
    cards: readonly TurnCard[],
  ) => Promise<Heard>;
};

/** The room that keeps what is read says how it is read. */
export const turnReaders = extensionMap('carrierSync.turnReaders', ({ kind }: TurnReader) => kind);

export const turnReader = (ctx: Ctx, kind: ReadingKind): TurnReader | undefined =>
  ctx.contributed(turnReaders).get(kind);

/** How an account's cards are read in turns; undefined where they are not: what lists its changes needs no turns. */
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
