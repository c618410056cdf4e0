import type { Ctx } from '../../../framework/context.ts';
import { extensionList } from '../../../framework/contributions.ts';
import type { CardRow } from '../../cards/face.ts';
import type { CarrierDevice } from '../../carriers/face.ts';

export type ReadFrom = {
  /** The time before the carrier was asked. */
  readonly readAt: Date;
  /** True for full answers about single cards; false for rows of a list. */
  readonly isDirect: boolean;
};

export type TakenCard = {
  readonly card: CardRow;
  readonly device: CarrierDevice;
  /** Older than what is stored: the card is not changed. */
  readonly isStale: boolean;
};

/** Lets a later room store readings of its own, in the transaction that applies them. */
export type ReadingsTaken = (
  ctx: Ctx,
  taken: ReadFrom & { readonly accountId: string; readonly cards: readonly TakenCard[] },
) => Promise<void>;

export const readingsTaken = extensionList<ReadingsTaken>('cardCommands.readingsTaken');
