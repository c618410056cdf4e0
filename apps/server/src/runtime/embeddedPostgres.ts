import { type ChildProcess, spawn } from 'node:child_process';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { APPLICATION_ROLE, type DatabaseAccess, OWNER_ROLE } from './databaseRoles.ts';
import { takeDataDirectory } from './dataDirectoryLock.ts';
import { freePort } from './freePort.ts';
import type { Log } from './log.ts';
import { stopOrphans } from './orphanedPostgres.ts';
import { findPostgresBinaries } from './postgresBinaries.ts';
import {
  type ClusterPasswords,
  existingCluster,
  openCluster,
  readClusterPasswords,
  SUPERUSER,
} from './postgresCluster.ts';
import { DURABLE_SETTINGS, type Durability, postgresArguments } from './postgresSettings.ts';
import { type EmbeddedPostgresState, type Supervisor, supervise } from './postgresSupervisor.ts';
import { postgresUser } from './postgresUser.ts';
import { clusterProcesses, postmasterPort } from './runningProcess.ts';

const DATABASE = 'cardinal';
/** Recovery after a crash replays at most max_wal_size of WAL. */
const START_TIMEOUT_MS = 120_000;
const READY_POLL_MS = 40;
export type EmbeddedPostgres = DatabaseAccess & {
  /** For the databases of the test run; the program does not use it. */
  readonly superuserUrl: string;
  readonly cluster: string;
  state(): EmbeddedPostgresState;
  /** The present postmaster. */
  pid(): number | undefined;
  /** Ends all sessions, writes a checkpoint and releases the data directory. */
  stop(): Promise<void>;
};

function addresses(port: number, passwords: ClusterPasswords, database = DATABASE) {
  const address = (role: string, password: string, name = database) =>
    `postgresql://${role}:${password}@127.0.0.1:${port}/${name}`;
  return {
    ownerUrl: address(OWNER_ROLE, passwords.owner),
    applicationUrl: address(APPLICATION_ROLE, passwords.application),
    superuserUrl: address(SUPERUSER, passwords.superuser, 'postgres'),
  };
}

/**
 * The URLs of a data directory's embedded database while some process runs it; undefined otherwise. For commands beside a
 * running server.
 */
export async function runningEmbeddedPostgres(dataDirectory: string): Promise<DatabaseAccess | undefined> {
  const [cluster, passwords] = await Promise.all([existingCluster(dataDirectory), readClusterPasswords(dataDirectory)]);
  if (cluster === undefined || !passwords || (await clusterProcesses(cluster)).length === 0) return undefined;
  const port = await postmasterPort(cluster);
  return port === undefined ? undefined : addresses(port, passwords);
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Creates roles, passwords and the database; idempotent, so that an interrupted start is repaired by the next. */
async function prepareRoles(superuserUrl: string, passwords: ClusterPasswords): Promise<void> {
  await connected(superuserUrl, async (client) => {
    const roles = [
      [OWNER_ROLE, passwords.owner],
      [APPLICATION_ROLE, passwords.application],
    ] as const;
    for (const [role, password] of roles) {
      const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
      if (rowCount) continue;
      await client.query(`CREATE ROLE ${role} LOGIN NOSUPERUSER PASSWORD ${client.escapeLiteral(password)}`);
    }
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${OWNER_ROLE}`);
  });
}

async function assertDurable(superuserUrl: string): Promise<void> {
  const expected: Record<string, string> = { ...DURABLE_SETTINGS, data_checksums: 'on', server_encoding: 'UTF8' };
  const actual = await connected(superuserUrl, (client) =>
    client.query<{ name: string; setting: string }>('SELECT name, setting FROM pg_settings WHERE name = ANY($1)', [
      Object.keys(expected),
    ]),
  );
  const settings = new Map(actual.rows.map((row) => [row.name, row.setting]));
  const weak = Object.keys(expected).filter((name) => settings.get(name) !== expected[name]);
  if (weak.length > 0) {
    throw new Error(
      `the embedded PostgreSQL would lose data: ${weak.map((n) => `${n}=${settings.get(n)}`).join(', ')}`,
    );
  }
}

/**
 * Starts the bundled PostgreSQL and keeps it running: a child that dies is restarted on the same port as long as this process
 * lives. Data survive `kill -9` of either.
 */
export async function startEmbeddedPostgres(options: {
  readonly dataDirectory: string;
  readonly log: Log;
  readonly durability?: Durability;
}): Promise<EmbeddedPostgres> {
  const { dataDirectory, log, durability = 'service' } = options;
  const release = await takeDataDirectory(dataDirectory, log);
  try {
    const user = await postgresUser((await existingCluster(dataDirectory)) ?? join(dataDirectory, 'postgres'));
    const binaries = await findPostgresBinaries(user);
    const { cluster, passwords } = await openCluster(dataDirectory, binaries, user, durability, log);
    await stopOrphans(cluster, log);
    const port = await freePort();
    const access = addresses(port, passwords);
    const startLog = join(dataDirectory, 'postgres-start.log');
    const launch = async (): Promise<ChildProcess> => {
      const output = await open(startLog, 'w');
      try {
        // In a session of its own: Ctrl-C in the terminal reaches only this process, which drains before it stops the database.
        return spawn(binaries.postgres, ['-D', cluster, ...postgresArguments(durability, port)], {
          ...user,
          cwd: cluster,
          detached: true,
          env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
          stdio: ['ignore', output.fd, output.fd],
        });
      } finally {
        await output.close();
      }
    };
    const supervisor = supervise({ cluster, launch, log });
    try {
      await supervisor.start();
      await waitUntilReady(access.superuserUrl, supervisor, startLog, cluster);
      if (durability === 'service') await assertDurable(access.superuserUrl);
      await prepareRoles(access.superuserUrl, passwords);
    } catch (error) {
      await supervisor.stop();
      throw error;
    }
    log.info({ port, cluster, pid: supervisor.pid() }, 'embedded database ready');
    return {
      ...access,
      cluster,
      state: supervisor.state,
      pid: supervisor.pid,
      stop: async () => {
        await supervisor.stop();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Why it ended: its output before its own log was open, and the end of that log. */
async function lastWords(startLog: string, cluster: string): Promise<string> {
  const folder = join(cluster, 'log');
  const logs = await readdir(folder).catch((): string[] => []);
  const dated = await Promise.all(
    logs.map(async (name) => ({ file: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })),
  );
  const newest = dated.sort((a, b) => b.at - a.at)[0]?.file;
  const files = newest ? [startLog, newest] : [startLog];
  const words = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  return words.map((text) => text.slice(-1_000).trim()).join('\n');
}

async function waitUntilReady(url: string, supervisor: Supervisor, startLog: string, cluster: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      return await connected(url, async () => undefined);
    } catch (error) {
      if (supervisor.deaths() >= 3 || performance.now() > deadline) {
        const said = await lastWords(startLog, cluster);
        throw new Error(`the embedded PostgreSQL does not start: ${said || (error as Error).message}`, {
          cause: error,
        });
      }
      await pause(READY_POLL_MS);
    }
  }
}
