import type { Ctx } from '../../../framework/context.ts';

export type ListedCard = { readonly iccid: string; readonly status: string | null };

/** What a later room makes of the cards a carrier's list names, ours or not, in the transaction that takes its page over. */
export type ListedCardsTaken = (ctx: Ctx, accountId: string, listed: readonly ListedCard[]) => Promise<void>;

const takers = new Set<ListedCardsTaken>();
export function registerListedCards(take: ListedCardsTaken): void {
  takers.add(take);
}

export async function tellListed(ctx: Ctx, accountId: string, listed: readonly ListedCard[]): Promise<void> {
  for (const take of takers) await take(ctx, accountId, listed);
}
