import { type RawBuilder, sql } from 'kysely';
import type { Database, Tables } from './tables.ts';

export const columnsOf = (alias: string, names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(`${alias}.${name}`)));
export const named = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)));

/**
 * Makes a table of sums per group what a query says: `keys` and `sums` by their names. Unchanged rows are not written. Returns how
 * many were.
 */
export async function replaceGroups(
  db: Database,
  table: keyof Tables,
  keys: readonly string[],
  sums: readonly string[],
  wanted: RawBuilder<unknown>,
): Promise<number> {
  const into = sql.table(table);
  // MERGE … WHEN NOT MATCHED BY SOURCE would say this in one clause, but only from PostgreSQL 17.
  const { rows } = await sql<{ written: string }>`
    with wanted as materialized (${wanted}), gone as (
      delete from ${into} t where not exists (
        select from wanted w where (${columnsOf('t', keys)}) = (${columnsOf('w', keys)}))
      returning 1
    ), put as (
      insert into ${into} as t (${named([...keys, ...sums])}) select ${columnsOf('w', [...keys, ...sums])} from wanted w
      on conflict (${named(keys)}) do update set ${sql.join(
        sums.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`),
      )} where (${columnsOf('t', sums)}) is distinct from (${columnsOf('excluded', sums)})
      returning 1
    )
    select (select count(*) from gone) + (select count(*) from put) as written`.execute(db);
  return Number(rows[0]?.written ?? 0);
}
