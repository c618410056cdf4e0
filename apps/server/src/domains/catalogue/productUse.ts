import type { Lifecycle } from '@cardinal/contract/enumerations/card.ts';
import type { Ctx } from '../../framework/context.ts';

/** How many cards within the caller's scope stand where under a product, and by which version of its terms they go. */
export type ProductCards = {
  readonly code: string;
  readonly customerId: string;
  readonly lifecycle: Lifecycle;
  readonly version: number | null;
  readonly cards: number;
};
type Counting = (ctx: Ctx, codes: readonly string[]) => Promise<readonly ProductCards[]>;

let counting: Counting | undefined;

/** The room that keeps the cards says here how it counts them; the catalogue knows none. */
export function registerProductUse(count: Counting): void {
  if (counting && counting !== count) throw new Error('The cards of products are counted by another room already');
  counting = count;
}

export const cardsUnder = async (ctx: Ctx, codes: readonly string[]): Promise<readonly ProductCards[]> =>
  counting && codes.length > 0 ? counting(ctx, codes) : [];

/** Those that could go by a version and go by another; a cancelled card is moved nowhere any more. */
export const cardsByOtherTerms = (found: readonly ProductCards[], version: number): number =>
  sumCards(found.filter((each) => each.version !== version && each.lifecycle !== 'cancelled')).cards;

export const sumCards = (found: readonly ProductCards[]): { cards: number; activated: number } => ({
  cards: found.reduce((sum, each) => sum + each.cards, 0),
  activated: found.reduce((sum, each) => sum + (each.lifecycle === 'activated' ? each.cards : 0), 0),
});
