import type { Expression, SqlBool } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { extensionList } from '../../../framework/contributions.ts';

/** A card list filter provided by a later room: its parameter, and its condition on a card `c`. */
export type CardListFilter = {
  readonly parameter: string;
  readonly where: (ctx: Ctx, value: string) => Promise<Expression<SqlBool>>;
  /** The maximum number of matching cards, if it is known without looking at cards. */
  readonly atMost?: (ctx: Ctx, value: string) => Promise<number>;
};

export const cardListFilters = extensionList<CardListFilter>('cards.listFilters');

const askedOf = (ctx: Ctx, asked: Readonly<Record<string, unknown>>) =>
  ctx.contributed(cardListFilters).flatMap((filter) => {
    const value = asked[filter.parameter];
    return value === undefined || value === '' ? [] : [{ filter, value: String(value) }];
  });

/** The conditions of later rooms that a query uses. */
export const laterFilters = (ctx: Ctx, asked: Readonly<Record<string, unknown>>): Promise<Expression<SqlBool>[]> =>
  Promise.all(askedOf(ctx, asked).map(({ filter, value }) => filter.where(ctx, value)));

/** The maximum number of cards a query can match, if a later room's filter knows it. */
export async function atMostByFilters(ctx: Ctx, asked: Readonly<Record<string, unknown>>): Promise<number | undefined> {
  const bounds = await Promise.all(
    askedOf(ctx, asked).flatMap(({ filter, value }) => filter.atMost?.(ctx, value) ?? []),
  );
  return bounds.length > 0 ? Math.min(...bounds) : undefined;
}
