import { readonlyFields } from '@cardinal/contract/api/cardViews/readonlyCards.ts';
import type { ListQuery } from '@cardinal/contract/framework/list.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type AnyQuery, type Dataset, readFilterKey } from '../../../framework/dataset.ts';
import { cardDataset, presentCards, withTagsAndRemark } from '../../cards/face.ts';
import { type Groups, hiddenField, looked } from './readonlyRules.ts';
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

/** The query of each context; presenting rows needs it as well. */
const askedUnder = new WeakMap<Ctx, ListQuery>();

/** A hidden group can be neither filtered nor sorted by: both would reveal its values. */
function refuseHidden(asked: ListQuery | undefined, groups: Groups): void {
  if (!asked) return;
  const keys = [...filtersOf(asked), ...(asked.sort ? [asked.sort.replace(/^-/, '')] : [])];
  const field = hiddenField(
    keys.map((key) => readFilterKey(readonlyFields, key)?.name ?? key),
    groups,
  );
  if (field) throw new Refused(invalid, {}, [{ field, text: text('不支持的参数', 'Unknown parameter') }]);
}

/** Read-only cards of some kinds. */
export const readonlyDataset = (kinds: readonly number[]): Dataset => ({
  id: cardDataset.id,
  carrier: sql`c.platform`,
  columns,
  select: cardDataset.select,
  ...(cardDataset.extra ? { extra: cardDataset.extra } : {}),
  from: (ctx, asked) => {
    askedUnder.set(ctx, asked);
    const filters = filtersOf(asked);
    let query = ctx.db.selectFrom('cards.v_card as c').where('c.kind', 'in', [...kinds]) as unknown as AnyQuery;
    if (filters.length === 0) query = query.where(isFew(ctx, kinds));
    return query;
  },
  beside: withTagsAndRemark,
  hides: async (ctx) => (await seenBy(ctx)).isMasked,
  present: async (rows, ctx) => {
    const seen = await seenBy(ctx);
    refuseHidden(askedUnder.get(ctx), seen.groups);
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
