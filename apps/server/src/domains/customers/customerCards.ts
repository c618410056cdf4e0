import type { Ctx } from '../../framework/context.ts';

/** Cards of a customer itself, not of those below it, as they were counted last. */
export type CardFigures = { readonly total: number; readonly activated: number; readonly stopped: number };
type Counting = (ctx: Ctx, customerIds: readonly string[]) => Promise<ReadonlyMap<string, CardFigures>>;

let counting: Counting | undefined;

/** The room that keeps the cards says here how it counts them; this one knows none. */
export function registerCustomerCards(count: Counting): void {
  if (counting && counting !== count) throw new Error('The cards of customers are counted by another room already');
  counting = count;
}

/** Whoever has no cards is absent. */
export const cardsOfCustomers = async (
  ctx: Ctx,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, CardFigures>> =>
  counting && customerIds.length > 0 ? counting(ctx, customerIds) : new Map();
