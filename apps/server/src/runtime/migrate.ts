import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { APPLICATION_ROLE } from './databaseRoles.ts';
import type { Log } from './log.ts';

export const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** Any fixed number; «CARD» in ASCII. One migrator at a time per database. */
const LOCK = 0x43415244;
const LOCK_TIMEOUT_MS = 5 * 60_000;

export type Migration = {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
};

/** The folder and the database disagree in a way that only a person can resolve. */
export class MigrationRefused extends Error {
  readonly migration: string;

  constructor(migration: string, reason: string, cause?: unknown) {
    super(`migration ${migration}: ${reason}`, { cause });
    this.name = 'MigrationRefused';
    this.migration = migration;
  }
}

/** The numbered SQL files of a folder in their order. */
export async function readMigrations(directory: string = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    names.map(async (name): Promise<Migration> => {
      const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
      if (!number) throw new MigrationRefused(name, 'is not named like 0001_what_it_does.sql');
      const sql = (await readFile(`${directory}/${name}`, 'utf8')).replaceAll('\r\n', '\n');
      return { number: Number(number), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
  for (const [index, migration] of migrations.entries()) {
    const before = migrations[index - 1];
    if (before?.number === migration.number) {
      throw new MigrationRefused(migration.name, `has the same number as ${before.name}`);
    }
  }
  return migrations;
}

type Landed = { readonly number: number; readonly name: string; readonly checksum: string };

/** Pending migrations; throws if the applied ones differ from the folder. */
function outstanding(migrations: readonly Migration[], landed: readonly Landed[]): Migration[] {
  const inFolder = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const one of landed) {
    const file = inFolder.get(one.number);
    if (!file) throw new MigrationRefused(one.name, 'has landed in this database but is unknown to this version');
    if (file.name !== one.name) throw new MigrationRefused(file.name, `landed in this database as ${one.name}`);
    if (file.checksum !== one.checksum) {
      throw new MigrationRefused(file.name, 'was edited after it landed; write a new one instead');
    }
  }
  const highest = Math.max(0, ...landed.map((one) => one.number));
  const done = new Set(landed.map((one) => one.number));
  const waiting = migrations.filter((migration) => !done.has(migration.number));
  const late = waiting.find((migration) => migration.number < highest);
  if (late) throw new MigrationRefused(late.name, `comes before number ${highest}, which has landed already`);
  return waiting;
}

/** Default privileges of the owner's later objects; migrations revoke what a table must not allow. */
const FOUNDATION = `
  SET client_min_messages = warning;
  GRANT USAGE ON SCHEMA public TO ${APPLICATION_ROLE};
  ALTER DEFAULT PRIVILEGES GRANT USAGE ON SCHEMAS TO ${APPLICATION_ROLE};
  ALTER DEFAULT PRIVILEGES GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${APPLICATION_ROLE};
  ALTER DEFAULT PRIVILEGES GRANT USAGE, SELECT ON SEQUENCES TO ${APPLICATION_ROLE};
  CREATE SCHEMA IF NOT EXISTS runtime;
  CREATE TABLE IF NOT EXISTS runtime.migration (
    number integer PRIMARY KEY,
    name text NOT NULL UNIQUE,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    duration_ms integer NOT NULL
  );
  REVOKE INSERT, UPDATE, DELETE ON runtime.migration FROM ${APPLICATION_ROLE};
`;

/** A schema with this name exists in a database while a backup is being restored into it. */
export const UNFINISHED_RESTORE = 'unfinished_restore';

async function refuseUnfinishedRestore(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ mark: string | null }>('SELECT to_regnamespace($1) AS mark', [
    UNFINISHED_RESTORE,
  ]);
  if (rows[0]!.mark) throw new Error('this database holds half of a backup: run the restore again');
}

/**
 * Applies the pending migrations of the folder in order, each file in one transaction. Several processes may start at once: one
 * migrates, the others wait. Returns the names of the applied ones.
 */
export async function migrate(options: {
  readonly ownerUrl: string;
  readonly log: Log;
  readonly directory?: string;
  /** Skips higher numbers: the tables as an older backup knew them. */
  readonly upTo?: number;
  readonly duringRestore?: boolean;
}): Promise<string[]> {
  const { ownerUrl, log, directory, upTo = Number.POSITIVE_INFINITY, duringRestore = false } = options;
  const migrations = await readMigrations(directory);
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'cardinal migrate',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 0,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    if (!duringRestore) await refuseUnfinishedRestore(client);
    await client.query(`BEGIN; ${FOUNDATION} COMMIT`);
    const landed = await client.query<Landed>('SELECT number, name, checksum FROM runtime.migration ORDER BY number');
    const waiting = outstanding(migrations, landed.rows).filter((migration) => migration.number <= upTo);
    for (const migration of waiting) await apply(client, migration, log);
    return waiting.map((migration) => migration.name);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function transactionId(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
  return rows[0]!.id;
}

async function apply(client: pg.Client, migration: Migration, log: Log): Promise<void> {
  const startedAt = performance.now();
  try {
    await client.query('BEGIN');
    const before = await transactionId(client);
    await client.query(migration.sql);
    // A file that ends its own transaction would stay half applied if it fails.
    if ((await transactionId(client)) !== before) {
      throw new MigrationRefused(migration.name, 'must not end its transaction itself');
    }
    const duration = Math.round(performance.now() - startedAt);
    await client.query('INSERT INTO runtime.migration (number, name, checksum, duration_ms) VALUES ($1, $2, $3, $4)', [
      migration.number,
      migration.name,
      migration.checksum,
      duration,
    ]);
    await client.query('COMMIT');
    log.info({ migration: migration.name, durationMs: duration }, 'migration applied');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    if (error instanceof MigrationRefused) throw error;
    throw new MigrationRefused(migration.name, (error as Error).message, error);
  }
}

/** Whether every migration of the folder is applied; part of readiness. */
export async function pendingMigrations(pool: pg.Pool, directory?: string): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const landed = await pool.query<Landed>('SELECT number, name, checksum FROM runtime.migration');
  return outstanding(migrations, landed.rows).map((migration) => migration.name);
}
