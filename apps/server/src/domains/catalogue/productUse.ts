import type { Lifecycle } from '@cardinal/contract/enumerations/card.ts';
import type { Ctx } from '../../framework/context.ts';
import { extensionPoint } from '../../framework/contributions.ts';

/** How many cards within the caller's scope stand where under a product, and by which version of its terms they go. */
export type ProductCards = {
  readonly code: string;
  readonly customerId: string;
  readonly lifecycle: Lifecycle;
  readonly version: number | null;
  readonly cards: number;
};
type Counting = (ctx: Ctx, codes: readonly string[]) => Promise<readonly ProductCards[]>;

/** The room that keeps the cards counts them. */
export const productUse = extensionPoint<Counting>('catalogue.productUse');

export const cardsUnder = async (ctx: Ctx, codes: readonly string[]): Promise<readonly ProductCards[]> =>
  (codes.length > 0 && (await ctx.contributed(productUse)?.(ctx, codes))) || [];

/** Those that could go by a version and go by another; a cancelled card is moved nowhere any more. */
export const cardsByOtherTerms = (found: readonly ProductCards[], version: number): number =>
  sumCards(found.filter((each) => each.version !== version && each.lifecycle !== 'cancelled')).cards;

export const sumCards = (found: readonly ProductCards[]): { cards: number; activated: number } => ({
  cards: found.reduce((sum, each) => sum + each.cards, 0),
  activated: found.reduce((sum, each) => sum + (each.lifecycle === 'activated' ? each.cards : 0), 0),
});
