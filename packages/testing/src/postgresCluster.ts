import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { TurnableClock } from '@cardinal/primitives/clock.ts';
import type { DemoSize } from '@cardinal/server/demo/demo.ts';
import { dataDirectoryHolder } from '@cardinal/server/runtime/dataDirectoryLock.ts';
import { startEmbeddedPostgres } from '@cardinal/server/runtime/embeddedPostgres.ts';
import { QUIET } from '@cardinal/server/runtime/log.ts';
import { migrate } from '@cardinal/server/runtime/migrate.ts';
import { stopOrphans } from '@cardinal/server/runtime/orphanedPostgres.ts';
import pg from 'pg';
import { disposableHome, temporaryFolder } from './folders.ts';

/** The environment variable that tells workers the process with the cluster. */
export const CLUSTER_DESK = 'CARDINAL_TEST_CLUSTER';
const NAME = 'cluster';
const PREFIX = `cardinal-${NAME}-`;

/** The content of a clone: only the migrations, or the demo of a size with everything a program creates at its first start. */
export type Filling = 'migrated' | DemoSize;
const MIGRATED: Filling = 'migrated';
/** The demo came so long before the tests begin: ids are made of time, and those of a test are later ones. */
const DEMO_BEFORE_MS = 10_000;
const isDemo = (filling: string): filling is DemoSize => filling === 'people' || filling === 'all';

export type TestCluster = {
  readonly superuserUrl: string;
  readonly ownerUrl: string;
  readonly applicationUrl: string;
  /** The database to clone. */
  readonly template: string;
};

/** Stops clusters of killed runs, whose keeper is gone. */
async function removeAbandoned(): Promise<void> {
  const home = disposableHome();
  const names = (await readdir(home)).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const directory = join(home, name);
    // Without a lock it is being created or removed by its own run.
    const files = await readdir(directory).catch((): string[] => []);
    if (!files.includes('supervisor.lock')) continue;
    if ((await dataDirectoryHolder(directory)) !== undefined) continue;
    await stopOrphans(join(directory, 'postgres'), QUIET).catch(() => undefined);
    await rm(directory, { recursive: true, force: true });
  }
}

type Started = { readonly cluster: TestCluster; stop(): Promise<void> };

/** Another server to run on than the embedded one: its superuser's URL. The run makes roles and databases there, and drops the databases. */
const OTHER_SERVER = process.env['TEST_DATABASE_URL'];

async function startCluster(directory: string): Promise<Started> {
  const { cluster, stop } = OTHER_SERVER ? await otherServer(OTHER_SERVER) : await embeddedCluster(directory);
  await createDatabase(cluster, `${MIGRATED} ${OTHER_SERVER ? BY_CODE_POINT : ''} OWNER cardinal`);
  await migrate({ ownerUrl: inDatabase(cluster.ownerUrl, MIGRATED), log: QUIET });
  return { cluster, stop };
}

async function embeddedCluster(directory: string): Promise<Started> {
  await removeAbandoned();
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory, log: QUIET, durability: 'disposable' });
  const { superuserUrl, ownerUrl, applicationUrl } = postgres;
  return { cluster: { superuserUrl, ownerUrl, applicationUrl, template: MIGRATED }, stop: () => postgres.stop() };
}

/** As the embedded server sorts. */
const BY_CODE_POINT = "TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C.UTF-8' LC_CTYPE 'C.UTF-8'";
const ROLES = ['cardinal', 'cardinal_app'] as const;

async function otherServer(superuserUrl: string): Promise<Started> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  /** Drops what an earlier run left as well. */
  const dropDatabases = async () => {
    const made = await client.query<{ name: string }>(
      "SELECT datname AS name FROM pg_database WHERE datname = $1 OR datname ~ '^(demo|test)_'",
      [MIGRATED],
    );
    for (const { name } of made.rows) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  await dropDatabases();
  const password = randomBytes(12).toString('hex');
  for (const role of ROLES) {
    const known = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    const verb = known.rowCount ? 'ALTER' : 'CREATE';
    await client.query(`${verb} ROLE ${role} LOGIN NOSUPERUSER PASSWORD '${password}'`);
  }
  const as = (role: string) => {
    const address = new URL(superuserUrl);
    address.username = role;
    address.password = password;
    return address.toString();
  };
  return {
    cluster: { superuserUrl, ownerUrl: as(ROLES[0]), applicationUrl: as(ROLES[1]), template: MIGRATED },
    stop: async () => {
      await dropDatabases();
      await client.end();
    },
  };
}

export function inDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.toString();
}

async function createDatabase(cluster: TestCluster, words: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.superuserUrl });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${words}`);
  } finally {
    await client.end();
  }
}

/** Most files begin with the demo's people, some with all of it: a program makes each once, its queues too, and the files clone the result. */
async function fillWithDemo(cluster: TestCluster, size: DemoSize, directory: string): Promise<TestCluster> {
  await createDatabase(cluster, `demo_${size} TEMPLATE ${MIGRATED} OWNER cardinal`);
  // Pure test runs never load the program.
  const { startUnderTest, TEST_NOW } = await import('./programUnderTest.ts');
  const { program, seed } = await startUnderTest({
    ownerUrl: inDatabase(cluster.ownerUrl, `demo_${size}`),
    applicationUrl: inDatabase(cluster.applicationUrl, `demo_${size}`),
    dataDirectory: join(directory, size),
    clock: new TurnableClock(new Date(Date.parse(TEST_NOW) - DEMO_BEFORE_MS).toISOString()),
  });
  try {
    await seed(size);
  } finally {
    await program.stop();
  }
  return { ...cluster, template: `demo_${size}` };
}

/**
 * Keeps one temporary cluster for a test run. It starts on first use, so pure test runs do not need it. Returns a function that
 * stops it.
 */
export async function keepTestCluster(): Promise<() => Promise<void>> {
  let started: ReturnType<typeof startCluster> | undefined;
  let directory: string | undefined;
  const begin = async () => {
    directory = temporaryFolder(NAME, disposableHome());
    return startCluster(directory);
  };
  const filled = new Map<DemoSize, Promise<TestCluster>>();
  const ask = async (filling: string): Promise<TestCluster> => {
    started ??= begin();
    const { cluster } = await started;
    if (!isDemo(filling)) return cluster;
    const known = filled.get(filling) ?? fillWithDemo(cluster, filling, directory as string);
    filled.set(filling, known);
    return known;
  };
  const desk = createServer((request, response) => {
    ask(request.url?.slice(1) ?? '').then(
      (cluster) => response.end(JSON.stringify(cluster)),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  process.env[CLUSTER_DESK] = `http://127.0.0.1:${(desk.address() as AddressInfo).port}/`;

  return async () => {
    desk.closeAllConnections();
    desk.close();
    const running = await started?.catch(() => undefined);
    await running?.stop();
    if (directory) await rm(directory, { recursive: true, force: true });
  };
}
