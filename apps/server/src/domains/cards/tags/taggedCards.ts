import type { Database } from '../../../framework/tables.ts';

/** The customers who have a card under one of the caller's own tags, as far as the caller sees them. */
export async function holdersOfTagged(db: Database, tagIds: readonly string[]): Promise<string[]> {
  if (tagIds.length === 0) return [];
  const rows = await db
    .selectFrom('cards.tag as t')
    .innerJoin('cards.card_tag as ct', 'ct.tag_id', 't.id')
    .innerJoin('cards.card as c', 'c.id', 'ct.card_id')
    .select('c.customer_id')
    .distinct()
    .where('t.id', 'in', [...tagIds])
    .execute();
  return rows.map((row) => row.customer_id);
}
