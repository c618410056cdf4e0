import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFile, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type TestDatabase, testDatabase } from '@cardinal/testing/database.ts';
import { temporaryFolder } from '@cardinal/testing/folders.ts';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../embeddedPostgres.ts';
import { QUIET } from '../log.ts';
import { MIGRATIONS, migrate } from '../migrate.ts';
import { checkSecretsKey, secretsFrom } from '../secrets.ts';
import { restoreBackup } from './restoreBackup.ts';
import { takeBackup } from './takeBackup.ts';

const SHOP = `
  CREATE SCHEMA shop;
  CREATE TABLE shop.account (id bigint PRIMARY KEY, best_friend bigint REFERENCES shop.account, balance numeric(20,2) NOT NULL);
  CREATE TABLE shop.parcel (id bigint PRIMARY KEY, letter_id bigint, weight float8, doubled float8 GENERATED ALWAYS AS (weight * 2) STORED);
  CREATE TABLE shop.letter (id bigint PRIMARY KEY, parcel_id bigint REFERENCES shop.parcel);
  ALTER TABLE shop.parcel ADD FOREIGN KEY (letter_id) REFERENCES shop.letter;
  CREATE TABLE shop.odd ("Größe der «Zeile»" text, bytes bytea, list text[], facts jsonb, at timestamptz, span interval, price numeric);
  CREATE TABLE shop.reading (card_id bigint, day date, bytes bigint, PRIMARY KEY (card_id, day)) PARTITION BY RANGE (day);
  CREATE SEQUENCE shop.ticket;
  CREATE MATERIALIZED VIEW shop.total AS SELECT sum(balance) AS total FROM shop.account;
  INSERT INTO shop.account VALUES (1, NULL, 0);
`;

let source: TestDatabase<Record<string, never>>;
let target: TestDatabase<Record<string, never>>;
let home: string;
let directory: string;
const of = (name: string) => join(home, name);

beforeEach(async () => {
  home = temporaryFolder('backup');
  directory = of('migrations');
  await mkdir(directory);
  await mkdir(of('data'));
  await copyFile(join(MIGRATIONS, '0001_runtime.sql'), join(directory, '0001_runtime.sql'));
  await writeFile(join(directory, '0002_shop.sql'), SHOP);
  [source, target] = await Promise.all([testDatabase({ empty: true }), testDatabase({ empty: true })]);
  await migrate({ ownerUrl: source.ownerUrl, log: QUIET, directory });
});
afterEach(async () => {
  await Promise.all([source.close(), target.close()]);
  await rm(home, { recursive: true });
});

const take = (name = 'backup') =>
  takeBackup({ ownerUrl: source.ownerUrl, dataDirectory: of('data'), target: of(name), log: QUIET });
const restore = (name = 'backup') =>
  restoreBackup({ ownerUrl: target.ownerUrl, dataDirectory: of('restored'), source: of(name), log: QUIET, directory });

async function asOwner<T>(database: { ownerUrl: string }, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Every row of every table as text, with the table names. */
async function content(database: { ownerUrl: string }): Promise<Record<string, string[]>> {
  return asOwner(database, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname IN ('shop', 'runtime', 'jobs') AND tablename <> 'migration' ORDER BY 1`,
    );
    const all: Record<string, string[]> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`);
      all[name] = rows.map((row) => row.row);
    }
    return all;
  });
}

async function fillShop(): Promise<void> {
  await asOwner(source, async (client) => {
    await client.query(`
      UPDATE shop.account SET balance = 7;
      INSERT INTO shop.account SELECT n, n - 1, 10 FROM generate_series(2, 500) n;
      INSERT INTO shop.parcel VALUES (1, NULL, 0.1 + 0.2);
      INSERT INTO shop.letter VALUES (1, 1);
      UPDATE shop.parcel SET letter_id = 1;
      CREATE TABLE shop.reading_2026_01 PARTITION OF shop.reading FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
      INSERT INTO shop.reading SELECT n, '2026-01-15', n * 3 FROM generate_series(1, 2000) n;
      SELECT nextval('shop.ticket'), nextval('shop.ticket');
      REFRESH MATERIALIZED VIEW shop.total`);
    await client.query('INSERT INTO shop.odd VALUES ($1, $2, $3, $4, $5, $6, $7)', [
      'a\tb\\c\r\n\\N 卡枢 \u{1f4e1}',
      randomBytes(300),
      ['', 'NULL', null, '"'],
      { a: [1, null, '\\'] },
      '2024-02-29 23:59:59.999999+08',
      '1 month 3 days -04:05:06.7',
      'NaN',
    ]);
    await client.query('INSERT INTO shop.odd DEFAULT VALUES');
  });
}

