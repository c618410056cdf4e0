import type { Ctx } from '../../../framework/context.ts';
import { extensionList } from '../../../framework/contributions.ts';
import type { CardRow } from '../../cards/face.ts';
import type { CarrierDevice } from '../../carriers/face.ts';

export type ReadFrom = {
  /** The moment before the carrier was asked. */
  readonly readAt: Date;
  /** About one card each, with everything the carrier knows of it; otherwise rows of a list. */
  readonly isDirect: boolean;
};

export type TakenCard = {
  readonly card: CardRow;
  readonly device: CarrierDevice;
  /** Older than what is known already: the card keeps what it has. */
  readonly isStale: boolean;
};

/** What a later room keeps of readings for itself, in the transaction that takes them over. */
export type ReadingsTaken = (
  ctx: Ctx,
  taken: ReadFrom & { readonly accountId: string; readonly cards: readonly TakenCard[] },
) => Promise<void>;

export const readingsTaken = extensionList<ReadingsTaken>('cardCommands.readingsTaken');
