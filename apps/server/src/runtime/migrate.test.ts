import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@cardinal/testing/database.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { QUIET } from './log.ts';
import { MigrationRefused, migrate, pendingMigrations } from './migrate.ts';

let own: TestDatabase<Record<string, never>>;
let directory: string;
beforeEach(async () => {
  own = await testDatabase({ empty: true });
  directory = await mkdtemp(join(tmpdir(), 'cardinal-migrations-'));
});
afterEach(async () => {
  await own.close();
  await rm(directory, { recursive: true });
});

const file = (name: string, sql: string) => writeFile(join(directory, name), sql);
const run = () => migrate({ ownerUrl: own.ownerUrl, log: QUIET, directory });
const landed = async () =>
  (await own.database.pool.query<{ name: string }>('SELECT name FROM runtime.migration ORDER BY number')).rows.map(
    (row) => row.name,
  );

test('files are applied once, in the order of their numbers', async () => {
  await file('0002_fill.sql', 'INSERT INTO shop.item VALUES (1)');
  await file('0001_make.sql', 'CREATE SCHEMA shop; CREATE TABLE shop.item (id int PRIMARY KEY)');
  expect(await run()).toEqual(['0001_make.sql', '0002_fill.sql']);
  await file('0003_more.sql', 'INSERT INTO shop.item VALUES (2)');
  expect(await pendingMigrations(own.database.pool, directory)).toEqual(['0003_more.sql']);
  expect(await run()).toEqual(['0003_more.sql']);
  expect(await run()).toEqual([]);
  expect(await landed()).toEqual(['0001_make.sql', '0002_fill.sql', '0003_more.sql']);
});

test('the application may use what migrations make, and not touch the ledger of migrations', async () => {
  await file('0001_make.sql', 'CREATE SCHEMA shop; CREATE TABLE shop.item (id int PRIMARY KEY)');
  await run();
  const { pool } = own.database;
  await pool.query('INSERT INTO shop.item VALUES (1)');
  await pool.query('UPDATE shop.item SET id = 2');
  await pool.query('DELETE FROM shop.item');
  await expect(pool.query('TRUNCATE shop.item')).rejects.toThrow(/permission denied/);
  await expect(pool.query('DROP TABLE shop.item')).rejects.toThrow(/must be owner/);
  await expect(pool.query('DELETE FROM runtime.migration')).rejects.toThrow(/permission denied/);
});

test('a file edited after it landed is refused by name; line ends of another system are no edit', async () => {
  await file('0001_make.sql', 'CREATE SCHEMA shop;\nSELECT 1');
  await run();
  await file('0001_make.sql', 'CREATE SCHEMA shop;\r\nSELECT 1');
  expect(await run()).toEqual([]);
  await file('0001_make.sql', 'CREATE SCHEMA store');
  await expect(run()).rejects.toThrow(/0001_make\.sql: was edited after it landed/);
});

test('a failing file leaves nothing of itself, and what came before stays', async () => {
  await file('0001_make.sql', 'CREATE SCHEMA shop');
  await file('0002_fail.sql', 'CREATE TABLE shop.item (id int); SELECT 1/0');
  await expect(run()).rejects.toThrow(/0002_fail\.sql: division by zero/);
  expect(await landed()).toEqual(['0001_make.sql']);
  const { rows } = await own.database.pool.query("SELECT to_regclass('shop.item') AS item");
  expect(rows).toEqual([{ item: null }]);
});

test('a file may not end its transaction itself', async () => {
  await file('0001_commit.sql', 'CREATE SCHEMA shop; COMMIT; CREATE SCHEMA store');
  await expect(run()).rejects.toThrow(/must not end its transaction/);
});

test('a number used twice, a late number, a vanished file and a strange name are refused', async () => {
  await file('0002_b.sql', 'SELECT 1');
  await run();
  await file('0001_a.sql', 'SELECT 1');
  await expect(run()).rejects.toThrow(/0001_a\.sql: comes before number 2/);
  await rm(join(directory, '0001_a.sql'));
  await file('0002_c.sql', 'SELECT 1');
  await expect(run()).rejects.toThrow(/same number/);
  await rm(join(directory, '0002_c.sql'));
  await rm(join(directory, '0002_b.sql'));
  await expect(run()).rejects.toThrow(/0002_b\.sql: .*unknown to this version/);
  await file('2_b.sql', 'SELECT 1');
  await expect(run()).rejects.toThrow(MigrationRefused);
});

test('of several processes starting at once one migrates and the others wait', async () => {
  await file('0001_make.sql', 'CREATE SCHEMA shop; SELECT pg_sleep(0.2)');
  const applied = await Promise.all([run(), run(), run()]);
  expect(applied.flat()).toEqual(['0001_make.sql']);
});
