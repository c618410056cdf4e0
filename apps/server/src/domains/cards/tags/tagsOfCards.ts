import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';

/** The existing ones among these tags, locked against deletion until the transaction ends. */
export async function lockTags(db: Database, tagIds: readonly string[]): Promise<string[]> {
  if (tagIds.length === 0) return [];
  const rows = await db
    .selectFrom('cards.tag')
    .select('id')
    .where('id', 'in', [...new Set(tagIds)])
    .orderBy('id')
    .forShare()
    .execute();
  return rows.map((row) => row.id);
}

/** The tags of each card, as far as the caller may see them. */
export async function tagsByCard(
  db: Database,
  cardIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (cardIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('cards.card_tag')
    .select(['card_id', 'tag_id'])
    .where('card_id', 'in', [...cardIds])
    .execute();
  const had = Map.groupBy(rows, (row) => row.card_id);
  return new Map([...had].map(([cardId, on]) => [cardId, new Set(on.map((row) => row.tag_id))]));
}

export type TagsChange = {
  readonly cardId: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
};

/** Removes and adds tags of a customer on cards; the caller writes the history records. */
export async function changeTags(ctx: Ctx, customerId: string, changes: readonly TagsChange[]): Promise<void> {
  const pairs = (pick: (change: TagsChange) => readonly string[]) => {
    const named = changes.flatMap((change) => pick(change).map((tagId) => ({ cardId: change.cardId, tagId })));
    return { cards: named.map(({ cardId }) => cardId), tags: named.map(({ tagId }) => tagId) };
  };
  const removed = pairs((change) => change.removed);
  const added = pairs((change) => change.added);
  if (removed.cards.length > 0) {
    await sql`
      delete from cards.card_tag t using unnest(${removed.cards}::bigint[], ${removed.tags}::bigint[]) as g (card_id, tag_id)
      where t.card_id = g.card_id and t.tag_id = g.tag_id and t.customer_id = ${customerId}::bigint`.execute(
      ctx.beyondScope('the tags of one customer, named in the predicate'),
    );
  }
  if (added.cards.length > 0) {
    await sql`
      insert into cards.card_tag (card_id, tag_id, customer_id)
      select card_id, tag_id, ${customerId}::bigint
      from unnest(${added.cards}::bigint[], ${added.tags}::bigint[]) as g (card_id, tag_id)
      on conflict do nothing`.execute(ctx.db);
  }
}
