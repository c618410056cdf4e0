import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { limitsOf, quietEndOf, settingsOf } from '../../settings/face.ts';
import { batchAction } from './batchAction.ts';

const STOPS: ReadonlySet<CardAction> = new Set<CardAction>(['stop_card', 'forced_stop_card']);

/** From this many cards on, a person types the number before the action starts; irreversible actions always require it. */
export async function askTheCountFrom(ctx: Ctx, action: CardAction): Promise<number | null> {
  if (action === 'cancel_card') return 1;
  return STOPS.has(action) ? (await limitsOf(ctx.db)).typeCountFromCards : null;
}

const FOR_TWO: ReadonlySet<CardAction> = new Set<CardAction>([...STOPS, 'cancel_card']);

/** Whether this many cards need a second account's approval, by the settings of the customer and its ancestors. */
export async function needsApproval(ctx: Ctx, action: CardAction, cards: number): Promise<boolean> {
  if (batchAction(ctx, action).needsCheck) return cards > 0;
  if (!FOR_TWO.has(action)) return false;
  const { approvalFromCards, approvesCancel } = await settingsOf(ctx, accountOf(ctx).customerId);
  return cards > approvalFromCards || (approvesCancel && action === 'cancel_card' && cards > 0);
}

/** Until when the customer allows no automatic stop. A person may still stop cards and is warned first. */
export const quietUntil = async (ctx: Ctx, action: CardAction): Promise<Date | undefined> =>
  STOPS.has(action) ? quietEndOf(ctx, accountOf(ctx).customerId) : undefined;
