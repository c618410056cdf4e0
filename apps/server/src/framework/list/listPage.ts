import type { Field } from '@cardinal/contract/framework/fields.ts';
import type { ListEndpoint, ListQuery } from '@cardinal/contract/framework/list.ts';
import { DEFAULT_PAGE_SIZE } from '@cardinal/contract/framework/paging.ts';
import { type SqlBool, sql } from 'kysely';
import { PREPARED } from '../../runtime/prepared.ts';
import type { Ctx } from '../context.ts';
import {
  type AnyQuery,
  bound,
  carriersHidden,
  columnOf,
  type Dataset,
  filtered,
  isNullable,
  orderedBy,
  PAGING,
  refuseSort,
  visibleFields,
  withoutCarriers,
} from '../dataset.ts';
import { countRows, countShown } from './counting.ts';
import { farthestPage, reachOf, refusedFarPage } from './farPages.ts';
import { keptQuery, type Values } from './keptQueries.ts';
import { type Figures, withFigures } from './rowCounts.ts';
import { openCursor, type Position, sealCursor } from './sealedCursor.ts';

type Row = Record<string, unknown>;

/** The rows of a list in an order, and where its page begins. */
type Place = {
  readonly ctx: Ctx;
  readonly endpoint: ListEndpoint;
  readonly dataset: Dataset;
  readonly sort: string;
  readonly isUnfiltered: boolean;
  readonly after: Position | undefined;
  readonly offset: number;
  /** The first page may hold all rows, and then nothing is counted again. */
  readonly isFirst: boolean;
  readonly carriers: readonly number[] | undefined;
  /** The rows with all filters, before order and page. */
  readonly all: () => Promise<AnyQuery>;
};

/**
 * Where the sorted field may be empty, rows with and without a value are queried separately, the latter only when the former
 * run out: each query can then use a plain index in either direction.
 */
type Part = 'all' | 'filled' | 'empty';

/** From this offset on, skipped rows are counted by id only, for which an index is enough. */
const DEEP = 1_000;

const columnOfSort = ({ dataset, sort }: Pick<Place, 'dataset' | 'sort'>) =>
  columnOf(dataset, sort.replace(/^-/, '')).sql;

/** Up to `most` rows from a position in the order. */
async function rowsFrom(place: Place, most: number): Promise<Row[]> {
  const { endpoint, sort, after, offset } = place;
  if (!isNullable(endpoint.fields[sort.replace(/^-/, '')] as Field)) return rowsOf(place, 'all', after, offset, most);
  if (after?.value === null) return rowsOf(place, 'empty', after, 0, most);
  const first = await rowsOf(place, 'filled', after, offset, most);
  if (first.length === most) return first;
  const passed =
    first.length > 0 || offset === 0 ? 0 : offset - (await countOf(await place.all(), columnOfSort(place)));
  return [...first, ...(await rowsOf(place, 'empty', undefined, passed, most - first.length))];
}

async function rowsOf(place: Place, part: Part, after: Position | undefined, skip: number, most: number) {
  const { ctx, dataset, sort, isUnfiltered, isFirst, carriers } = place;
  const shape = { part, isAfter: after !== undefined, isDeep: skip >= DEEP };
  const values = { carriers: carriers ?? [], value: after?.value, id: after?.id ?? '', skip, most };
  if (!isUnfiltered) return (await partQuery(place, shape, ctx, await place.all(), values).execute()) as Row[];
  const query = keptQuery(
    ctx,
    dataset,
    JSON.stringify([sort, shape, isFirst, carriers !== undefined]),
    values,
    (inside, given) =>
      partQuery(
        place,
        shape,
        inside,
        withoutCarriers(dataset, inside, dataset.from(inside, {}), {}, carriers && given.carriers),
        given,
      ),
  );
  return (await ctx.db.executeQuery<Row>(query)).rows;
}

