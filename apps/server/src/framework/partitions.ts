import pg from 'pg';
import { APPLICATION_ROLE } from '../runtime/databaseRoles.ts';

/**
 * A table partitioned by month of one timestamptz or date column; older partitions than `keepMonths` are dropped.
 * `isAppendOnly` revokes from the application's role on each partition what its migration revoked on the table, because a
 * partition is a table too, also one that came back with a backup.
 */
export type PartitionedTable = {
  readonly table: string;
  readonly keepMonths?: number;
  readonly isAppendOnly?: boolean;
};

/** Months before and after the present that always exist: late readings, demo history, and a job that missed some nights. */
const BEHIND = 6;
const AHEAD = 3;

const monthStart = (moment: Date, shift: number) =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + shift, 1));
const label = (month: Date) => `${month.getUTCFullYear()}_${String(month.getUTCMonth() + 1).padStart(2, '0')}`;

/**
 * Creates missing partitions around the present and drops expired ones. Needs the owner's connection; idempotent, also from two
 * processes.
 */
export async function keepPartitions(
  ownerUrl: string,
  tables: readonly PartitionedTable[],
  now: Date,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'cardinal partitions' });
  client.on('error', () => undefined);
  await client.connect();
  const made: string[] = [];
  try {
    await client.query('select pg_advisory_lock(7300)');
    const existing = await partitionsOf(client, tables);
    for (const { table, keepMonths } of tables) {
      const known = existing.get(table) ?? new Set();
      // None that would be dropped again.
      for (let shift = -Math.min(BEHIND, keepMonths ?? BEHIND); shift <= AHEAD; shift += 1) {
        const name = `${table}_${label(monthStart(now, shift))}`;
        if (known.has(name)) continue;
        const from = monthStart(now, shift).toISOString();
        const to = monthStart(now, shift + 1).toISOString();
        await client.query(
          `create table if not exists ${name} partition of ${table} for values from ('${from}') to ('${to}')`,
        );
        made.push(name);
      }
      if (keepMonths === undefined) continue;
      const oldest = `${table}_${label(monthStart(now, -keepMonths))}`;
      for (const name of known)
        if (/_\d{4}_\d{2}$/.test(name) && name < oldest) await client.query(`drop table ${name}`);
    }
    await revokeExcess(
      client,
      tables.flatMap(({ table, isAppendOnly }) => (isAppendOnly ? table : [])),
    );
  } finally {
    await client.end();
  }
  return made;
}

/** The names of the partitions of each table. */
async function partitionsOf(
  client: pg.Client,
  tables: readonly PartitionedTable[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await client.query<{ table: string; names: string[] }>(
    `select t.name as table, array_agg(i.inhrelid::regclass::text) as names
     from unnest($1::text[]) as t (name) join pg_inherits i on i.inhparent = t.name::regclass
     group by t.name`,
    [tables.map(({ table }) => table)],
  );
  return new Map(rows.map(({ table, names }) => [table, new Set(names)]));
}

/** Revokes on the partitions of these tables whatever the tables themselves do not allow the program. */
async function revokeExcess(client: pg.Client, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ privilege: string; partitions: string }>(
    `select privilege, string_agg(inhrelid::regclass::text, ', ') as partitions
     from pg_inherits, unnest(array['insert', 'update', 'delete', 'truncate']) as privilege
     where inhparent = any($1::regclass[]) and has_table_privilege($2, inhrelid, privilege)
       and not has_table_privilege($2, inhparent, privilege)
     group by privilege`,
    [tables, APPLICATION_ROLE],
  );
  for (const { privilege, partitions } of rows) {
    await client.query(`revoke ${privilege} on ${partitions} from ${APPLICATION_ROLE}`);
  }
}