async function queueJob(): Promise<void> {
  const boss = new PgBoss({ connectionString: source.ownerUrl, schema: 'jobs', supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.createQueue('cards.stop');
  await boss.schedule('cards.stop', '0 3 * * *');
  await boss.send('cards.stop', { cardId: '42' });
  await boss.stop({ graceful: false });
}

test('everything comes back as it was: rows, partitions, keys, sequences, waiting jobs and stored files', async () => {
  await fillShop();
  await queueJob();
  await mkdir(of('data/downloads/7'), { recursive: true });
  await writeFile(of('data/downloads/7/cards.xlsx'), 'sheet');
  await mkdir(of('data/uploads'));
  await writeFile(of('data/uploads/half'), 'half of an upload');
  const secrets = secretsFrom(randomBytes(32).toString('base64url'));
  await checkSecretsKey(source.database.pool, secrets);

  const manifest = await take();
  await restore();

  expect(await content(target)).toEqual(await content(source));
  expect(manifest.secretKeyIds).toEqual([secrets.keyId]);
  await checkSecretsKey(target.database.pool, secrets);
  await asOwner(target, async (client) => {
    const { rows } = await client.query(
      "SELECT nextval('shop.ticket') AS next, (SELECT total FROM shop.total) AS total",
    );
    expect(rows).toEqual([{ next: '3', total: '4997.00' }]);
    await expect(client.query('INSERT INTO shop.account VALUES (999, 998, 0)')).rejects.toThrow(/foreign key/);
  });
  expect(await readFile(of('restored/downloads/7/cards.xlsx'), 'utf8')).toBe('sheet');
  expect(await readdir(of('restored'))).toEqual(['downloads']);
});

test('a backup under load is one moment: what is moved between accounts is neither lost nor doubled', async () => {
  await fillShop();
  const before = await asOwner(source, (client) => client.query('SELECT sum(balance) AS sum FROM shop.account'));
  await mkdir(of('data/anchors'), { recursive: true });
  let isMoving = true;
  let moves = 0;
  const mover = asOwner(source, async (client) => {
    for (; isMoving; moves++) {
      const [from, to] = [1 + ((moves * 7) % 500), 1 + ((moves * 13) % 500)];
      await client.query(`BEGIN; UPDATE shop.account SET balance = balance - 1 WHERE id = ${from};
        UPDATE shop.account SET balance = balance + 1 WHERE id = ${to};
        INSERT INTO shop.reading VALUES (${100_000 + moves}, '2026-01-16', 0); COMMIT`);
      await appendFile(of('data/anchors/heads'), `${100_000 + moves}\n`);
    }
  });
  while (moves < 5) await new Promise((resolve) => setImmediate(resolve));
  const start = moves;
  await take();
  expect(moves).toBeGreaterThan(start);
  isMoving = false;
  await mover;
  await restore();
  const after = await asOwner(target, (client) => client.query('SELECT sum(balance) AS sum FROM shop.account'));
  expect(after.rows).toEqual(before.rows);
  // A file that only grows, written after the rows it refers to, refers to no row missing in the backup.
  const anchored = (await readFile(of('restored/anchors/heads'), 'utf8')).trim().split('\n').at(-1);
  const newest = await asOwner(target, (client) => client.query('SELECT max(card_id) AS id FROM shop.reading'));
  expect(Number(newest.rows[0].id)).toBeGreaterThanOrEqual(Number(anchored));
});

test('migrations that came after the backup are applied to what it brings', async () => {
  await fillShop();
  await take();
  await writeFile(join(directory, '0003_richer.sql'), 'UPDATE shop.account SET balance = balance + 1 WHERE id = 1');
  await restore();
  const { rows } = await asOwner(target, (client) => client.query('SELECT balance FROM shop.account WHERE id = 1'));
  expect(rows).toEqual([{ balance: '8.00' }]);
});

describe('is refused before anything changes', () => {
  const untouched = async () => {
    const { rows } = await asOwner(target, (client) => client.query("SELECT to_regclass('runtime.migration') AS r"));
    expect(rows).toEqual([{ r: null }]);
  };

  test('a damaged backup', async () => {
    await fillShop();
    await take();
    const file = of('backup/tables/shop.account.copy.gz');
    const bytes = await readFile(file);
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(file, bytes);
    await expect(restore()).rejects.toThrow(/damaged: tables\/shop\.account/);
    await rm(file);
    await expect(restore()).rejects.toThrow(/damaged/);
    await untouched();
  });

  test('a directory that is no backup, and one that was not finished', async () => {
    await mkdir(of('backup.partial/tables'), { recursive: true });
    await expect(restore('backup.partial')).rejects.toThrow(/no complete backup/);
    await writeFile(of('backup.partial/backup.json'), '{"form":99}');
    await expect(restore('backup.partial')).rejects.toThrow(/not a backup this version can read/);
    await untouched();
  });

  test('a backup of a version whose migrations were others', async () => {
    await take();
    await writeFile(join(directory, '0002_shop.sql'), `${SHOP} SELECT 1`);
    await expect(restore()).rejects.toThrow(/0002_shop\.sql/);
    await untouched();
  });

  test('a database that holds anything', async () => {
    await take();
    await asOwner(target, (client) => client.query('CREATE TABLE mine (id int)'));
    await expect(restore()).rejects.toThrow(/not empty \(public\.mine/);
    await untouched();
  });

  test('a target that exists, for the backup itself', async () => {
    await take();
    await expect(take()).rejects.toThrow(/exists already/);
  });
});

test('a restore that was killed half way begins anew, and until then no server starts on it', async () => {
  await fillShop();
  await take();
  await asOwner(target, (client) =>
    client.query(`CREATE SCHEMA unfinished_restore; CREATE SCHEMA runtime; CREATE TABLE runtime.migration (half int);
                  CREATE SCHEMA shop; CREATE TABLE shop.account (half int)`),
  );
  await expect(migrate({ ownerUrl: target.ownerUrl, log: QUIET, directory })).rejects.toThrow(/run the restore again/);
  await restore();
  expect(await content(target)).toEqual(await content(source));
});

describe('the commands', () => {
  async function command(file: string, dataDirectory: string, ...args: string[]) {
    const path = fileURLToPath(new URL(`../../commands/${file}`, import.meta.url));
    const env = { PATH: process.env['PATH'], DATA_DIR: dataDirectory };
    const child = spawn(process.execPath, [path, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.on('data', (chunk) => (said += chunk));
    child.stderr.on('data', (chunk) => (said += chunk));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, said };
  }

  test('back up beside a running server, restore into an empty data directory, refuse a second time', async () => {
    const postgres = await startEmbeddedPostgres({ dataDirectory: of('live'), log: QUIET });
    try {
      await migrate({ ownerUrl: postgres.ownerUrl, log: QUIET });
      const pool = new pg.Pool({ connectionString: postgres.applicationUrl });
      await checkSecretsKey(pool, secretsFrom(randomBytes(32).toString('base64url')));
      await pool.end();
      expect(await command('backup.ts', of('live'), of('kept'))).toMatchObject({ code: 0 });
    } finally {
      await postgres.stop();
    }
    const restored = await command('restore.ts', of('fresh'), of('kept'));
    expect(restored).toMatchObject({ code: 0, said: expect.stringMatching(/Restored: .*[\s\S]*SECRETS_KEY/) });
    expect(await command('restore.ts', of('fresh'), of('kept'))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/not empty/),
    });
    // No server is running: the command starts the database itself.
    const again = await command('backup.ts', of('fresh'));
    expect(again).toMatchObject({ code: 0, said: expect.stringMatching(/backups\/\d{8}T\d{6}Z/) });
  });

  test('a wrong environment is named', async () => {
    expect(await command('restore.ts', of('fresh'))).toMatchObject({ code: 1 });
    const path = fileURLToPath(new URL('../../commands/backup.ts', import.meta.url));
    const child = spawn(process.execPath, [path], { env: { PORT: 'x' }, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk) => (said += chunk));
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1);
    expect(said).toMatch(/^PORT: /);
  });
});
