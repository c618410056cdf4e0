import { type Field, type Fields, masked } from '@cardinal/contract/framework/fields.ts';
import type { ListEndpoint, ListQuery, RowOf } from '@cardinal/contract/framework/list.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type * as z from 'zod';
import { type Ctx, holds } from './context.ts';
import { asksExactly, hiddenPlatforms } from './hiding.ts';
import { likeContains } from './likeContains.ts';
import type { Rollup } from './list/counting.ts';
import { containsHidden, type Hidden, type Hides, hiddenIn } from './list/hiddenValues.ts';
import type { Figures } from './list/rowCounts.ts';
import { fieldReader, snakeCase, type Uncarried } from './list/rowFields.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape of a room's query is its own; the list only adds predicates to it
export type AnyQuery = SelectQueryBuilder<any, any, any>;

type Predicate = Expression<SqlBool> | undefined;

/** The SQL of one field: the expression to filter and sort by, if it is no plain column. */
export type Column = {
  readonly sql: RawBuilder<unknown>;
  /** Replaces an operator's standard predicate; may query something first. */
  readonly where?: (operator: string, value: unknown, ctx: Ctx) => Predicate | Promise<Predicate>;
};

/** The server side of a list: where rows come from and how fields map to SQL. */
export type Dataset = {
  /** FROM and JOINs on the scoped handle; no columns, no order. */
  readonly from: (ctx: Ctx, query: ListQuery) => AnyQuery;
  /** A unique, never changing expression; the tiebreak of every order and the key of the cursor. */
  readonly id: RawBuilder<string>;
  /** The indexed columns that stand for `id` where it is none itself: by them the rows of a far page are found. */
  readonly key?: RawBuilder<unknown>;
  readonly columns: Readonly<Record<string, Column | RawBuilder<unknown>>>;
  /**
   * The carrier family of a row, if the list has no such field. Rows of families hidden by the caller's host are left out
   * unless an exact identifier asks for them. Lists with such a field are filtered by the visible families.
   */
  readonly carrier?: RawBuilder<unknown> | ((ctx: Ctx) => RawBuilder<unknown>);
  /** Rows of hidden families that are shown nevertheless, because they stand for others. */
  readonly shownAnyway?: (ctx: Ctx, asked: ListQuery, hidden: readonly number[]) => Predicate;
  /**
   * For lists of millions: orders whose index also holds these filters, so that pages are quick far behind the first. In other
   * orders or with other filters a long list offers only its first pages by number.
   */
  readonly heldOrders?: { readonly orders: ReadonlySet<string>; readonly filters: ReadonlySet<string> };
  /** Adds the selected columns: everything, or at least what a file's fields need. */
  readonly select: (query: AnyQuery, ctx: Ctx, forFile?: readonly string[]) => AnyQuery;
  /**
   * Columns from elsewhere, read in the same query but only for the rows of a page; in `select` they would be computed for
   * every skipped row too. A row is available there under `shown`, with its selected columns; files do not use it.
   */
  readonly beside?: (query: AnyQuery, ctx: Ctx) => AnyQuery;
  /** Whether values that the fields declare as masked are hidden from this caller; from everybody by default. */
  readonly hides?: Hides;
  /** Fields and further keys by which this caller may neither sort nor find, because their values are kept from it. */
  readonly conceals?: (ctx: Ctx) => Promise<ReadonlySet<string>>;
  /** Turns selected rows into response rows; may read more for the whole page at once. Times may remain dates for a file. */
  present(
    rows: readonly Record<string, unknown>[],
    ctx: Ctx,
    forFile?: readonly string[],
    asked?: ListQuery,
  ): Promise<Record<string, unknown>[]>;
  /**
   * There are thousands of rows and never millions, so each connection plans an unfiltered page only once: planning takes
   * longer than finding the rows.
   */
  readonly isShort?: true;
  /** Predicates for the endpoint's additional query keys; called only where one of them is asked for. */
  readonly extra?: (
    query: AnyQuery,
    asked: Record<string, unknown>,
    ctx: Ctx,
    hidden: Hidden,
  ) => AnyQuery | Promise<AnyQuery>;
  /** The numbers over the list: counted within its filter, in the same reading as the total. */
  readonly counts?: (ctx: Ctx) => Figures;
  /** For totals beyond the bound. */
  readonly rollup?: Rollup;
  /** Other figures above the list that are no row counts. */
  readonly figures?: (ctx: Ctx, filtered: () => Promise<AnyQuery>, asked: ListQuery) => Promise<unknown>;
  /** Exact count up to this many rows, an estimate beyond; 100,000 by default. */
  readonly countBound?: number;
  /** With a rollup: exact figures up to this many rows, those of the last count beyond; 25,000 by default. */
  readonly figuresBound?: number;
  /** The maximum number of matching rows: no estimate may exceed it. */
  readonly atMost?: (ctx: Ctx, asked: ListQuery) => Promise<number | undefined>;
};

