import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { from as copyFrom } from 'pg-copy-streams';
import type { Log } from '../log.ts';
import { MIGRATIONS, migrate, readMigrations, UNFINISHED_RESTORE } from '../migrate.ts';
import { foreignKeys, materializedViews, OWN_SCHEMA, partitionsOf, tablesWithRows } from './catalogue.ts';
import { type BackupManifest, BackupRefused, FILES_FOLDER, readManifest } from './manifest.ts';
import { copyStored, storedFiles, verifyStored } from './storedFiles.ts';

/**
 * Restores a backup into an empty database and data directory. It first verifies every byte, creates the tables with the
 * migrations the backup knew, fills them in one transaction, then applies later migrations. After an interruption the same call
 * starts over; a server refuses to start on an unfinished restore.
 */
export async function restoreBackup(options: {
  readonly ownerUrl: string;
  readonly dataDirectory: string;
  readonly source: string;
  readonly log: Log;
  /** The folder of migrations; tests pass their own. */
  readonly directory?: string;
}): Promise<BackupManifest> {
  const { ownerUrl, dataDirectory, source, log, directory = MIGRATIONS } = options;
  const manifest = await readManifest(source);
  await requireKnownMigrations(manifest, directory);
  for (const table of manifest.tables) await verifyStored(source, table.data);
  for (const file of manifest.files) await verifyStored(join(source, FILES_FOLDER), file);

  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'cardinal restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await beginOnEmpty(client, dataDirectory);
    const upTo = Math.max(0, ...manifest.migrations.map((migration) => migration.number));
    await migrate({ ownerUrl, log, directory, upTo, duringRestore: true });
    if (manifest.jobSchemaVersion !== undefined) await layJobSchema(client, ownerUrl, manifest.jobSchemaVersion);
    await fill(client, manifest, source, log);
    for (const file of manifest.files) await copyStored(join(source, FILES_FOLDER), dataDirectory, file.path);
    await client.query(`DROP SCHEMA ${UNFINISHED_RESTORE}`);
    await migrate({ ownerUrl, log, directory });
    await client.query('ANALYZE');
    log.info({ source, takenAt: manifest.takenAt, tables: manifest.tables.length }, 'backup restored');
    return manifest;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function requireKnownMigrations(manifest: BackupManifest, directory: string): Promise<void> {
  const known = new Map((await readMigrations(directory)).map((migration) => [migration.name, migration.checksum]));
  const unknown = manifest.migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (unknown) {
    throw new BackupRefused(`the backup is of another version of the program: it knows ${unknown.name} differently`);
  }
}

/** Marks an empty database as being restored; clears what an earlier unfinished restore left. */
async function beginOnEmpty(client: pg.Client, dataDirectory: string): Promise<void> {
  const { rows: marked } = await client.query<{ mark: string | null }>('SELECT to_regnamespace($1) AS mark', [
    UNFINISHED_RESTORE,
  ]);
  if (marked[0]!.mark) {
    const { rows } = await client.query<{ name: string }>(
      `SELECT quote_ident(n.nspname) AS name FROM pg_namespace n
        WHERE ${OWN_SCHEMA} AND n.nspname NOT IN ('public', $1) AND pg_has_role(n.nspowner, 'MEMBER')`,
      [UNFINISHED_RESTORE],
    );
    for (const { name } of rows) await client.query(`DROP SCHEMA ${name} CASCADE`);
  } else if ((await storedFiles(dataDirectory)).length > 0) {
    throw new BackupRefused(`DATA_DIR: ${dataDirectory} holds stored files already; a backup goes into an empty one`);
  }
  const present = await tablesWithRows(client);
  if (present.length > 0) {
    throw new BackupRefused(
      `the database is not empty (${present[0]!.name} and ${present.length - 1} more tables); restore into a new one`,
    );
  }
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${UNFINISHED_RESTORE}`);
}

async function layJobSchema(client: pg.Client, ownerUrl: string, version: number): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schema: 'jobs', supervise: false, schedule: false, max: 1 });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false, close: true });
  const { rows } = await client.query<{ version: number }>('SELECT version FROM jobs.version');
  if (rows[0]?.version !== version) {
    throw new BackupRefused(
      `the backup’s job queue is of version ${version}, this program’s of ${rows[0]?.version}: ` +
        'restore with the version of the program that took the backup, then upgrade',
    );
  }
}

async function fill(client: pg.Client, manifest: BackupManifest, source: string, log: Log): Promise<void> {
  await client.query('BEGIN');
  try {
    const made = new Set((await partitionsOf(client)).map((partition) => partition.name));
    for (const { name, parent, bound } of manifest.partitions) {
      if (!made.has(name)) await client.query(`CREATE TABLE ${name} PARTITION OF ${parent} ${bound}`);
    }
    const present = await tablesWithRows(client);
    requireColumns(manifest, new Map(present.map((table) => [table.name, new Set(table.columns)])));
    const keys = await foreignKeys(client);
    for (const key of keys) await client.query(key.drop);
    // Migrations and the job queue insert rows of their own; the backup's rows replace them.
    const emptied = present.map((table) => table.name).filter((name) => name !== LEDGER);
    if (emptied.length > 0) await client.query(`TRUNCATE ${emptied.join(', ')}`);
    for (const table of manifest.tables) {
      if (table.name === LEDGER) continue;
      const sink = client.query(copyFrom(`COPY ${table.name} (${table.columns.join(', ')}) FROM STDIN`));
      await pipeline(createReadStream(join(source, table.data.path)), createGunzip(), sink);
      if (sink.rowCount !== table.rows) {
        throw new BackupRefused(`${table.name}: ${sink.rowCount} rows came back of ${table.rows}`);
      }
      log.debug({ table: table.name, rows: table.rows }, 'restored');
    }
    for (const key of keys) await client.query(key.add);
    for (const { name, lastValue, isCalled } of manifest.sequences) {
      await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [name, lastValue, isCalled]);
    }
    for (const view of await materializedViews(client)) await client.query(`REFRESH MATERIALIZED VIEW ${view}`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** The migrations themselves have written their ledger. */
const LEDGER = 'runtime.migration';

function requireColumns(manifest: BackupManifest, present: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const { name, columns } of manifest.tables) {
    const table = present.get(name);
    if (!table) throw new BackupRefused(`the backup holds the table ${name}, which this version does not make`);
    const missing = columns.filter((column) => !table.has(column));
    if (missing.length > 0) throw new BackupRefused(`${name}: no place for ${missing.join(', ')} of the backup`);
  }
}
