import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataDirectoryHolder } from '@cardinal/server/runtime/dataDirectoryLock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@cardinal/server/runtime/embeddedPostgres.ts';
import { QUIET } from '@cardinal/server/runtime/log.ts';
import { migrate } from '@cardinal/server/runtime/migrate.ts';
import { stopOrphans } from '@cardinal/server/runtime/orphanedPostgres.ts';
import pg from 'pg';

/** The environment variable through which workers find the one process that keeps the cluster. */
export const CLUSTER_DESK = 'CARDINAL_TEST_CLUSTER';
const PREFIX = 'cardinal-cluster-';
const TEMPLATE = 'migrated';

export type TestCluster = {
  readonly superuserUrl: string;
  readonly ownerUrl: string;
  readonly applicationUrl: string;
  /** The database to clone. */
  readonly template: string;
};

/** Clusters of runs that were killed: their keeper is gone, so they end here. */
async function removeAbandoned(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const directory = join(tmpdir(), name);
    // Without a lock it is either just being made or just being removed by its own run.
    const files = await readdir(directory).catch((): string[] => []);
    if (!files.includes('supervisor.lock')) continue;
    if ((await dataDirectoryHolder(directory)) !== undefined) continue;
    await stopOrphans(join(directory, 'postgres'), QUIET).catch(() => undefined);
    await rm(directory, { recursive: true, force: true });
  }
}

async function startCluster(directory: string): Promise<{ postgres: EmbeddedPostgres; cluster: TestCluster }> {
  await removeAbandoned();
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory, log: QUIET, durability: 'disposable' });
  const client = new pg.Client({ connectionString: postgres.superuserUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE} OWNER cardinal`);
  await client.end();
  const templateUrl = new URL(postgres.ownerUrl);
  templateUrl.pathname = `/${TEMPLATE}`;
  await migrate({ ownerUrl: templateUrl.toString(), log: QUIET });
  const { superuserUrl, ownerUrl, applicationUrl } = postgres;
  return { postgres, cluster: { superuserUrl, ownerUrl, applicationUrl, template: TEMPLATE } };
}

/**
 * Keeps one throw-away cluster for a test run. It starts when the first test file asks, so runs of pure tests never
 * pay for it. Answers a function that ends it.
 */
export async function keepTestCluster(): Promise<() => Promise<void>> {
  let started: ReturnType<typeof startCluster> | undefined;
  let directory: string | undefined;
  const begin = async () => {
    directory = await mkdtemp(join(tmpdir(), PREFIX));
    // Under root PostgreSQL has an account of its own, which must be let through.
    await chmod(directory, 0o711);
    return startCluster(directory);
  };
  const desk = createServer((_request, response) => {
    started ??= begin();
    started.then(
      ({ cluster }) => response.end(JSON.stringify(cluster)),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  process.env[CLUSTER_DESK] = `http://127.0.0.1:${(desk.address() as AddressInfo).port}/`;

  return async () => {
    desk.closeAllConnections();
    desk.close();
    const cluster = await started?.catch(() => undefined);
    await cluster?.postgres.stop();
    if (directory) await rm(directory, { recursive: true, force: true });
  };
}
