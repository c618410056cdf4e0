import type { Database } from '../../../framework/tables.ts';

/** The customers with cards that have one of the caller's own tags, as far as the caller may see them. */
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

/** Which of these cards have which of these tags. */
export async function tagsOn(
  db: Database,
  cardIds: readonly string[],
  tagIds: readonly string[],
): Promise<{ readonly cardId: string; readonly tagId: string }[]> {
  if (cardIds.length === 0 || tagIds.length === 0) return [];
  return db
    .selectFrom('cards.card_tag')
    .select(['card_id as cardId', 'tag_id as tagId'])
    .where('card_id', 'in', [...cardIds])
    .where('tag_id', 'in', [...tagIds])
    .execute();
}

/** The code numbers with any of these tags, as far as the caller may see them. */
export async function codeNumbersTagged(db: Database, tagIds: readonly string[]): Promise<string[]> {
  if (tagIds.length === 0) return [];
  const rows = await db
    .selectFrom('cards.card_tag as ct')
    .innerJoin('cards.v_esim_card as c', 'c.id', 'ct.card_id')
    .select('c.id')
    .distinct()
    .where('ct.tag_id', 'in', [...tagIds])
    .execute();
  return rows.map(({ id }) => id);
}
