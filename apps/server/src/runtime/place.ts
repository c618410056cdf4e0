import pg from 'pg';
import { APPLICATION_ROLE } from './databaseRoles.ts';
import type { Log } from './log.ts';
import type { PlacementMap, TablePlacement } from './placement.ts';

/** The tables cannot be placed in this database; the message says what an administrator does first. */
export class PlacementRefused extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'PlacementRefused';
  }
}

export type Placed = {
  readonly table: string;
  readonly what: 'distributed' | 'brought back' | 'as it was';
  /** The rows that went to the workers, or came from there. */
  readonly rows?: number;
};

type Standing = { readonly table: string; readonly by: string; readonly colocation: string };

/** Citus's own view; its types of table that are neither split nor copied count as local. */
const STANDING = `
  SELECT table_name::text AS table, distribution_column AS by, colocation_id::text AS colocation
    FROM citus_tables WHERE citus_table_type IN ('distributed', 'reference')`;

/**
 * Applies a placement map to a Citus cluster, empty or filled. What already lies where the map says is left alone, so it can
 * run again after every upgrade. Each table moves in one transaction; meanwhile it is readable but not writable.
 */
export async function place(options: {
  readonly ownerUrl: string;
  readonly map: PlacementMap;
  readonly log: Log;
}): Promise<Placed[]> {
  const { ownerUrl, map, log } = options;
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'cardinal place',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 0,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SET client_min_messages = warning');
    await requireCluster(client);
    await letApplicationIn(client);
    const placed: Placed[] = [];
    for (const [table, wanted] of Object.entries(map)) {
      const each = await placeTable(client, map, table, wanted);
      if (each.what !== 'as it was') log.info(each, 'table placed');
      placed.push(each);
    }
    await grantSchemas(client, map);
    await proveApplication(client, map);
    return placed;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function requireCluster(client: pg.Client): Promise<void> {
  const { rows } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
  if (rows.length === 0) {
    throw new PlacementRefused(
      'This database has no extension citus: nothing to place. A plain PostgreSQL needs no placement.',
    );
  }
  const { rows: nodes } = await client.query(
    "SELECT FROM pg_dist_node WHERE noderole = 'primary' AND isactive AND shouldhaveshards",
  );
  if (nodes.length === 0) {
    throw new PlacementRefused('The coordinator knows no worker: add them first (SELECT citus_add_node(…)).');
  }
}

/** The coordinator opens its connections to the workers in the role of the session, which therefore must be able to log in. */
async function letApplicationIn(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ can: boolean }>('SELECT rolcanlogin AS can FROM pg_roles WHERE rolname = $1', [
    APPLICATION_ROLE,
  ]);
  if (rows[0]?.can) return;
  try {
    await client.query(`ALTER ROLE ${APPLICATION_ROLE} LOGIN`);
  } catch (error) {
    throw new PlacementRefused(
      `The coordinator must reach its workers as ${APPLICATION_ROLE}. Run as an administrator there: ` +
        `ALTER ROLE ${APPLICATION_ROLE} LOGIN; (${(error as Error).message})`,
      error,
    );
  }
}

async function standing(client: pg.Client): Promise<Map<string, Standing>> {
  const { rows } = await client.query<Standing>(STANDING);
  return new Map(rows.map((row) => [row.table, row]));
}

async function placeTable(
  client: pg.Client,
  map: PlacementMap,
  table: string,
  wanted: TablePlacement,
): Promise<Placed> {
  const now = await standing(client);
  const found = now.get(table);
  if (wanted.kind === 'local') {
    if (!found) return { table, what: 'as it was' };
    const rows = await countRows(client, table);
    await client.query('SELECT undistribute_table($1)', [table]);
    return { table, what: 'brought back', rows };
  }
  const { by, group } = wanted;
  const others = Object.entries(map).filter(
    ([name, each]) => name !== table && each.kind === 'distributed' && each.group === group,
  );
  const sibling = others.map(([name]) => now.get(name)).find((each) => each !== undefined);
  if (found?.by === by && (!sibling || sibling.colocation === found.colocation)) {
    await dropLocalCopy(client, table);
    return { table, what: 'as it was' };
  }
  const rows = await countRows(client, table);
  if (found) await client.query('SELECT undistribute_table($1)', [table]);
  // The group is named: otherwise Citus would put together whatever has a key of the same type.
  await client.query('SELECT create_distributed_table($1, $2, colocate_with => $3)', [
    table,
    by,
    sibling?.table ?? 'none',
  ]);
  await dropLocalCopy(client, table);
  return { table, what: 'distributed', rows };
}

/**
 * Citus leaves the rows it has copied where they were, hidden behind the distributed ones, and drops them in a transaction of
 * its own: an interrupted run may have left them. An empty table is not locked.
 */
async function dropLocalCopy(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT coalesce(sum(pg_relation_size(coalesce(t.relid, c.oid))), 0) AS bytes
       FROM pg_class c LEFT JOIN LATERAL pg_partition_tree(c.oid) t ON true WHERE c.oid = $1::regclass`,
    [table],
  );
  if (Number(rows[0]?.bytes) > 0)
    await client.query('SELECT truncate_local_data_after_distributing_table($1)', [table]);
}

async function countRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`);
  return Number(rows[0]?.n);
}

/** The coordinator's default privileges do not reach the workers; a grant does. */
async function grantSchemas(client: pg.Client, map: PlacementMap): Promise<void> {
  const schemas = Object.entries(map).flatMap(([table, { kind }]) =>
    kind === 'distributed' ? [table.replace(/\..*/, '')] : [],
  );
  for (const schema of new Set(schemas)) await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${APPLICATION_ROLE}`);
}

/** Reads every distributed table as the program does: grants and logins on all workers are proven, not assumed. */
async function proveApplication(client: pg.Client, map: PlacementMap): Promise<void> {
  for (const [table, { kind }] of Object.entries(map)) {
    if (kind === 'local') continue;
    try {
      await client.query('BEGIN');
      await client.query(`SET LOCAL ROLE ${APPLICATION_ROLE}`);
      await client.query(`SELECT count(*) FROM (SELECT 1 FROM ${table} LIMIT 1) one`);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw new PlacementRefused(
        `The tables are placed, but ${APPLICATION_ROLE} may not read ${table} on the workers: ${(error as Error).message}. ` +
          'See docs/operations/citus.md.',
        error,
      );
    }
  }
}
