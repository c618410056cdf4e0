import { randomBytes } from 'node:crypto';
import type { Tables } from '@cardinal/server/framework/tables.ts';
import { openDatabase } from '@cardinal/server/runtime/database.ts';
import { prepareExternalDatabase } from '@cardinal/server/runtime/databaseRoles.ts';
import { QUIET } from '@cardinal/server/runtime/log.ts';
import pg from 'pg';
import type { TestDatabase } from './database.ts';

/**
 * A Citus cluster to run on: the URL of a superuser in a database of its coordinator that knows the workers. Tests that need one
 * are left out without it. They make a database on every node and drop it again.
 */
export const CITUS = process.env['CITUS_TEST_URL'];

type Node = { readonly host: string; readonly port: number; readonly isCoordinator: boolean };
const OWNER = 'cardinal_citus_owner';

async function inside<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** An empty database on all nodes, prepared as docs/operations/citus.md says, with an owner who is no superuser. */
export async function citusDatabase(given: string): Promise<TestDatabase<Tables>> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const at = (node: Node, database: string) => {
    const address = new URL(given);
    if (!node.isCoordinator) [address.hostname, address.port] = [node.host, String(node.port)];
    address.pathname = `/${database}`;
    return address.toString();
  };
  const nodes = await inside(given, async (client) => {
    const { rows } = await client.query<Node>(
      `SELECT nodename AS host, nodeport AS port, groupid = 0 AS "isCoordinator" FROM pg_dist_node WHERE noderole = 'primary'`,
    );
    await client.query(
      `DO $$ BEGIN CREATE ROLE ${OWNER} LOGIN CREATEROLE; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
    );
    return rows;
  });
  const home = new URL(given).pathname.slice(1);
  const coordinator = nodes.find((node) => node.isCoordinator);
  if (!coordinator) throw new Error('CITUS_TEST_URL: run citus_set_coordinator_host() there first');
  for (const node of nodes) {
    await inside(at(node, home), (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0 OWNER ${OWNER}`));
    await inside(at(node, name), (client) => client.query('CREATE EXTENSION citus'));
  }
  const superuserUrl = at(coordinator, name);
  await inside(superuserUrl, async (client) => {
    await client.query('SELECT citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port]);
    for (const { host, port, isCoordinator } of nodes) {
      if (!isCoordinator) await client.query('SELECT citus_add_node($1, $2)', [host, port]);
    }
  });
  const owner = new URL(superuserUrl);
  owner.username = OWNER;
  owner.password = '';
  const { ownerUrl, applicationUrl: url } = await prepareExternalDatabase(owner.toString());
  const database = openDatabase<Tables>({ url, log: QUIET, max: 8 });
  return {
    url,
    ownerUrl,
    // A program is started on it as on any other: by the URL of the owner.
    superuserUrl: ownerUrl,
    database,
    db: database.db,
    async close() {
      await database.close();
      // The coordinator first: it keeps connections to the others.
      for (const node of [coordinator, ...nodes.filter((each) => each !== coordinator)]) {
        await inside(at(node, home), (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
      }
    },
  };
}
