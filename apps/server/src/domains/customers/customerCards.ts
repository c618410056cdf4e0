import { type AliasableExpression, type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { extensionPoint } from '../../framework/contributions.ts';

/** A customer's own cards, without those of its descendants, as last counted. */
export type CardFigures = { readonly total: number; readonly activated: number; readonly stopped: number };
type Counting = {
  readonly of: (ctx: Ctx, customerIds: readonly string[]) => Promise<ReadonlyMap<string, CardFigures>>;
  /** The same for use inside a query over customers: the figures as JSON, or null without cards. */
  readonly beside: (ctx: Ctx, customerId: RawBuilder<string>) => AliasableExpression<CardFigures | null>;
};

/** The room that holds the cards counts them. */
export const customerCards = extensionPoint<Counting>('customers.customerCards');

/** The figures of a customer, for use inside a query that returns customers. */
export const cardsBeside = (ctx: Ctx, customerId: RawBuilder<string>): AliasableExpression<CardFigures | null> =>
  ctx.contributed(customerCards)?.beside(ctx, customerId) ?? sql<null>`null::json`;

/** Customers without cards are absent. */
export async function cardsOfCustomers(
  ctx: Ctx,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, CardFigures>> {
  const counting = ctx.contributed(customerCards);
  return counting && customerIds.length > 0 ? counting.of(ctx, customerIds) : new Map();
}