type Rows<DB, TB extends keyof DB, O = unknown> = SelectQueryBuilder<DB, TB, O>;
type Maybe<T> = T | Promise<T>;

/** What a row shows beyond the columns it carries, or instead of them; its values are checked when the answer is sent. */
type Shown<E extends ListEndpoint, O> = Readonly<
  Record<Uncarried<keyof E['fields'] & string, O>, unknown> & Partial<Record<keyof E['fields'], unknown>>
>;

/** A dataset as a room declares it: its rows have the types of the selected columns. */
type DatasetOf<E extends ListEndpoint, DB, TB extends keyof DB, O> = Omit<
  Dataset,
  'from' | 'id' | 'columns' | 'select' | 'present' | 'extra' | 'hides'
> & {
  readonly from: (ctx: Ctx, asked: ListQuery) => Rows<DB, TB>;
  /** As `from` calls the table whose columns have the names of the fields, in snake case. */
  readonly table: string;
  /** Left out, the `id` of the table. */
  readonly id?: RawBuilder<string>;
  /** Fields that are no plain column of the table. */
  readonly columns?: Dataset['columns'];
  readonly select: (query: Rows<DB, TB>, ctx: Ctx, forFile?: readonly string[]) => Rows<DB, TB, O>;
  readonly extra?: (query: Rows<DB, TB>, asked: z.output<z.ZodObject<E['extra']>>, ctx: Ctx) => Maybe<Rows<DB, TB>>;
  readonly present?: Present<E, O>;
};

/** Adds to the rows of a page, of which there is at least one, in their order what their columns do not show. */
type Present<E extends ListEndpoint, O> = (
  rows: readonly O[],
  ctx: Ctx,
  forFile?: readonly string[],
  asked?: ListQuery,
) => Maybe<readonly Shown<E, O>[]>;

/** The dataset of a list; its room presents further rows of the same kind with it. */
type ListDataset<E extends ListEndpoint, O> = Omit<Dataset, 'present'> & {
  present(rows: readonly O[], ctx: Ctx, forFile?: readonly string[]): Promise<RowOf<E>[]>;
};

/** Declares the rows of a list: fields are filtered, sorted by and shown as their columns unless said otherwise. */
export function dataset<E extends ListEndpoint, DB, TB extends keyof DB, O>(
  { name: listName, fields, masked: maskedFields, extra: keys }: E,
  { table, present, ...declared }: DatasetOf<E, DB, TB, O>,
): ListDataset<E, O> {
  if (declared.extra && Object.keys(keys).length === 0)
    throw new Error(
      `${listName} has no further keys, so its extra never runs: what limits every answer belongs in from`,
    );
  const plain: Record<string, RawBuilder<unknown>> = {};
  for (const name of Object.keys(fields)) plain[name] = sql.ref(`${table}.${snakeCase(name)}`);
  const read = fieldReader(fields);
  const made = {
    id: sql<string>`${sql.ref(`${table}.id`)}`,
    ...declared,
    columns: { ...plain, ...declared.columns },
    present: async (rows: readonly O[], ctx: Ctx, forFile?: readonly string[], asked?: ListQuery) => {
      if (rows.length === 0) return [];
      const more = await present?.(rows, ctx, forFile, asked);
      const shown = rows.map((row, at) => ({ ...read(row as object, forFile !== undefined), ...more?.[at] }));
      return maskedFields.length === 0 ? shown : shown.map((row) => masked(fields, maskedFields, row));
    },
  };
  return made as unknown as ListDataset<E, O>;
}

