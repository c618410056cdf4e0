import { type Fields, masked } from '@cardinal/contract/framework/fields.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import type { AnyRegister } from '@cardinal/contract/framework/register.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../context.ts';
import type { AnyQuery, Dataset } from '../dataset.ts';
import { fieldReader } from '../list/rowFields.ts';
import { type Computed, nameColumn, type RowIn, type TableName } from './columnNames.ts';

type Present<R extends AnyRegister, Row, K extends keyof RowOf<R['list']>> = (
  rows: readonly Row[],
  ctx: Ctx,
) => Promise<readonly (Pick<RowOf<R['list']>, K> & Partial<RowOf<R['list']>>)[]>;

export type PlainParts<P = (rows: readonly never[], ctx: Ctx) => Promise<readonly object[]>> = Partial<
  Pick<Dataset, 'columns' | 'extra' | 'isShort' | 'carrier'>
> & {
  /** Adds joins, conditions and selected columns. */
  readonly from?: (query: AnyQuery, ctx: Ctx) => AnyQuery;
  /** Fields that are no columns, for the rows of a page in their order; of no rows nothing is asked. */
  readonly present?: P;
};
/** The parts of the list beyond the table itself. In the room's SQL the table is `t`. */
export type ListParts<R extends AnyRegister, T extends TableName, C> = PlainParts<
  Present<R, RowIn<T>, Computed<R, RowIn<T>, C>>
> &
  ([Computed<R, RowIn<T>, C>] extends [never] ? unknown : { readonly present: unknown });

/** The dataset of a register: its columns unchanged, times in wire format, and the room's additions. */
export function registerDataset(
  register: AnyRegister,
  table: string,
  columns: Readonly<Record<string, string | null | undefined>>,
  { from, present, ...parts }: PlainParts = {},
): Dataset {
  const fields = register.list.fields as Fields;
  const maskedFields: readonly string[] = register.list.masked;
  const plain: Record<string, RawBuilder<unknown>> = {};
  for (const name of Object.keys(fields)) plain[name] = sql.ref(`t.${nameColumn(columns, name) ?? name}`);
  const read = fieldReader(fields, columns);
  return {
    from: (ctx) => {
      const query = ctx.db.selectFrom(`${table} as t` as never) as unknown as AnyQuery;
      return from ? from(query, ctx) : query;
    },
    id: sql<string>`t.id`,
    select: (query) => query.selectAll('t'),
    present: async (rows, ctx, forFile) => {
      if (rows.length === 0) return [];
      const computed = await present?.(rows as never, ctx);
      const shown = rows.map((row, at) => ({ ...read(row, forFile !== undefined), ...computed?.[at] }));
      return maskedFields.length === 0 ? shown : shown.map((row) => masked(fields, maskedFields, row));
    },
    ...parts,
    columns: { ...plain, ...parts.columns },
  };
}
