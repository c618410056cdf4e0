import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { DictUse } from '../settings/face.ts';

/** The card columns that hold a system dictionary's value, by dictionary name. */
const COLUMNS = {
  cardSize: 'size',
  cardKind: 'kind',
  platform: 'platform',
  lifecycle: 'lifecycle',
} as const;

async function countBy(ctx: Ctx, column: string): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx
    .beyondScope('a word is used by the cards of every customer')
    .selectFrom('cards.card')
    .select([sql<string>`${sql.ref(column)}::text`.as('value'), sql<string>`count(*)`.as('n')])
    .where(sql<boolean>`${sql.ref(column)} is not null`)
    .groupBy(sql.ref(column))
    .execute();
  return new Map(rows.map((row) => [row.value, Number(row.n)]));
}

/** How many cards have each value of these dictionaries. */
export const cardWords: readonly DictUse[] = Object.entries(COLUMNS).map(([type, column]) => ({
  type,
  count: (ctx) => countBy(ctx, column),
}));
