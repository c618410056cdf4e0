import type { listTags, tagOptions as optionsEndpoint } from '@cardinal/contract/api/cards/tags.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { AnyQuery, Dataset } from '../../../framework/dataset.ts';
import { tagUses } from './tagUse.ts';

type Row = RowOf<typeof listTags>;

type OfKind = Row['cardsByKind'][number];

/** How many cards of each kind a page's tags stand on, of those the caller still sees. */
async function cardsUnder(ctx: Ctx, tagIds: readonly string[]): Promise<ReadonlyMap<string, OfKind[]>> {
  if (tagIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('cards.card_tag as ct')
    .innerJoin('cards.card as c', 'c.id', 'ct.card_id')
    .select(['ct.tag_id', 'c.kind', (on) => on.fn.countAll<string>().as('n')])
    .where('ct.tag_id', 'in', [...tagIds])
    .groupBy(['ct.tag_id', 'c.kind'])
    .orderBy('c.kind')
    .execute();
  const byTag = Map.groupBy(rows, (row) => row.tag_id);
  return new Map(
    [...byTag].map(([tagId, kinds]) => [
      tagId,
      kinds.map(({ kind, n }) => ({ kind: kind as OfKind['kind'], n: Number(n) })),
    ]),
  );
}

export const tagDataset: Dataset = {
  from: (ctx) => ctx.db.selectFrom('cards.tag as t') as unknown as AnyQuery,
  id: sql<string>`t.id`,
  columns: {
    id: sql`t.id`,
    name: sql`t.name`,
    group: sql`t.tag_group`,
    createdAt: sql`t.created_at`,
  },
  select: (query) => query.selectAll('t'),
  present: async (rows, ctx) => {
    const ids = rows.map((row) => String(row['id']));
    const [cards, uses] = [await cardsUnder(ctx, ids), await tagUses(ctx, ids)];
    return rows.map((row) => {
      const cardsByKind = cards.get(String(row['id'])) ?? [];
      const used = uses.get(String(row['id']));
      return {
        id: row['id'],
        name: row['name'],
        color: row['color'],
        group: row['tag_group'],
        cards: cardsByKind.reduce((sum, { n }) => sum + n, 0),
        cardsByKind,
        usedIn: used ? say(used, ctx.language) : null,
        remark: row['remark'],
        createdBy: row['created_by_name'],
        createdAt: (row['created_at'] as Date).toISOString(),
      };
    });
  },
  extra: (query, asked, ctx) => {
    if (!asked['unused']) return query;
    const used = ctx.db.selectFrom('cards.card_tag as ct').select('ct.tag_id');
    return query.where(sql<boolean>`t.id not in (${used})`);
  },
};

const MOST_OPTIONS = 1_000;

export const tagOptions = async (ctx: Ctx): Promise<AnswerOf<typeof optionsEndpoint>> =>
  ctx.db
    .selectFrom('cards.tag')
    .select(['id', 'name', 'color', 'tag_group as group'])
    .orderBy('tag_group')
    .orderBy('name')
    .limit(MOST_OPTIONS)
    .execute();
