import { readonlyFields } from '@cardinal/contract/api/cardViews/readonlyCards.ts';
import type { ListQuery } from '@cardinal/contract/framework/list.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { AnyQuery, Dataset } from '../../../framework/dataset.ts';
import { cardDataset, hidesNumbers, presentCards, withTagsAndRemark } from '../../cards/face.ts';
import { hiddenFields, looked } from './readonlyRules.ts';
import { seenBy } from './readonlyViews.ts';

/** From this many cards on, the list returns rows only for a filter. */
const MOST_UNASKED = 10_000;
const PAGING: ReadonlySet<string> = new Set(['pageNum', 'pageSize', 'sort', 'cursor']);
const filtersOf = (asked: ListQuery): string[] =>
  Object.entries(asked).flatMap(([key, value]) => (PAGING.has(key) || value === undefined ? [] : [key]));

const columns = Object.fromEntries(
  Object.entries(cardDataset.columns).filter(([name]) => name in readonlyFields),
) as Dataset['columns'];

const isFew = (ctx: Ctx, kinds: readonly number[]) => sql<boolean>`(
  select count(*) <= ${MOST_UNASKED} from (${ctx.db
    .selectFrom('cards.v_card as many')
    .select(sql`1`.as('one'))
    .where('many.kind', 'in', [...kinds])
    .limit(MOST_UNASKED + 1)}) few)`;

/** Read-only cards of some kinds. */
export const readonlyDataset = (kinds: readonly number[]): Dataset => ({
  id: cardDataset.id,
  carrier: sql`c.platform`,
  columns,
  select: cardDataset.select,
  ...(cardDataset.extra ? { extra: cardDataset.extra } : {}),
  from: (ctx, asked) => {
    const filters = filtersOf(asked);
    let query = ctx.db.selectFrom('cards.v_card as c').where('c.kind', 'in', [...kinds]) as unknown as AnyQuery;
    if (filters.length === 0) query = query.where(isFew(ctx, kinds));
    return query;
  },
  beside: withTagsAndRemark,
  hides: async (ctx) => (await seenBy(ctx)).isMasked || (await hidesNumbers(ctx)),
  conceals: async (ctx) =>
    new Set([...hiddenFields((await seenBy(ctx)).groups), ...((await cardDataset.conceals?.(ctx)) ?? [])]),
  present: async (rows, ctx) => {
    const seen = await seenBy(ctx);
    return (await presentCards(rows, ctx)).map((row) => ({ ...looked(row, seen) }));
  },
  figures: async (ctx, _, asked) => {
    const { groups } = await seenBy(ctx);
    const { rows } =
      filtersOf(asked).length === 0
        ? await sql<{ few: boolean }>`select ${isFew(ctx, kinds)} as few`.execute(ctx.db)
        : { rows: [] };
    return { mustAsk: rows[0]?.few === false, groups: [...groups] };
  },
});
