import type { StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { Ctx } from '../../../framework/context.ts';
import { changeCard, type LockedCard, NOTHING_PENDING } from '../../cards/face.ts';
import { reasonsRestored } from './cardCommandRules.ts';
import type { CommandRow } from './commandStore.ts';

/** An asked move came to nothing: nothing is pending, our reasons are those of before, the carrier's word as last heard. */
export function revertPendingCommand(ctx: Ctx, card: LockedCard, command: CommandRow): Promise<LockedCard> {
  const stop_reasons = reasonsRestored(card.stop_reasons as readonly StopReason[], command);
  const db = ctx.beyondScope('the card may have been given to somebody else while the carrier was asked');
  return changeCard(db, card, { ...NOTHING_PENDING, stop_reasons }, ctx.clock.now());
}
