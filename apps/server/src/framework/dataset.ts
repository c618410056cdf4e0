import type { Field, Fields } from '@cardinal/contract/framework/fields.ts';
import type { ListEndpoint, ListQuery } from '@cardinal/contract/framework/list.ts';
import { DEFAULT_PAGE_SIZE } from '@cardinal/contract/framework/paging.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type Ctx, holds } from './context.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape of a room's query is its own; the list only adds predicates to it
export type AnyQuery = SelectQueryBuilder<any, any, any>;

/** The SQL of one field: the expression it is filtered and sorted by, where it differs from a plain column. */
export type Column = {
  readonly sql: RawBuilder<unknown>;
  /** Replaces the standard predicate of an operator. */
  readonly where?: (operator: string, value: unknown, ctx: Ctx) => Expression<SqlBool> | undefined;
};

/** The server's half of a list: where rows come from and how fields map to SQL. */
export type Dataset = {
  /** FROM and JOINs on the scoped handle; no columns, no order. */
  readonly from: (ctx: Ctx, query: ListQuery) => AnyQuery;
  /** A unique, never changing expression; the tiebreak of every order and the key of the cursor. */
  readonly id: RawBuilder<string>;
  readonly columns: Readonly<Record<string, Column | RawBuilder<unknown>>>;
  /** Adds what is selected. */
  readonly select: (query: AnyQuery, ctx: Ctx) => AnyQuery;
  /** Turns selected rows into answer rows; may read more for the page at once. */
  readonly present: (rows: readonly Record<string, unknown>[], ctx: Ctx) => Promise<Record<string, unknown>[]>;
  /** Predicates of the endpoint's extra query keys. */
  readonly extra?: (query: AnyQuery, asked: Record<string, unknown>, ctx: Ctx) => AnyQuery | Promise<AnyQuery>;
  readonly figures?: (ctx: Ctx, filtered: () => Promise<AnyQuery>, asked: ListQuery) => Promise<unknown>;
  /** Exact count up to this many rows, an estimate beyond; 100,000 unless said. */
  readonly countBound?: number;
};

const columnOf = (dataset: Dataset, name: string): Column => {
  const column = dataset.columns[name];
  if (!column) throw new Error(`The dataset has no column for field ${name}`);
  return 'where' in column || 'sql' in column ? (column as Column) : { sql: column as RawBuilder<unknown> };
};

const SUFFIXES: readonly [string, string][] = [
  ['Contains', 'contains'],
  ['From', 'from'],
  ['To', 'to'],
  ['All', 'all'],
  ['None', 'none'],
  ['Has', 'present'],
];

/** Which field and operator a query key means; the endpoint's schema has already refused the undeclared. */
export function readFilterKey(fields: Fields, key: string): { name: string; operator: string } | undefined {
  if (fields[key]) return { name: key, operator: 'is' };
  for (const [suffix, operator] of SUFFIXES) {
    const name = key.endsWith(suffix) ? key.slice(0, -suffix.length) : '';
    if (fields[name]) return { name, operator };
  }
  return undefined;
}

/** Casts the bound value to the field's kind, so that an index on the column is used and text is never compared to numbers. */
function bound(field: Field, value: unknown): RawBuilder<unknown> {
  switch (field.kind) {
    case 'id':
    case 'bytes':
    case 'seconds':
    case 'money':
      return sql`${value}::bigint`;
    case 'time':
      return sql`${value}::timestamptz`;
    case 'day':
      return sql`${value}::date`;
    default:
      return sql`${value}`;
  }
}

const likeText = (value: string) => `%${value.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

function predicate(field: Field, column: RawBuilder<unknown>, operator: string, value: unknown): Expression<SqlBool> {
  switch (operator) {
    case 'is': {
      if (field.kind === 'flag') return sql<SqlBool>`${column} = ${value}`;
      const values = value as unknown[];
      if (field.kind === 'enumerations') return sql<SqlBool>`${column} && ${values}`;
      if (field.kind === 'id' || field.kind === 'bytes') return sql<SqlBool>`${column} = any(${values}::bigint[])`;
      return sql<SqlBool>`${column} = any(${values})`;
    }
    case 'contains':
      return sql<SqlBool>`${column} ilike ${likeText(String(value))}`;
    case 'from':
      return sql<SqlBool>`${column} >= ${bound(field, value)}`;
    case 'to':
      return sql<SqlBool>`${column} <= ${bound(field, value)}`;
    case 'present':
      return value ? sql<SqlBool>`${column} is not null` : sql<SqlBool>`${column} is null`;
    default:
      throw new Error(`Operator ${operator} needs the dataset's own predicate`);
  }
}

const PAGING = new Set(['pageNum', 'pageSize', 'sort', 'cursor']);

/** The fields this actor may see; a field that needs a permission is as if it were not declared. */
export function visibleFields(endpoint: ListEndpoint, ctx: Pick<Ctx, 'actor'>): string[] {
  return Object.entries(endpoint.fields)
    .filter(([, field]) => !field.permission || holds(ctx.actor, field.permission))
    .map(([name]) => name);
}

