import type { Ctx } from '../../../framework/context.ts';
import { extensionList } from '../../../framework/contributions.ts';

export type ListedCard = { readonly iccid: string; readonly status: string | null };

/** Lets a later room process the cards of a carrier's list, ours or not, in the transaction that applies the page. */
export type ListedCardsTaken = (ctx: Ctx, accountId: string, listed: readonly ListedCard[]) => Promise<void>;

export const listedCards = extensionList<ListedCardsTaken>('carrierSync.listedCards');

export async function tellListed(ctx: Ctx, accountId: string, listed: readonly ListedCard[]): Promise<void> {
  for (const take of ctx.contributed(listedCards)) await take(ctx, accountId, listed);
}
