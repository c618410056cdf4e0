import type { BodyOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import type { AnyRegister } from '@cardinal/contract/framework/register.ts';
import type { Selectable } from 'kysely';
import { type Snake, snakeCase } from '../list/rowFields.ts';
import type { Tables } from '../tables.ts';

export type TableName = keyof Tables & string;
export type RowIn<T extends TableName> = Selectable<Tables[T]>;

type Sent<R extends AnyRegister> = Omit<BodyOf<R['edit']>, R['idKey'] | 'version'>;
/** The input for an entry; fields locked after creation are accepted only on creation. */
export type Given<R extends AnyRegister> = Sent<R> &
  (R['create'] extends Endpoint ? Partial<Omit<BodyOf<R['create']>, keyof Sent<R>>> : unknown);

type FieldsIn<R extends AnyRegister> = keyof RowOf<R['list']> & string;
type Unnamed<K extends string, Row> = { [N in K]: Snake<N> extends keyof Row ? never : N }[K];

/**
 * Columns not named like their field in snake case; null for a field without a column. Every input field without a matching
 * column must be named here.
 */
export type Columns<R extends AnyRegister, Row> = {
  readonly [K in Unnamed<keyof Given<R> & string, Row>]: (keyof Row & string) | null;
} & { readonly [K in FieldsIn<R> | (keyof Given<R> & string)]?: (keyof Row & string) | null };

/** List fields that are not columns of the table. */
export type Computed<R extends AnyRegister, Row, C> = {
  [K in FieldsIn<R>]: K extends keyof C ? (C[K] extends string ? never : K) : Snake<K> extends keyof Row ? never : K;
}[FieldsIn<R>];

/** The column of a field; undefined if the table has none. */
export const nameColumn = (
  columns: Readonly<Record<string, string | null | undefined>>,
  name: string,
): string | undefined => (columns[name] === null ? undefined : (columns[name] ?? snakeCase(name)));