export const columnOf = (dataset: Dataset, name: string): Column => {
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

/** The field and operator of a query key; the endpoint's schema has already refused undeclared ones. */
export function readFilterKey(fields: Fields, key: string): { name: string; operator: string } | undefined {
  if (fields[key]) return { name: key, operator: 'is' };
  for (const [suffix, operator] of SUFFIXES) {
    const name = key.endsWith(suffix) ? key.slice(0, -suffix.length) : '';
    if (fields[name]) return { name, operator };
  }
  return undefined;
}

/** Casts the bound value to the field's kind, so that an index on the column is used and text is never compared to numbers. */
export function bound(field: Field, value: unknown): RawBuilder<unknown> {
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

/** By default the database would use the column's type, and a smallint is too small for some requested values. */
const limit = (field: Field, value: unknown): RawBuilder<unknown> =>
  field.kind === 'number' ? sql`${value}::int` : bound(field, value);

function predicate(field: Field, column: RawBuilder<unknown>, operator: string, value: unknown): Expression<SqlBool> {
  switch (operator) {
    case 'is': {
      if (field.kind === 'flag') return sql<SqlBool>`${column} = ${value}`;
      const values = value as unknown[];
      if (field.kind === 'enumerations') return sql<SqlBool>`${column} && ${values}`;
      if (field.kind === 'id' || field.kind === 'bytes') return sql<SqlBool>`${column} = any(${values}::bigint[])`;
      if (field.kind === 'number') return sql<SqlBool>`${column} = any(${values}::int[])`;
      return sql<SqlBool>`${column} = any(${values})`;
    }
    case 'contains':
      return sql<SqlBool>`${column} ilike ${likeContains(String(value))}`;
    case 'from':
      return sql<SqlBool>`${column} >= ${limit(field, value)}`;
    case 'to':
      return sql<SqlBool>`${column} <= ${limit(field, value)}`;
    case 'present':
      return value ? sql<SqlBool>`${column} is not null` : sql<SqlBool>`${column} is null`;
    default:
      throw new Error(`Operator ${operator} needs the dataset's own predicate`);
  }
}

/** Query keys that select a page, not rows. */
export const PAGING = new Set(['pageNum', 'pageSize', 'sort', 'cursor']);

/** The fields this actor may see; a field without the required permission counts as undeclared. */
export function visibleFields(endpoint: ListEndpoint, ctx: Pick<Ctx, 'actor'>): string[] {
  return Object.entries(endpoint.fields)
    .filter(([, field]) => !field.permission || holds(ctx.actor, field.permission))
    .map(([name]) => name);
}

/** The list's query with all filters, before order and page; also the base of counts, exports and selections. */
export async function filtered(
  endpoint: ListEndpoint,
  dataset: Dataset,
  ctx: Ctx,
  asked: ListQuery,
): Promise<AnyQuery> {
  const hidden = await refuseSort(endpoint, dataset, ctx, asked.sort);
  const concealed = await dataset.conceals?.(ctx);
  let query = dataset.from(ctx, asked);
  const extra: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(asked)) {
    if (PAGING.has(key) || value === undefined) continue;
    if (concealed?.has(readFilterKey(endpoint.fields, key)?.name ?? key)) throw refusedKey(key);
    if (key in endpoint.extra) {
      extra[key] = value;
      continue;
    }
    const filter = readFilterKey(endpoint.fields, key);
    if (!filter) throw refusedKey(key);
    const field = endpoint.fields[filter.name] as Field;
    if (field.permission && !holds(ctx.actor, field.permission)) throw refusedKey(key);
    const column = columnOf(dataset, filter.name);
    if (hidden.has(filter.name)) {
      if (filter.operator === 'from' || filter.operator === 'to') throw refusedKey(key);
      if (filter.operator === 'contains') {
        query = query.where(containsHidden(key, column.sql, String(value)));
        continue;
      }
    }
    const own = await column.where?.(filter.operator, value, ctx);
    const condition = own ?? predicate(field, column.sql, filter.operator, value);
    query = query.where(condition);
  }
  query = withoutCarriers(dataset, ctx, query, asked, await carriersHidden(dataset, ctx, asked));
  if (dataset.extra && Object.keys(extra).length > 0) query = await dataset.extra(query, extra, ctx, hidden);
  return query;
}

/** The carriers whose rows this caller is not shown; undefined: it is shown all. */
export async function carriersHidden(
  { carrier }: Dataset,
  ctx: Ctx,
  asked: ListQuery,
): Promise<readonly number[] | undefined> {
  const hidden = carrier && !asksExactly(asked) ? await hiddenPlatforms(ctx) : undefined;
  return hidden?.size ? [...hidden] : undefined;
}

export function withoutCarriers(
  { carrier, shownAnyway }: Dataset,
  ctx: Ctx,
  query: AnyQuery,
  asked: ListQuery,
  hidden: readonly number[] | undefined,
): AnyQuery {
  if (!carrier || !hidden) return query;
  const column = typeof carrier === 'function' ? carrier(ctx) : carrier;
  const anyway = shownAnyway?.(ctx, asked, hidden) ?? sql`false`;
  return query.where(sql<SqlBool>`((${column} = any(${hidden}::int[])) is not true or ${anyway})`);
}

/** An order reveals values. */
export async function refuseSort(
  endpoint: ListEndpoint,
  dataset: Dataset,
  ctx: Ctx,
  sort: string | undefined,
): Promise<Hidden> {
  const hidden = await hiddenIn(endpoint, dataset.hides, ctx);
  const name = (sort ?? endpoint.defaultSort).replace(/^-/, '');
  const permission = endpoint.fields[name]?.permission;
  const concealed = await dataset.conceals?.(ctx);
  if (hidden.has(name) || concealed?.has(name) || (permission && !holds(ctx.actor, permission)))
    throw refusedKey('sort');
  return hidden;
}

export const refusedKey = (key: string) =>
  new Refused(invalid, {}, [{ field: key, text: text('不支持的参数', 'Unknown parameter') }]);

const nullable = new WeakMap<Field, boolean>();

/** Whether rows may have nothing in this field; asked of its schema once, since a refusal of zod costs an error. */
export function isNullable(field: Field): boolean {
  const known = nullable.get(field) ?? field.schema.safeParse(null).success;
  nullable.set(field, known);
  return known;
}

/**
 * Adds the order with the id as tiebreaker; rows without a value come last in both directions. `plain` leaves that to the
 * caller, so that an index can be used in both directions.
 */
export function orderedBy(
  endpoint: ListEndpoint,
  dataset: Dataset,
  query: AnyQuery,
  sort: string,
  nulls: 'last' | 'plain' = 'last',
): AnyQuery {
  const name = sort.replace(/^-/, '');
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const column = columnOf(dataset, name).sql;
  const last = nulls === 'last' && isNullable(endpoint.fields[name] as Field) ? sql`nulls last` : sql``;
  return query.orderBy(sql`${column} ${direction} ${last}`).orderBy(sql`${dataset.id} ${direction}`);
}
