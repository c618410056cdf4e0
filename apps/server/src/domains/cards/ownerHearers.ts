import type { Ctx } from '../../framework/context.ts';
import { extensionList } from '../../framework/contributions.ts';

/** A card that has another owner from now on. */
export type OwnerChange = { readonly cardId: string; readonly customerId: string };

/** Later rooms hear which cards changed their owner, in the transaction that does it, with the locks of the cards held. */
export const ownerHearers =
  extensionList<(ctx: Ctx, changes: readonly OwnerChange[]) => Promise<void>>('cards.ownerHearers');

export async function tellOwners(ctx: Ctx, changes: readonly OwnerChange[]): Promise<void> {
  if (changes.length === 0) return;
  for (const hear of ctx.contributed(ownerHearers)) await hear(ctx, changes);
}