/** The list's query with every asked filter, before order and page; the base of counts, exports and selections too. */
export async function filtered(
  endpoint: ListEndpoint,
  dataset: Dataset,
  ctx: Ctx,
  asked: ListQuery,
): Promise<AnyQuery> {
  let query = dataset.from(ctx, asked);
  const extra: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(asked)) {
    if (PAGING.has(key) || value === undefined) continue;
    if (key in endpoint.extra) {
      extra[key] = value;
      continue;
    }
    const filter = readFilterKey(endpoint.fields, key);
    if (!filter) throw refusedKey(key);
    const field = endpoint.fields[filter.name] as Field;
    if (field.permission && !holds(ctx.actor, field.permission)) throw refusedKey(key);
    const column = columnOf(dataset, filter.name);
    const condition =
      column.where?.(filter.operator, value, ctx) ?? predicate(field, column.sql, filter.operator, value);
    query = query.where(condition);
  }
  if (dataset.extra && Object.keys(extra).length > 0) query = await dataset.extra(query, extra, ctx);
  return query;
}

const refusedKey = (key: string) =>
  new Refused(invalid, {}, [{ field: key, text: text('不支持的参数', 'Unknown parameter') }]);

type Position = { sort: string; value: unknown; id: string };

function readCursor(cursor: string, sort: string): Position {
  try {
    const position = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as Position;
    if (position.sort === sort && typeof position.id === 'string' && /^\d{1,19}$/.test(position.id)) return position;
  } catch {}
  throw new Refused(invalid, {}, [{ field: 'cursor', text: text('翻页位置无效', 'The page position is not valid') }]);
}

const writeCursor = (position: Position) => Buffer.from(JSON.stringify(position)).toString('base64url');

/** Adds the order with the id as tiebreak. Nulls come last both ways. */
export function ordered(endpoint: ListEndpoint, dataset: Dataset, query: AnyQuery, sort: string): AnyQuery {
  const name = sort.replace(/^-/, '');
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const column = columnOf(dataset, name).sql;
  const byId = query.orderBy(sql`${column} ${direction} nulls last`).orderBy(sql`${dataset.id} ${direction}`);
  return endpoint.fields[name] ? byId : query;
}

function after(dataset: Dataset, field: Field, query: AnyQuery, position: Position): AnyQuery {
  const name = position.sort.replace(/^-/, '');
  const column = columnOf(dataset, name).sql;
  const beyond = position.sort.startsWith('-') ? sql`<` : sql`>`;
  const id = sql`${position.id}::bigint`;
  if (position.value === null) return query.where(sql<SqlBool>`${column} is null and ${dataset.id} ${beyond} ${id}`);
  const value = bound(field, position.value);
  return query.where(
    sql<SqlBool>`(${column} ${beyond} ${value} or (${column} = ${value} and ${dataset.id} ${beyond} ${id}) or ${column} is null)`,
  );
}

async function count(ctx: Ctx, query: AnyQuery, bound: number): Promise<{ total: number; totalIsEstimate: boolean }> {
  const capped = query
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(bound + 1);
  const { rows } = await ctx.db.executeQuery<{ n: string }>(
    ctx.db.selectFrom(capped.as('capped')).select(sql<string>`count(*)`.as('n')).compile(),
  );
  const total = Number(rows[0]?.n ?? 0);
  return total > bound
    ? { total: await estimate(ctx, query, bound), totalIsEstimate: true }
    : { total, totalIsEstimate: false };
}

/** The planner's guess; never below what was counted. */
async function estimate(ctx: Ctx, query: AnyQuery, atLeast: number): Promise<number> {
  const compiled = query.clearSelect().select(sql`1`.as('one')).compile();
  const { rows } = await ctx.db.executeQuery<Record<'QUERY PLAN', [{ Plan: { 'Plan Rows': number } }]>>({
    ...compiled,
    sql: `explain (format json) ${compiled.sql}`,
  });
  return Math.max(atLeast, rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0);
}

/** One page of a list: filtered, ordered, counted and presented; fields without permission are absent from the rows. */
export async function page(endpoint: ListEndpoint, dataset: Dataset, ctx: Ctx, asked: ListQuery) {
  const pageSize = asked.pageSize ?? DEFAULT_PAGE_SIZE;
  const pageNum = asked.pageNum ?? 1;
  const sort = asked.sort ?? endpoint.defaultSort;
  const sortName = sort.replace(/^-/, '');
  const sortField = endpoint.fields[sortName] as Field;
  if (sortField.permission && !holds(ctx.actor, sortField.permission)) throw refusedKey('sort');
  const base = await filtered(endpoint, dataset, ctx, asked);
  let query = ordered(endpoint, dataset, dataset.select(base, ctx), sort).select([
    sql<string>`${dataset.id}`.as('_id'),
    sql`${columnOf(dataset, sortName).sql}`.as('_sort'),
  ]);
  query = asked.cursor
    ? after(dataset, sortField, query, readCursor(asked.cursor, sort))
    : query.offset((pageNum - 1) * pageSize);
  const rows = (await query.limit(pageSize + 1).execute()) as Record<string, unknown>[];
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const counted = await count(ctx, base, dataset.countBound ?? 100_000);
  const visible = visibleFields(endpoint, ctx);
  const presented = await dataset.present(shown, ctx);
  return {
    list: presented.map((row) => Object.fromEntries(visible.map((name) => [name, row[name]]))),
    ...counted,
    pageNum,
    pageSize,
    nextCursor:
      rows.length > pageSize && last
        ? writeCursor({ sort, value: sortable(last['_sort']), id: String(last['_id']) })
        : null,
    asOf: ctx.clock.now().toISOString(),
    summary: dataset.figures ? await dataset.figures(ctx, () => filtered(endpoint, dataset, ctx, asked), asked) : null,
  };
}

const sortable = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : (value ?? null));
