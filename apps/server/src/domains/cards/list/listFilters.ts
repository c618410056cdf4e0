import type { Expression, SqlBool } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { extensionList } from '../../../framework/contributions.ts';

/** A condition on the list of cards that a later room knows: the list's parameter, and what its value means for a card `c`. */
export type CardListFilter = {
  readonly parameter: string;
  readonly where: (ctx: Ctx, value: string) => Promise<Expression<SqlBool>>;
  /** No more cards than these meet it. */
  readonly atMost: (ctx: Ctx, value: string) => Promise<number>;
};

export const cardListFilters = extensionList<CardListFilter>('cards.listFilters');

const askedOf = (ctx: Ctx, asked: Readonly<Record<string, unknown>>) =>
  ctx.contributed(cardListFilters).flatMap((filter) => {
    const value = asked[filter.parameter];
    return value === undefined || value === '' ? [] : [{ filter, value: String(value) }];
  });

/** The conditions of later rooms that a question asks for. */
export const laterFilters = (ctx: Ctx, asked: Readonly<Record<string, unknown>>): Promise<Expression<SqlBool>[]> =>
  Promise.all(askedOf(ctx, asked).map(({ filter, value }) => filter.where(ctx, value)));

/** How many cards a question can find at most, where a filter of a later room knows it. */
export async function atMostByFilters(ctx: Ctx, asked: Readonly<Record<string, unknown>>): Promise<number | undefined> {
  const bounds = await Promise.all(askedOf(ctx, asked).map(({ filter, value }) => filter.atMost(ctx, value)));
  return bounds.length > 0 ? Math.min(...bounds) : undefined;
}
