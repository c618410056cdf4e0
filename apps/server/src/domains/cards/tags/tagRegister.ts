import { mergeTags as mergeEndpoint, tagOptions as optionsEndpoint, tags } from '@cardinal/contract/api/cards/tags.ts';
import type { CardKind } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { bind, type Route } from '../../../framework/domain.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';
import { endTag, mergeTags } from './mergeTags.ts';
import { refuseUsedTag, tagUses } from './tagUse.ts';

/** How many cards of each kind these tags stand on, of those the caller still sees. */
async function cardsUnder(ctx: Ctx, tagIds: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('cards.card_tag as ct')
    .innerJoin('cards.card as c', 'c.id', 'ct.card_id')
    .select(['ct.tag_id', 'c.kind', (on) => on.fn.countAll<string>().as('n')])
    .where('ct.tag_id', 'in', [...tagIds])
    .groupBy(['ct.tag_id', 'c.kind'])
    .orderBy('c.kind')
    .execute();
  return Map.groupBy(rows, (row) => row.tag_id);
}

/** For pickers, at most a thousand. */
export const tagOptions = async (ctx: Ctx): Promise<AnswerOf<typeof optionsEndpoint>> =>
  ctx.db
    .selectFrom('cards.tag')
    .select(['id', 'name', 'color', 'tag_group as group'])
    .orderBy('tag_group')
    .orderBy('name')
    .limit(1_000)
    .execute();

export const tagRoutes: readonly Route[] = [
  ...bindRegister(tags, {
    table: 'cards.tag',
    objectKind: 'tag',
    columns: { group: 'tag_group', createdBy: 'created_by_name' },
    name: ({ name }) => name,
    unique: { index: 'tag_customer_id_name_key', field: 'name' },
    begin: (ctx) => {
      const { accountId, account } = accountOf(ctx);
      return { created_by: accountId, created_by_name: account, created_at: ctx.clock.now() };
    },
    release: async (ctx, tag) => {
      await refuseUsedTag(ctx, tag.id, 'delete');
      await endTag(ctx, tag, null);
    },
    list: {
      present: async (rows, ctx) => {
        const ids = rows.map(({ id }) => id);
        const [cards, uses] = [await cardsUnder(ctx, ids), await tagUses(ctx, ids)];
        return ids.map((id) => {
          const cardsByKind = (cards.get(id) ?? []).map(({ kind, n }) => ({ kind: kind as CardKind, n: Number(n) }));
          return {
            cards: cardsByKind.reduce((sum, { n }) => sum + n, 0),
            cardsByKind,
            usedIn: uses.get(id) ?? null,
          };
        });
      },
      extra: (query, { unused }, ctx) =>
        unused
          ? query.where(sql<boolean>`t.id not in (${ctx.db.selectFrom('cards.card_tag as ct').select('ct.tag_id')})`)
          : query,
    },
  }),
  bind(optionsEndpoint, (ctx) => tagOptions(ctx)),
  bind(mergeEndpoint, (ctx, { body }) => mergeTags(ctx, body)),
];
