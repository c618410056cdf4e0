import { type AliasableExpression, type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';

/** Cards of a customer itself, not of those below it, as they were counted last. */
export type CardFigures = { readonly total: number; readonly activated: number; readonly stopped: number };
type Counting = {
  readonly of: (ctx: Ctx, customerIds: readonly string[]) => Promise<ReadonlyMap<string, CardFigures>>;
  /** The same within a query that shows a customer: its figures as JSON, or null where it has no cards. */
  readonly beside: (ctx: Ctx, customerId: RawBuilder<string>) => AliasableExpression<CardFigures | null>;
};

let counting: Counting | undefined;

/** The room that keeps the cards says here how it counts them; this one knows none. */
export function registerCustomerCards(count: Counting): void {
  if (counting && counting !== count) throw new Error('The cards of customers are counted by another room already');
  counting = count;
}

/** The figures of a customer within a query that shows it. */
export const cardsBeside = (ctx: Ctx, customerId: RawBuilder<string>): AliasableExpression<CardFigures | null> =>
  counting?.beside(ctx, customerId) ?? sql<null>`null::json`;

/** Whoever has no cards is absent. */
export const cardsOfCustomers = async (
  ctx: Ctx,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, CardFigures>> =>
  counting && customerIds.length > 0 ? counting.of(ctx, customerIds) : new Map();
