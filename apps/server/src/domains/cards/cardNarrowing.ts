import type { Narrowing } from '../../framework/scoping.ts';

/** The table and every view of it: whoever reads one of them under a narrowed key sees no more than in the others. */
const TABLES = ['cards.card', 'cards.v_card', 'cards.v_esim_card'] as const;

/** Narrows a scope to the cards of these carriers and products; an empty list narrows nothing. */
export const cardNarrowing = (platforms: readonly number[], productCodes: readonly string[]): Narrowing[] =>
  TABLES.flatMap((table) => [
    { table, column: 'platform', values: platforms },
    { table, column: 'product_code', values: productCodes },
  ]).filter(({ values }) => values.length > 0);