/** The query of a part of the page, from all its rows; the text depends on nothing but the place's shape. */
function partQuery(
  { endpoint, dataset, sort, isUnfiltered, isFirst }: Place,
  shape: { readonly part: Part; readonly isAfter: boolean; readonly isDeep: boolean },
  ctx: Ctx,
  all: AnyQuery,
  values: Values,
): AnyQuery {
  const name = sort.replace(/^-/, '');
  const column = columnOf(dataset, name).sql;
  const [direction, beyond] = sort.startsWith('-') ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  let rows = dataset.select(all, ctx).select([sql<string>`${dataset.id}`.as('_id'), sql`${column}`.as('_sort')]);
  if (isFirst) rows = withFigures(rows, dataset.counts?.(ctx) ?? {});
  if (shape.part === 'empty') {
    // Ordered by id only: they have no value to sort by, and a full sort would be costly.
    rows = rows.where(sql<SqlBool>`${column} is null`).orderBy(sql`${dataset.id} ${direction}`);
    if (shape.isAfter) rows = rows.where(sql<SqlBool>`${dataset.id} ${beyond} ${values.id}`);
  } else {
    rows = orderedBy(endpoint, dataset, rows, sort, 'plain');
    if (shape.part === 'filled') rows = rows.where(sql<SqlBool>`${column} is not null`);
    // Compared as a pair, so that an index in the list's order can start exactly there.
    const value = bound(endpoint.fields[name] as Field, values.value);
    if (shape.isAfter) rows = rows.where(sql<SqlBool>`(${column}, ${dataset.id}) ${beyond} (${value}, ${values.id})`);
  }
  const key = dataset.key ?? dataset.id;
  const there = (query: AnyQuery) => query.offset(values.skip).limit(values.most);
  const some = shape.isDeep
    ? rows.where(sql<SqlBool>`(${key}) in (${there(rows.clearSelect().select(key.as('id')))})`)
    : there(rows);
  const whole = dataset.beside
    ? // Ordered again, since an outer query does not guarantee the order.
      dataset
        .beside(ctx.db.selectFrom(some.as('shown')).selectAll('shown') as unknown as AnyQuery, ctx)
        .orderBy(sql`shown."_sort" ${direction}`)
        .orderBy(sql`shown."_id" ${direction}`)
    : some;
  return dataset.isShort && isUnfiltered ? whole.modifyEnd(sql.raw(PREPARED)) : whole;
}

async function countOf(query: AnyQuery, column: ReturnType<typeof columnOfSort>): Promise<number> {
  const counted = query.clearSelect().select(sql<string>`count(${column})`.as('n'));
  return Number(((await counted.executeTakeFirstOrThrow()) as { n: string }).n);
}

/** One page of a list: filtered, ordered, counted and presented; fields without permission are absent from the rows. */
export async function page(endpoint: ListEndpoint, dataset: Dataset, ctx: Ctx, asked: ListQuery) {
  const pageSize = asked.pageSize ?? DEFAULT_PAGE_SIZE;
  const pageNum = asked.pageNum ?? 1;
  const sort = asked.sort ?? endpoint.defaultSort;
  const after = asked.cursor ? openCursor(ctx, endpoint, asked, sort, asked.cursor) : undefined;
  const offset = after ? 0 : (pageNum - 1) * pageSize;
  const masked = await refuseSort(endpoint, dataset, ctx, asked.sort);
  const figures: Figures = dataset.counts?.(ctx) ?? {};
  let built: Promise<AnyQuery> | undefined;
  const all = () => (built ??= filtered(endpoint, dataset, ctx, asked));
  const count = async () => countRows(endpoint, dataset, ctx, asked, await all(), figures);
  const reach = reachOf(dataset, asked, sort);
  const known = offset >= reach ? await count() : undefined;
  const beyond = known && farthestPage(reach, known.total, pageSize);
  if (beyond) throw refusedFarPage(beyond);
  const isFirst = !after && offset === 0;
  const isUnfiltered = Object.keys(asked).every((key) => PAGING.has(key));
  const carriers = isUnfiltered ? await carriersHidden(dataset, ctx, asked) : undefined;
  const rows = await rowsFrom(
    { ctx, endpoint, dataset, sort, isUnfiltered, after, offset, isFirst, carriers, all },
    pageSize + 1,
  );
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const isWhole = isFirst && rows.length <= pageSize;
  const [counted, presented, summary] = await Promise.all([
    known ?? (isWhole ? countShown(rows, figures, 0) : count()),
    dataset.present(shown, ctx, undefined, asked),
    dataset.figures?.(ctx, all, asked) ?? null,
  ]);
  const { total, totalIsEstimate } = counted;
  const visible = visibleFields(endpoint, ctx);
  const concealed = await dataset.conceals?.(ctx);
  return {
    list: presented.map((row) => picked(row, visible)),
    total,
    totalIsEstimate,
    pageNum,
    pageSize,
    farthestPage: farthestPage(reach, total, pageSize),
    nextCursor:
      rows.length > pageSize && last
        ? sealCursor(ctx, endpoint, asked, sort, { value: sortable(last['_sort']), id: String(last['_id']) })
        : null,
    asOf: ctx.clock.now().toISOString(),
    ...(concealed?.size ? { concealed: [...concealed] } : {}),
    ...(masked.size > 0 ? { masked: [...masked] } : {}),
    summary: dataset.counts
      ? { total, totalIsEstimate, ...counted.figures, isEstimate: counted.figuresAreEstimates }
      : summary,
  };
}

function picked(row: Row, names: readonly string[]): Row {
  const kept: Row = {};
  for (const name of names) kept[name] = row[name];
  return kept;
}

const sortable = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : (value ?? null));
