import type { Field } from '@cardinal/contract/framework/fields.ts';
import type { ListEndpoint, ListQuery } from '@cardinal/contract/framework/list.ts';
import { DEFAULT_PAGE_SIZE } from '@cardinal/contract/framework/paging.ts';
import { type SqlBool, sql } from 'kysely';
import { PREPARED } from '../../runtime/prepared.ts';
import type { Ctx } from '../context.ts';
import {
  type AnyQuery,
  bound,
  columnOf,
  type Dataset,
  filtered,
  isNullable,
  orderedBy,
  PAGING,
  visibleFields,
} from '../dataset.ts';
import { countRows, countShown } from './counting.ts';
import { farthestPage, reachOf, refusedFarPage } from './farPages.ts';
import { type Figures, withFigures } from './rowCounts.ts';
import { openCursor, type Position, sealCursor } from './sealedCursor.ts';

type Row = Record<string, unknown>;

/** The order of a list and the start of a page. */
type Place = {
  readonly ctx: Ctx;
  readonly endpoint: ListEndpoint;
  readonly dataset: Dataset;
  readonly sort: string;
  readonly isUnfiltered: boolean;
  readonly after: Position | undefined;
  readonly offset: number;
};

const columnOfSort = ({ dataset, sort }: Place) => columnOf(dataset, sort.replace(/^-/, '')).sql;

/** Rows after the cursor, compared as a pair, so that an index in the list's order can start exactly there. */
function behind({ endpoint, dataset, sort, after }: Place, query: AnyQuery): AnyQuery {
  if (!after) return query;
  const name = sort.replace(/^-/, '');
  const beyond = sort.startsWith('-') ? sql`<` : sql`>`;
  const id = sql`${after.id}::bigint`;
  if (after.value === null) return query.where(sql<SqlBool>`${dataset.id} ${beyond} ${id}`);
  const value = bound(endpoint.fields[name] as Field, after.value);
  return query.where(sql<SqlBool>`(${columnOf(dataset, name).sql}, ${dataset.id}) ${beyond} (${value}, ${id})`);
}

/**
 * Up to `most` rows from a position in the order. If the sorted field may be empty, rows with and without a value are queried
 * separately, the latter only when the former run out: each query can then use a plain index in either direction.
 */
async function rowsFrom(place: Place, query: AnyQuery, most: number): Promise<Row[]> {
  const { endpoint, dataset, sort, after, offset } = place;
  const inOrder = orderedBy(endpoint, dataset, query, sort, 'plain');
  const some = async (part: AnyQuery, skip: number, count: number) =>
    (await planned(place, withBeside(place, partFrom(dataset, part, skip, count))).execute()) as Row[];
  if (!isNullable(endpoint.fields[sort.replace(/^-/, '')] as Field)) {
    return some(behind(place, inOrder), offset, most);
  }
  const column = columnOfSort(place);
  // Ordered by id only: they have no value to sort by, and a full sort would be costly.
  const without = query
    .where(sql<SqlBool>`${column} is null`)
    .orderBy(sql`${dataset.id} ${sort.startsWith('-') ? sql`desc` : sql`asc`}`);
  if (after?.value === null) return some(behind(place, without), 0, most);
  const withValue = inOrder.where(sql<SqlBool>`${column} is not null`);
  const first = await some(behind(place, withValue), offset, most);
  if (first.length === most) return first;
  const passed = first.length > 0 || offset === 0 ? 0 : offset - (await countOf(query, column));
  return [...first, ...(await some(without, passed, most - first.length))];
}

/** From this offset on, skipped rows are counted by id only, for which an index is enough. */
const DEEP = 1_000;

function partFrom(dataset: Dataset, part: AnyQuery, skip: number, count: number): AnyQuery {
  const there = (rows: AnyQuery) => rows.offset(skip).limit(count);
  if (skip < DEEP) return there(part);
  return part.where(sql<SqlBool>`${dataset.id} in (${there(part.clearSelect().select(dataset.id.as('id')))})`);
}

/**
 * The rows of a page with the columns read only for them; ordered explicitly, since an outer query does not guarantee the
 * order.
 */
function withBeside({ ctx, dataset, sort }: Place, rows: AnyQuery): AnyQuery {
  if (!dataset.beside) return rows;
  const shown = ctx.db.selectFrom(rows.as('shown')).selectAll('shown') as unknown as AnyQuery;
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  return dataset.beside(shown, ctx).orderBy(sql`shown."_sort" ${direction}`).orderBy(sql`shown."_id" ${direction}`);
}

const planned = ({ dataset, isUnfiltered }: Place, query: AnyQuery): AnyQuery =>
  dataset.isShort && isUnfiltered ? query.modifyEnd(sql.raw(PREPARED)) : query;

async function countOf(query: AnyQuery, column: ReturnType<typeof columnOfSort>): Promise<number> {
  const counted = query.clearSelect().select(sql<string>`count(${column})`.as('n'));
  return Number(((await counted.executeTakeFirstOrThrow()) as { n: string }).n);
}

/** One page of a list: filtered, ordered, counted and presented; fields without permission are absent from the rows. */
export async function page(endpoint: ListEndpoint, dataset: Dataset, ctx: Ctx, asked: ListQuery) {
  const pageSize = asked.pageSize ?? DEFAULT_PAGE_SIZE;
  const pageNum = asked.pageNum ?? 1;
  const sort = asked.sort ?? endpoint.defaultSort;
  const sortName = sort.replace(/^-/, '');
  const after = asked.cursor ? openCursor(ctx, endpoint, asked, sort, asked.cursor) : undefined;
  const offset = after ? 0 : (pageNum - 1) * pageSize;
  const figures: Figures = dataset.counts?.(ctx) ?? {};
  const base = await filtered(endpoint, dataset, ctx, asked);
  const reach = reachOf(dataset, asked, sort);
  const known = offset >= reach ? await countRows(endpoint, dataset, ctx, asked, base, figures) : undefined;
  const beyond = known && farthestPage(reach, known.total, pageSize);
  if (beyond) throw refusedFarPage(beyond);
  const selected = dataset
    .select(base, ctx)
    .select([sql<string>`${dataset.id}`.as('_id'), sql`${columnOf(dataset, sortName).sql}`.as('_sort')]);
  const isUnfiltered = Object.keys(asked).every((key) => PAGING.has(key));
  // The first page may hold all rows, and then nothing is counted again.
  const isFirst = !after && offset === 0;
  const query = isFirst ? withFigures(selected, figures) : selected;
  const rows = await rowsFrom({ ctx, endpoint, dataset, sort, isUnfiltered, after, offset }, query, pageSize + 1);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const isWhole = isFirst && rows.length <= pageSize;
  const [counted, presented, summary] = await Promise.all([
    known ?? (isWhole ? countShown(rows, figures, 0) : countRows(endpoint, dataset, ctx, asked, base, figures)),
    dataset.present(shown, ctx, undefined, asked),
    dataset.figures?.(ctx, async () => base, asked) ?? null,
  ]);
  const { total, totalIsEstimate } = counted;
  const visible = visibleFields(endpoint, ctx);
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
