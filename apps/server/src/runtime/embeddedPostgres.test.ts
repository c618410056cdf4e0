import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { temporaryFolder } from '@cardinal/testing/folders.ts';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { DataDirectoryInUse, takeDataDirectory } from './dataDirectoryLock.ts';
import { type EmbeddedPostgres, runningEmbeddedPostgres, startEmbeddedPostgres } from './embeddedPostgres.ts';
import { QUIET } from './log.ts';
import { clusterProcesses } from './runningProcess.ts';

const HOST_PROGRAM = createRequire(import.meta.url).resolve('@cardinal/testing/embeddedHost.ts');
/** Maximum duration of a restart. */
const BACK_WITHIN_MS = 15_000;

let dataDirectory: string;
let home: string;
const cleanUp: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  home = temporaryFolder('embedded');
  // Does not exist yet, as on the first start.
  dataDirectory = join(home, 'data');
});
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
  await rm(home, { recursive: true, force: true });
});

async function start(directory = dataDirectory): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory, log: QUIET });
  cleanUp.push(() => postgres.stop());
  return postgres;
}

type Host = { process: ChildProcess; ownerUrl: string; postmaster: number };

/** Starts another process that runs the database, to be killed. */
async function startHost(): Promise<Host> {
  const child = spawn(process.execPath, [HOST_PROGRAM, dataDirectory], { stdio: ['ignore', 'pipe', 'inherit'] });
  cleanUp.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  for await (const line of createInterface({ input: child.stdout! })) {
    return { process: child, ...(JSON.parse(line) as { ownerUrl: string; postmaster: number }) };
  }
  throw new Error('the host ended before it was ready');
}

async function query<Row extends object>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Commits numbers one by one until the connection dies; returns the last acknowledged one. */
function countUntilDeath(url: string, from: number): { acknowledged: () => number; ended: Promise<void> } {
  let last = from;
  const ended = (async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      for (;;) {
        await client.query('INSERT INTO seen VALUES ($1)', [last + 1]);
        last++;
      }
    } catch {
      await client.end().catch(() => undefined);
    }
  })();
  return { acknowledged: () => last, ended };
}

