import type { CardAction } from '@cardinal/contract/api/cards/selection.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { limitsOf, settingsOf } from '../../settings/face.ts';

/** From how many cards on a person types the number before the action starts; what cannot be undone always asks. */
export async function askTheCountFrom(ctx: Ctx, action: CardAction): Promise<number | null> {
  if (action === 'cancel_card') return 1;
  return action === 'stop_card' ? (await limitsOf(ctx.db)).typeCountFromCards : null;
}

const FOR_TWO: ReadonlySet<CardAction> = new Set<CardAction>(['stop_card', 'cancel_card']);

/** Whether so many cards need a second account, by what the customer or those above it have set. */
export async function needsApproval(ctx: Ctx, action: CardAction, cards: number): Promise<boolean> {
  if (!FOR_TWO.has(action)) return false;
  const { approvalFromCards } = await settingsOf(ctx, accountOf(ctx).customerId);
  return cards > approvalFromCards;
}
