import { type AliasableExpression, type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { extensionPoint } from '../../framework/contributions.ts';

/** Cards of a customer itself, not of those below it, as they were counted last. */
export type CardFigures = { readonly total: number; readonly activated: number; readonly stopped: number };
type Counting = {
  readonly of: (ctx: Ctx, customerIds: readonly string[]) => Promise<ReadonlyMap<string, CardFigures>>;
  /** The same within a query that shows a customer: its figures as JSON, or null where it has no cards. */
  readonly beside: (ctx: Ctx, customerId: RawBuilder<string>) => AliasableExpression<CardFigures | null>;
};

/** The room that keeps the cards counts them. */
export const customerCards = extensionPoint<Counting>('customers.customerCards');

/** The figures of a customer within a query that shows it. */
export const cardsBeside = (ctx: Ctx, customerId: RawBuilder<string>): AliasableExpression<CardFigures | null> =>
  ctx.contributed(customerCards)?.beside(ctx, customerId) ?? sql<null>`null::json`;

/** Whoever has no cards is absent. */
export async function cardsOfCustomers(
  ctx: Ctx,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, CardFigures>> {
  const counting = ctx.contributed(customerCards);
  return counting && customerIds.length > 0 ? counting.of(ctx, customerIds) : new Map();
}