async function reach(state: () => Promise<boolean> | boolean): Promise<number> {
  const startedAt = performance.now();
  while (!(await state())) {
    if (performance.now() - startedAt > BACK_WITHIN_MS) throw new Error('not reached in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return performance.now() - startedAt;
}

const serverLog = async (cluster: string): Promise<string> => {
  const names = await readdir(join(cluster, 'log'));
  return (await Promise.all(names.map((name) => readFile(join(cluster, 'log', name), 'utf8')))).join('');
};

describe('a cluster of the program', () => {
  test('keeps what it acknowledged, sorts the same everywhere and is reachable from this machine only', async () => {
    const postgres = await start();
    const settings = await query<{ name: string; setting: string }>(
      postgres.ownerUrl,
      `SELECT name, setting FROM pg_settings WHERE name IN
        ('fsync','synchronous_commit','full_page_writes','data_checksums','listen_addresses','jit')`,
    );
    expect(Object.fromEntries(settings.map((row) => [row.name, row.setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      listen_addresses: '127.0.0.1',
      jit: 'off',
    });
    const [locale] = await query(
      postgres.ownerUrl,
      `SELECT datlocprovider AS provider, datlocale AS locale, pg_encoding_to_char(encoding) AS encoding
         FROM pg_database WHERE datname = current_database()`,
    );
    expect(locale).toEqual({ provider: 'b', locale: 'C.UTF-8', encoding: 'UTF8' });
  });

  test('lets nobody in without a password, and the application in no role of power', async () => {
    const postgres = await start();
    const stranger = new URL(postgres.ownerUrl);
    stranger.password = 'guess';
    await expect(query(stranger.toString(), 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    const [application] = await query(
      postgres.applicationUrl,
      'SELECT rolsuper, rolcreaterole, rolcreatedb, rolbypassrls FROM pg_roles WHERE rolname = current_user',
    );
    expect(application).toEqual({ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false });
  });

  test('a stop is clean: the next start recovers nothing', async () => {
    const postgres = await start();
    await query(postgres.ownerUrl, 'CREATE TABLE seen AS SELECT 1 AS n');
    await postgres.stop();
    // Its log collector ends when its last writer is gone.
    await reach(async () => (await clusterProcesses(postgres.cluster)).length === 0);
    const again = await start();
    expect(await query(again.ownerUrl, 'SELECT n FROM seen')).toEqual([{ n: 1 }]);
    expect(await serverLog(again.cluster)).not.toMatch(/not properly shut down/);
  });

  test('commands find it while it runs and not otherwise', async () => {
    const postgres = await start();
    const access = await runningEmbeddedPostgres(dataDirectory);
    expect(access?.applicationUrl).toBe(postgres.applicationUrl);
    await postgres.stop();
    expect(await runningEmbeddedPostgres(dataDirectory)).toBeUndefined();
  });

  test('one of another major version is refused in words', async () => {
    const postgres = await start();
    await postgres.stop();
    await writeFile(join(postgres.cluster, 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(/DATA_DIR: .*PostgreSQL 17/);
  });

  test('what a start left behind that was killed while making the cluster does not stand in the way', async () => {
    await mkdir(join(dataDirectory, 'postgres-making-abc/postgres'), { recursive: true });
    await start();
    expect(await readdir(dataDirectory)).not.toContain('postgres-making-abc');
  });
});

describe('kill -9', () => {
  test('of the program: the same start again, ten times, loses nothing acknowledged', async () => {
    let host = await startHost();
    await query(host.ownerUrl, 'CREATE TABLE seen (n int PRIMARY KEY)');
    let last = 0;
    for (let round = 0; round < 10; round++) {
      const writer = countUntilDeath(host.ownerUrl, last);
      await reach(() => writer.acknowledged() > last + 5);
      host.process.kill('SIGKILL');
      await once(host.process, 'exit');
      const startedAt = performance.now();
      const orphan = host.postmaster;
      host = await startHost();
      expect(performance.now() - startedAt).toBeLessThan(BACK_WITHIN_MS);
      expect(host.postmaster).not.toBe(orphan);
      await writer.ended;
      const [row] = await query<{ n: number }>(host.ownerUrl, 'SELECT max(n) AS n FROM seen');
      expect(row!.n).toBeGreaterThanOrEqual(writer.acknowledged());
      last = row!.n;
    }
  });

  test('of PostgreSQL: this process lives on, and the database is back at the same address', async () => {
    const postgres = await start();
    const database = openDatabase({ url: postgres.ownerUrl, log: QUIET });
    cleanUp.push(() => database.close());
    await database.pool.query('CREATE TABLE seen (n int PRIMARY KEY)');
    let last = 0;
    for (let round = 0; round < 5; round++) {
      const held = await database.pool.connect();
      const writer = countUntilDeath(postgres.ownerUrl, last);
      await reach(() => writer.acknowledged() > last + 5);
      const victim = postgres.pid()!;
      process.kill(victim, 'SIGKILL');
      await writer.ended;
      held.release();
      await reach(async () => postgres.pid() !== victim && (await database.readiness()).ready);
      // The first connections after a recovery may still be refused; once one answers, everything acknowledged must be there.
      let seen = -1;
      await reach(async () => {
        const answer = await database.pool.query<{ n: number }>('SELECT max(n) AS n FROM seen').catch(() => undefined);
        seen = answer?.rows[0]?.n ?? -1;
        return answer !== undefined;
      });
      expect(seen).toBeGreaterThanOrEqual(writer.acknowledged());
      last = seen;
    }
    expect(postgres.state()).toBe('running');
  });

  test('of one session: PostgreSQL recovers by itself under the same postmaster', async () => {
    const postgres = await start();
    const database = openDatabase({ url: postgres.ownerUrl, log: QUIET });
    cleanUp.push(() => database.close());
    const { rows } = await database.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const before = postgres.pid();
    process.kill(rows[0]!.pid, 'SIGKILL');
    await reach(async () => !(await database.readiness()).ready);
    await reach(async () => (await database.readiness()).ready);
    expect(postgres.pid()).toBe(before);
  });
});

test('postmaster.pid naming a living stranger is no obstacle, and the stranger is left alone', async () => {
  const postgres = await start();
  await postgres.stop();
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  cleanUp.push(async () => stranger.kill('SIGKILL'));
  await writeFile(join(postgres.cluster, 'postmaster.pid'), `${stranger.pid}\n${postgres.cluster}\n0\n25000\n`);
  const again = await start();
  expect(again.state()).toBe('running');
  expect(stranger.exitCode).toBeNull();
  expect(stranger.signalCode).toBeNull();
});

test('a data directory is kept by one process at a time', async () => {
  await startHost();
  await expect(takeDataDirectory(dataDirectory, QUIET, 0)).rejects.toThrow(DataDirectoryInUse);
  await expect(takeDataDirectory(dataDirectory, QUIET, 0)).rejects.toThrow(/DATA_DIR/);
});

test.runIf(process.getuid?.() === 0)('root may keep its data where PostgreSQL’s own account cannot go', async () => {
  const closed = join(home, 'closed');
  await mkdir(closed, { mode: 0o700 });
  const inside = join(closed, 'data');
  const postgres = await start(inside);
  const elsewhere = await readlink(join(inside, 'postgres'));
  cleanUp.unshift(() => rm(join(elsewhere, '..'), { recursive: true }));
  await query(postgres.ownerUrl, 'CREATE TABLE seen AS SELECT 1 AS n');
  await postgres.stop();
  const again = await start(inside);
  expect(await query(again.ownerUrl, 'SELECT n FROM seen')).toEqual([{ n: 1 }]);
});
