import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Database, openDatabase } from '@cardinal/server/runtime/database.ts';
import { QUIET } from '@cardinal/server/runtime/log.ts';
import pg from 'pg';
import { CLUSTER_DESK, type Filling, inDatabase, type TestCluster } from './postgresCluster.ts';

export type TestDatabase<Tables> = {
  /** In the application's role, as the program works. */
  readonly url: string;
  /** In the owner's role, for what only migrations may do. */
  readonly ownerUrl: string;
  /** For roles, which are shared by the whole cluster. */
  readonly superuserUrl: string;
  readonly database: Database<Tables>;
  readonly db: Database<Tables>['db'];
  /** Closes the connections and drops the database. */
  close(): Promise<void>;
};

/** Asks the run's cluster, which starts on first use, for its URLs and the database to clone. */
async function testCluster(filled: Filling): Promise<TestCluster> {
  const desk = process.env[CLUSTER_DESK];
  if (!desk) throw new Error('testDatabase() works under vitest only: its global setup keeps the cluster');
  // Not by fetch, which waits five minutes at most: a busy machine makes the whole demo for longer.
  const [answer] = (await once(get(new URL(filled, desk)), 'response')) as [IncomingMessage];
  const body = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`the test cluster does not start: ${body}`);
  return JSON.parse(body) as TestCluster;
}

/** The application name of the connections on which a test itself asks the database. */
export const TESTS_OWN = 'cardinal test';

function withName(url: string, name: string): string {
  const address = new URL(url);
  address.searchParams.set('application_name', name);
  return address.toString();
}

async function asSuperuser(cluster: TestCluster, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.superuserUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * A fresh real database, with every migration applied, of the calling test file alone. `empty` leaves the migrations
 * out; `filled` is a program's that ran before, with the people of the demo or with all of it.
 */
export async function testDatabase<Tables = Record<string, never>>(
  options: { readonly empty?: boolean; readonly filled?: Filling } = {},
): Promise<TestDatabase<Tables>> {
  const cluster = await testCluster(options.filled ?? 'migrated');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = options.empty ? 'template0' : cluster.template;
  await asSuperuser(cluster, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY OWNER cardinal`);
  const url = inDatabase(cluster.applicationUrl, name);
  const database = openDatabase<Tables>({ url: withName(url, TESTS_OWN), log: QUIET, max: 8 });
  return {
    url,
    ownerUrl: inDatabase(cluster.ownerUrl, name),
    superuserUrl: inDatabase(cluster.superuserUrl, name),
    database,
    db: database.db,
    async close() {
      await database.close();
      await asSuperuser(cluster, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
