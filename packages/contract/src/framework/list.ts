import type { Text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { type Endpoint, type Guard, idSchema, type noBody, read } from './endpoint.ts';
import { type Field, type Fields, type RowShape, rowSchema } from './fields.ts';
import { pageNumSchema, pageOf, pageSizeSchema, queryCount, queryFlag, queryInstant, queryList } from './paging.ts';
import type { Refusal } from './refusal.ts';

const day = z.iso.date();
/** What fits the database's whole numbers. */
const whole = z.string().regex(/^-?\d{1,18}$/);

/** The value of this field's filter, as in the query. */
function filterValue(field: Field): z.ZodType {
  switch (field.kind) {
    case 'id':
    case 'labels':
      return idSchema;
    case 'number':
      return queryCount;
    case 'bytes':
    case 'seconds':
    case 'money':
      return whole;
    case 'time':
      return queryInstant;
    case 'day':
      return day;
    case 'flag':
      return queryFlag;
    case 'enumeration':
    case 'enumerations': {
      const values = (field.choices ?? []).map((choice) => choice.value);
      return z.preprocess(
        (raw) => values.find((value) => String(value) === String(raw)) ?? raw,
        z.literal(values as [string, ...string[]]),
      );
    }
    default:
      return z.string().min(1).max(255);
  }
}

/** Every query key the fields declare; anything else is refused. */
export function filterShape(fields: Fields): z.ZodRawShape {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = filterValue(field);
    for (const operator of field.filters) {
      if (operator === 'is') shape[name] = (field.kind === 'flag' ? value : queryList(value)).optional();
      if (operator === 'all') shape[`${name}All`] = queryList(value).optional();
      if (operator === 'none') shape[`${name}None`] = queryList(value).optional();
      if (operator === 'contains') shape[`${name}Contains`] = z.string().min(1).max(255).optional();
      if (operator === 'present') shape[`${name}Has`] = queryFlag.optional();
      if (operator === 'range') {
        shape[`${name}From`] = value.optional();
        shape[`${name}To`] = value.optional();
      }
    }
  }
  return shape;
}

export const sortableNames = (fields: Fields): string[] =>
  Object.entries(fields)
    .filter(([, field]) => field.sortable)
    .map(([name]) => name);

/** A list that grows with time shows the last days first. */
export type Recent = {
  /** The field of the time that is meant; it has a range. */
  readonly by: string;
  /** Query keys that find one thing or a time of their own: with one of them everything is shown. */
  readonly unless: readonly string[];
};
export const RECENT_DAYS = 30;

export type ListQuery = {
  pageNum?: number | undefined;
  pageSize?: number | undefined;
  sort?: string | undefined;
  cursor?: string | undefined;
} & Record<string, unknown>;

export type ListEndpoint<
  F extends Fields = Fields,
  S extends z.ZodType = z.ZodType,
  X extends z.ZodRawShape = z.ZodRawShape,
> = Endpoint<
  z.ZodObject<z.ZodRawShape>,
  z.ZodObject<z.ZodRawShape>,
  typeof noBody,
  ReturnType<typeof pageOf<z.ZodObject<RowShape<F>>, S>>
> & {
  readonly fields: F;
  readonly defaultSort: string;
  /** The names of the fields that may be shown masked. */
  readonly masked: readonly string[];
  /** Query keys besides the fields' own filters; the dataset writes their SQL. */
  readonly extra: X;
  /** The permission of its export; absent = not exportable. */
  readonly exportPermission?: string;
  /** What its screen shows while nobody chose a time. The server answers what it is asked. */
  readonly recent?: Recent;
};

/**
 * A list: endpoint and fields in one. The server turns the fields into WHERE, ORDER and paging, the console into filter
 * form, columns and URL state, the export into headers.
 */
export function list<F extends Fields, S extends z.ZodType = z.ZodNull, X extends z.ZodRawShape = {}>(spec: {
  name: string;
  summary: Text;
  path?: string;
  permission: Guard | string;
  fields: F;
  defaultSort: string;
  scope?: Endpoint['scope'];
  extra?: X;
  figures?: S;
  exportPermission?: string;
  recent?: Recent;
  refusals?: readonly Refusal[];
  example?: Endpoint['example'];
}): ListEndpoint<F, S, X> {
  const names = sortableNames(spec.fields);
  const sorts = names.flatMap((name) => [name, `-${name}`]);
  if (!sorts.includes(spec.defaultSort))
    throw new Error(`${spec.name}: default sort ${spec.defaultSort} is not sortable`);
  const masked = Object.keys(spec.fields).filter((name) => spec.fields[name]?.masked);
  if (masked.includes(spec.defaultSort.replace(/^-/, '')))
    throw new Error(`${spec.name}: default sort ${spec.defaultSort} is masked`);
  const { recent, ...declared } = spec;
  const shape = { ...filterShape(spec.fields), ...(spec.extra ?? {}) };
  for (const key of recent ? [`${recent.by}From`, ...recent.unless] : [])
    if (!(key in shape)) throw new Error(`${spec.name}: ${key} is no filter`);
  return {
    ...read({
      ...declared,
      query: {
        pageNum: pageNumSchema.optional(),
        pageSize: pageSizeSchema.optional(),
        sort: z.enum(sorts as [string, ...string[]]).optional(),
        cursor: z.string().max(2_000).optional(),
        ...shape,
      },
      answer: pageOf(rowSchema(spec.fields), (spec.figures ?? z.null()) as S),
      example: spec.example ?? { query: { pageNum: 1, pageSize: 10 } },
    }),
    fields: spec.fields,
    defaultSort: spec.defaultSort,
    masked,
    extra: (spec.extra ?? {}) as X,
    ...(spec.exportPermission ? { exportPermission: spec.exportPermission } : {}),
    ...(recent ? { recent } : {}),
  } as unknown as ListEndpoint<F, S, X>;
}

/**
 * The fields of a list that somebody with these permissions may export, in the list's order. The server delivers no others,
 * and the console offers none.
 */
export const exportableFields = (
  { fields }: Pick<ListEndpoint, 'fields'>,
  holds: (permission: string) => boolean,
): string[] =>
  Object.entries(fields)
    .filter(([, field]) => field.exportable && (!field.permission || holds(field.permission)))
    .map(([name]) => name);

/** One row of a list endpoint, as the console gets it. */
export type RowOf<E extends ListEndpoint> = z.output<z.ZodObject<RowShape<E['fields']>>>;
