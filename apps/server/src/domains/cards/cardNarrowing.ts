import type { Narrowing, Scope } from '../../framework/scoping.ts';

/** The table and all its views: a narrowed key must not see more through one than through another. */
const TABLES = ['cards.card', 'cards.v_card', 'cards.v_esim_card'] as const;

/** Narrows a scope to the cards of these carriers and products; an empty list does not narrow it. */
export const cardNarrowing = (platforms: readonly number[], productCodes: readonly string[]): Narrowing[] =>
  TABLES.flatMap((table) => [
    { table, column: 'platform', values: platforms },
    { table, column: 'product_code', values: productCodes },
  ]).filter(({ values }) => values.length > 0);

/** What a scope is narrowed to, for rows that name a carrier and a product without being cards; undefined: not narrowed. */
export function narrowedTo({ narrowed = [] }: Scope) {
  const [table] = TABLES;
  const valuesOf = (column: string) =>
    narrowed.find((each) => each.table === table && each.column === column)?.values as readonly never[] | undefined;
  return {
    platforms: valuesOf('platform') as readonly number[] | undefined,
    productCodes: valuesOf('product_code') as readonly string[] | undefined,
  };
}
