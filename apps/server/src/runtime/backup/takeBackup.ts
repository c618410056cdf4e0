import { createWriteStream } from 'node:fs';
import { access, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Log } from '../log.ts';
import { type HeldTable, partitionsOf, sequencesOf, tablesWithRows } from './catalogue.ts';
import {
  BACKUP_FORM,
  type BackupManifest,
  BackupRefused,
  FILES_FOLDER,
  MANIFEST_FILE,
  type StoredFile,
  TABLES_FOLDER,
} from './manifest.ts';
import { copyStored, meter, storedFiles } from './storedFiles.ts';

/** At level 1 the disk, not the CPU, limits the speed beside a running server. */
const COMPRESSION_LEVEL = 1;

/**
 * Writes a consistent state of the database and the stored files into a new directory, beside a running server: one snapshot
 * for all tables, without blocking. The directory appears complete or not at all. It does not contain SECRETS_KEY.
 */
export async function takeBackup(options: {
  readonly ownerUrl: string;
  readonly dataDirectory: string;
  readonly target: string;
  readonly log: Log;
}): Promise<BackupManifest> {
  const { ownerUrl, dataDirectory, target, log } = options;
  if (await exists(target)) throw new BackupRefused(`${target} exists already; a backup goes into a new directory`);
  const draft = `${target}.partial`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(join(draft, TABLES_FOLDER), { recursive: true, mode: 0o700 });
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'cardinal backup',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Values must be formatted the same wherever they are restored.
    await client.query("SET datestyle = 'ISO'; SET intervalstyle = 'iso_8601'; SET extra_float_digits = 3");
    // Files first: one that only grows, such as the audit's anchors, must not refer to more than the tables hold.
    const files = await writeFiles(dataDirectory, draft, new Set());
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const held = await describe(client);
    const present = await tablesWithRows(client);
    // Readers and writers go on; only dropping or rebuilding a table waits until it is copied.
    await client.query(`LOCK TABLE ${present.map((table) => table.name).join(', ')} IN ACCESS SHARE MODE`);
    const tables: BackupManifest['tables'] = [];
    for (const table of present) tables.push(await writeTable(client, table, draft));
    await client.query('COMMIT');
    // Copies files that were added since, which the tables may refer to.
    const copied = new Set(files.map((file) => file.path));
    files.push(...(await writeFiles(dataDirectory, draft, copied)));
    const manifest: BackupManifest = { ...held, tables, files };
    await writeFile(join(draft, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
    await syncDirectory(draft);
    await rename(draft, target);
    await syncDirectory(dirname(target));
    log.info(
      { target, tables: tables.length, rows: tables.reduce((sum, table) => sum + table.rows, 0) },
      'backup taken',
    );
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

async function describe(client: pg.Client): Promise<Omit<BackupManifest, 'tables' | 'files'>> {
  const { rows: ledger } = await client.query<{ ledger: string | null; canary: string | null; jobs: string | null }>(
    `SELECT to_regclass('runtime.migration') AS ledger, to_regclass('runtime.secret_canary') AS canary,
            to_regclass('jobs.version') AS jobs`,
  );
  const present = ledger[0]!;
  if (!present.ledger || !present.canary) throw new BackupRefused('this database was never migrated: nothing to keep');
  const migrations = await client.query<BackupManifest['migrations'][number]>(
    'SELECT number, name, checksum FROM runtime.migration ORDER BY number',
  );
  const keys = await client.query<{ key_id: string }>('SELECT key_id FROM runtime.secret_canary ORDER BY made_at');
  const jobs = present.jobs ? await client.query<{ version: number }>('SELECT version FROM jobs.version') : undefined;
  const server = await client.query<{ server_version: string }>('SHOW server_version');
  const now = await client.query<{ now: Date }>('SELECT now()');
  return {
    form: BACKUP_FORM,
    takenAt: now.rows[0]!.now.toISOString(),
    serverVersion: server.rows[0]!.server_version,
    secretKeyIds: keys.rows.map((row) => row.key_id),
    migrations: migrations.rows,
    ...(jobs?.rows[0] ? { jobSchemaVersion: jobs.rows[0].version } : {}),
    partitions: await partitionsOf(client),
    sequences: await sequencesOf(client),
  };
}

async function writeTable(
  client: pg.Client,
  table: HeldTable,
  draft: string,
): Promise<BackupManifest['tables'][number]> {
  const path = `${TABLES_FOLDER}/${table.name}.copy.gz`;
  const { stream, result } = meter();
  const source = client.query(copyTo(`COPY ${table.name} (${table.columns.join(', ')}) TO STDOUT`));
  await pipeline(
    source,
    createGzip({ level: COMPRESSION_LEVEL }),
    stream,
    createWriteStream(join(draft, path), { flush: true }),
  );
  return { ...table, rows: source.rowCount, data: { path, ...result() } };
}

async function writeFiles(dataDirectory: string, draft: string, without: ReadonlySet<string>): Promise<StoredFile[]> {
  const kept: StoredFile[] = [];
  for (const path of await storedFiles(dataDirectory)) {
    if (without.has(path)) continue;
    const copied = await copyStored(dataDirectory, join(draft, FILES_FOLDER), path);
    if (copied) kept.push(copied);
  }
  return kept;
}
