import { type AnswerOf, DONE, type Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { AnyRegister } from '@cardinal/contract/framework/register.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Facts } from '@cardinal/primitives/text.ts';
import type { Kysely } from 'kysely';
import type * as z from 'zod';
import { accountOf, type Ctx } from '../context.ts';
import { bind, bindList, type Route } from '../domain.ts';
import { refuseDuplicate, refusedAt } from '../duplicates.ts';
import { type Columns, type Given, nameColumn, type RowIn, type TableName } from './columnNames.ts';
import { type ListParts, type PlainParts, registerDataset } from './registerDataset.ts';

type Maybe<T> = T | Promise<T>;

/** A room's steps, called inside the change's transaction; they refuse by throwing `Refused`. */
type Steps<Row, Given> = {
  /** The entry's name in the operation log. */
  readonly name: (entry: Row) => string;
  /** Validates the input, and returns the columns that differ from it. */
  readonly write?: (ctx: Ctx, given: Given, before?: Row) => Maybe<Partial<Row>>;
  /** Columns of a new entry that are not sent; by default only `created_at`. */
  readonly begin?: (ctx: Ctx, given: Given) => Maybe<Partial<Row>>;
  /** Locks and returns an entry of the caller. */
  readonly hold?: (ctx: Ctx, id: string) => Promise<Row | undefined>;
  /** What else changes with an entry. */
  readonly written?: (ctx: Ctx, id: string, given: Given, before?: Row) => Promise<void>;
  /** Before a deletion: refuses while the entry is in use, removes what belongs to it. */
  readonly release?: (ctx: Ctx, entry: Row) => Promise<void>;
  /** What the operation log stores of an entry; by default all fields that can be sent. */
  readonly noted?: (entry: Row) => object;
};

type Binding<R extends AnyRegister, T extends TableName, C> = Steps<RowIn<T>, Given<R>> & {
  readonly table: T;
  readonly objectKind: string;
  /** The unique index behind `duplicate`, and the field that reports it. */
  readonly unique?: { readonly index: string; readonly field: string; readonly facts?: (given: Given<R>) => Facts };
  /** Another unique index, and what it refuses with. */
  readonly alsoUnique?: { readonly index: string; readonly refused: Refused };
} & ({} extends Columns<R, RowIn<T>> ? { readonly columns?: C } : { readonly columns: C & Columns<R, RowIn<T>> }) &
  ({} extends ListParts<R, T, C> ? { readonly list?: ListParts<R, T, C> } : { readonly list: ListParts<R, T, C> }) &
  (R['read'] extends Endpoint
    ? { readonly detail: (ctx: Ctx, entry: RowIn<T>) => Maybe<AnswerOf<R['read']>> }
    : unknown);

type Row = Record<string, unknown>;
/** A binding without its room's types, which were checked at its declaration. */
type Plain = Steps<Row, Row> & {
  readonly table: string;
  readonly objectKind: string;
  readonly unique?: { readonly index: string; readonly field: string; readonly facts?: (given: Row) => Facts };
  readonly alsoUnique?: { readonly index: string; readonly refused: Refused };
  readonly columns?: Readonly<Record<string, string | null>>;
  readonly list?: PlainParts;
  readonly detail?: (ctx: Ctx, entry: Row) => Maybe<unknown>;
};
const tables = (ctx: Ctx) => ctx.db as unknown as Kysely<Record<string, Row>>;

/**
 * Routes of a register over one table of the room, scoped to the caller's `customer_id`. A change locks its entry, refuses a
 * stale version or a duplicate, and writes the values before and after to the operation log.
 */
export function bindRegister<
  R extends AnyRegister,
  T extends TableName,
  const C extends Partial<Columns<R, RowIn<T>>> = Record<never, never>,
>(register: R, binding: Binding<R, T, C>): Route[] {
  const { create, edit, remove, read, list, idKey, isVersioned, duplicate } = register;
  const { columns = {}, ...room } = binding as unknown as Plain;
  const { table, objectKind, unique, alsoUnique } = room;

  const sentColumns = (endpoint: Endpoint): [name: string, column: string][] =>
    Object.keys((endpoint.body as z.ZodObject).shape)
      .filter((name) => name !== idKey && name !== 'version')
      .flatMap((name) => {
        const column = nameColumn(columns, name);
        return column ? [[name, column] as [string, string]] : [];
      });
  /** The input by columns; missing or empty values are null. */
  const columnsFrom = async (endpoint: Endpoint, ctx: Ctx, given: Row, before?: Row): Promise<Row> => ({
    ...Object.fromEntries(
      sentColumns(endpoint).map(([name, column]) => [column, given[name] === '' ? null : (given[name] ?? null)]),
    ),
    ...(await room.write?.(ctx, given, before)),
  });
  const refusingDuplicates = <A>(given: Row, write: Promise<A>): Promise<A> => {
    const written =
      unique && duplicate
        ? refuseDuplicate(unique.index, refusedAt(unique.field, duplicate, unique.facts?.(given)), write)
        : write;
    return alsoUnique ? refuseDuplicate(alsoUnique.index, alsoUnique.refused, written) : written;
  };
  const rowOf = (ctx: Ctx, id: string) => tables(ctx).selectFrom(table).selectAll().where('id', '=', id);
  const found = (entry: Row | undefined): Row => {
    if (!entry) throw new Refused(register.notFound);
    return entry;
  };
  const hold = async (ctx: Ctx, id: string): Promise<Row> =>
    found(await (room.hold?.(ctx, id) ?? rowOf(ctx, id).forUpdate().executeTakeFirst()));
  const kept = (entry: Row): object =>
    room.noted?.(entry) ?? Object.fromEntries(sentColumns(create ?? edit).map(([, column]) => [column, entry[column]]));

  const creating = async (ctx: Ctx, given: Row) => {
    const id = ctx.ids.next();
    const now = ctx.clock.now();
    const sent = await columnsFrom(create as Endpoint, ctx, given);
    const row = {
      ...sent,
      id,
      ...(list.scope === 'own' ? { customer_id: accountOf(ctx).customerId } : {}),
      ...(isVersioned ? { version: 1, updated_at: now } : {}),
      ...(room.begin ? await room.begin(ctx, given) : { created_at: now }),
    };
    await refusingDuplicates(given, tables(ctx).insertInto(table).values(row).execute());
    await room.written?.(ctx, id, given);
    ctx.note({ objectKind, objectId: id, summary: room.name(row), after: kept(row) });
    return { id };
  };

  const editing = async (ctx: Ctx, { [idKey]: key, version, ...given }: Row) => {
    const id = String(key);
    const before = await hold(ctx, id);
    if (isVersioned && before['version'] !== version) throw new Refused(changedByAnother);
    const sent = await columnsFrom(edit, ctx, given, before);
    const stamp = isVersioned ? { version: Number(version) + 1, updated_at: ctx.clock.now() } : {};
    const write = tables(ctx)
      .updateTable(table)
      .set({ ...sent, ...stamp })
      .where('id', '=', id)
      .execute();
    await refusingDuplicates(given, write);
    await room.written?.(ctx, id, given, before);
    const after = { ...before, ...sent };
    ctx.note({ objectKind, objectId: id, summary: room.name(after), before: kept(before), after: kept(after) });
    return DONE;
  };

  const removing = async (ctx: Ctx, id: string) => {
    const entry = await hold(ctx, id);
    await room.release?.(ctx, entry);
    await tables(ctx).deleteFrom(table).where('id', '=', id).execute();
    ctx.note({ objectKind, objectId: id, summary: room.name(entry), before: kept(entry) });
    return DONE;
  };

  return [
    bindList(list, registerDataset(register, table, columns, room.list)),
    bind(edit, (ctx, { body }) => editing(ctx, body as Row)),
    ...(create ? [bind(create, (ctx, { body }) => creating(ctx, body as Row))] : []),
    ...(remove ? [bind(remove, (ctx, { body }) => removing(ctx, String((body as Row)[idKey])))] : []),
    ...(read
      ? [
          bind(read, async (ctx, { query }) =>
            room.detail?.(ctx, found(await rowOf(ctx, String(query[idKey])).executeTakeFirst())),
          ),
        ]
      : []),
  ];
}
