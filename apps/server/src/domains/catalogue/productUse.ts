import type { Lifecycle } from '@cardinal/contract/enumerations/card.ts';
import type { Ctx } from '../../framework/context.ts';
import { extensionPoint } from '../../framework/contributions.ts';

/** How many cards of the caller's scope have a product, by lifecycle and terms version. */
export type ProductCards = {
  readonly code: string;
  readonly customerId: string;
  readonly lifecycle: Lifecycle;
  readonly version: number | null;
  readonly cards: number;
};
type Counting = (ctx: Ctx, codes: readonly string[]) => Promise<readonly ProductCards[]>;

/** The room that holds the cards counts them. */
export const productUse = extensionPoint<Counting>('catalogue.productUse');

export const cardsUnder = async (ctx: Ctx, codes: readonly string[]): Promise<readonly ProductCards[]> =>
  (codes.length > 0 && (await ctx.contributed(productUse)?.(ctx, codes))) || [];

/** Cards on another terms version that could get this one; cancelled cards are never moved. */
export const cardsByOtherTerms = (found: readonly ProductCards[], version: number): number =>
  sumCards(found.filter((each) => each.version !== version && each.lifecycle !== 'cancelled')).cards;

export const sumCards = (found: readonly ProductCards[]): { cards: number; activated: number } => ({
  cards: found.reduce((sum, each) => sum + each.cards, 0),
  activated: found.reduce((sum, each) => sum + (each.lifecycle === 'activated' ? each.cards : 0), 0),
});
