import type { Ctx } from '../../../framework/context.ts';
import { capabilitiesOf, carrierAccount } from '../../carriers/face.ts';
import type { ReadingKind } from '../slots/pollSlotRules.ts';
import { type DueCard, recordUnscheduledRead, slotReadings } from '../slots/pollSlotStore.ts';
import { turnReader, turnsBy } from './pollReaders.ts';

type Kept = {
  /** Applies the reading in a transaction that may take the card's lock. */
  readonly apply: (inside: Ctx) => Promise<void>;
  /** Adds to totals that many share; last in that transaction. */
  readonly total: (inside: Ctx) => Promise<void>;
};

/**
 * Asks for one reading of one card now, also where the account makes it on no schedule; undefined if the interface does not have
 * it, or the carrier does not answer.
 */
export async function readNow(
  ctx: Ctx,
  kind: ReadingKind,
  card: Omit<DueCard, 'readAt'>,
  accountId: string,
): Promise<Kept | undefined> {
  const [account, can] = await Promise.all([carrierAccount(ctx, accountId), capabilitiesOf(ctx, accountId)]);
  const reader = turnReader(ctx, kind);
  const by = can && turnsBy(ctx, kind, can);
  if (!account || !reader || !by) return undefined;
  const readAt = (await slotReadings(ctx, card.id))(kind);
  const heard = await reader.read(ctx, { account, can, isMany: by.isMany, about: {} }, [{ ...card, readAt }]);
  if (heard.kind === 'unavailable' || heard.answered.length === 0) return undefined;
  return {
    apply: async (inside) => {
      await heard.apply(inside);
      await recordUnscheduledRead(inside, kind, heard.answered, heard.readAt);
    },
    total: async (inside) => heard.total?.(inside),
  };
}
