import type { Ctx } from '../../../framework/context.ts';
import { extensionList } from '../../../framework/contributions.ts';

export type ListedCard = { readonly iccid: string; readonly status: string | null };

/** What a later room makes of the cards a carrier's list names, ours or not, in the transaction that takes its page over. */
export type ListedCardsTaken = (ctx: Ctx, accountId: string, listed: readonly ListedCard[]) => Promise<void>;

export const listedCards = extensionList<ListedCardsTaken>('carrierSync.listedCards');

export async function tellListed(ctx: Ctx, accountId: string, listed: readonly ListedCard[]): Promise<void> {
  for (const take of ctx.contributed(listedCards)) await take(ctx, accountId, listed);
}
