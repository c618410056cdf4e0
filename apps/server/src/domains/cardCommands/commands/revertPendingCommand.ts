import type { StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { Ctx } from '../../../framework/context.ts';
import { changeCard, type LockedCard, NOTHING_PENDING } from '../../cards/face.ts';
import { reasonsRestored } from './cardCommandRules.ts';
import type { CommandRow } from './commandStore.ts';
import { forgetForcedStop } from './forcedStops.ts';

/** A request failed: nothing is pending, the stop reasons are those from before, the status is the carrier's last. */
export async function revertPendingCommand(ctx: Ctx, card: LockedCard, command: CommandRow): Promise<LockedCard> {
  const stop_reasons = reasonsRestored(card.stop_reasons as readonly StopReason[], command);
  const db = ctx.beyondScope('the card may have been given to somebody else while the carrier was asked');
  if (command.action === 'forced_stop_card' && command.stop_reason) {
    await forgetForcedStop(db, { cardId: card.id, reason: command.stop_reason });
  }
  return changeCard(db, card, { ...NOTHING_PENDING, stop_reasons }, ctx.clock.now());
}
