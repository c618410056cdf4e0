import type { Ctx } from '../../../framework/context.ts';
import { changeCard, type LockedCard, NOTHING_PENDING } from '../../cards/face.ts';
import { type CommandRow, moveOf } from './commandStore.ts';
import { forgetForcedStops } from './forcedStops.ts';
import { type Reasons, reasonsRestored } from './reasonRules.ts';

/** A request failed: nothing is pending, the stop reasons are those from before, the status is the carrier's last. */
export async function revertPendingCommand(ctx: Ctx, card: LockedCard, command: CommandRow): Promise<LockedCard> {
  const move = moveOf(command);
  const stop_reasons = reasonsRestored(card.stop_reasons as Reasons, move);
  const db = ctx.beyondScope('the card may have been given to somebody else while the carrier was asked');
  await forgetForcedStops(db, card.id, move.adds);
  return changeCard(db, card, { ...NOTHING_PENDING, stop_reasons }, ctx.clock.now());
}
