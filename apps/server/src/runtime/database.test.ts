import { testDatabase } from '@cardinal/testing/database.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from './databaseFaults.ts';
import { PREPARED } from './prepared.ts';

const own = await forThisFile(testDatabase());

test('ids, money and days arrive as the text they are, moments as Date', async () => {
  const { rows } = await own.database.pool.query(
    `SELECT 9007199254740993::int8 AS id, 0.10::numeric AS price, DATE '2026-02-28' AS day,
            TIMESTAMPTZ '2026-02-28 00:00:00+08' AS at, ARRAY[1,2]::int8[] AS ids, ARRAY[DATE '2026-01-01'] AS days`,
  );
  expect(rows[0]).toEqual({
    id: '9007199254740993',
    price: '0.10',
    day: '2026-02-28',
    at: new Date('2026-02-27T16:00:00Z'),
    ids: ['1', '2'],
    days: ['2026-01-01'],
  });
});

test('a statement that takes too long is «not now», not a fault', async () => {
  // Only within a transaction: the connection goes back to a pool that others use.
  const slow = own.db.transaction().execute(async (db) => {
    await sql`SET LOCAL statement_timeout = 20`.execute(db);
    await sql`SELECT pg_sleep(5)`.execute(db);
  });
  await expect(slow).rejects.toMatchObject({ name: 'DatabaseUnavailable', reason: 'timeout' });
});

test('a marked query is kept by its connection, and answers what is true now', async () => {
  const ask = `SELECT count(*)::int AS n FROM kept WHERE id = $1 ${PREPARED}`;
  const client = await own.database.pool.connect();
  const count = async (): Promise<unknown> => (await client.query(ask, [1])).rows[0].n;
  try {
    await client.query('CREATE TEMPORARY TABLE kept (id integer)');
    const before = await count();
    await client.query('INSERT INTO kept VALUES (1)');
    expect([before, await count()]).toEqual([0, 1]);
    const { rows } = await client.query('SELECT statement FROM pg_prepared_statements');
    expect(rows).toEqual([{ statement: ask }]);
  } finally {
    client.release(true);
  }
});

test('a marked query outlives a migration that another process runs meanwhile', async () => {
  const ask = `SELECT * FROM grown WHERE id = $1 ${PREPARED}`;
  const client = await own.database.pool.connect();
  try {
    await client.query('CREATE TEMPORARY TABLE grown (id integer)');
    await client.query('INSERT INTO grown VALUES (1)');
    expect((await client.query(ask, [1])).rows).toEqual([{ id: 1 }]);
    await client.query('ALTER TABLE grown ADD COLUMN name text DEFAULT $$new$$');
    expect((await client.query(ask, [1])).rows).toEqual([{ id: 1, name: 'new' }]);
    await expect(client.query(`SELECT nonsense ${PREPARED}`)).rejects.toMatchObject({ code: '42703' });
  } finally {
    client.release(true);
  }
});

test('a wrong statement stays the fault it is', async () => {
  await expect(own.database.pool.query('SELECT nonsense')).rejects.not.toBeInstanceOf(DatabaseUnavailable);
});

test('the death of a session in use fails its query and nothing else', async () => {
  const client = await own.database.pool.connect();
  const killed = client.query('SELECT pg_terminate_backend(pg_backend_pid())');
  await expect(killed).rejects.toMatchObject({ reason: 'unreachable' });
  client.release();
  expect(await own.database.readiness()).toEqual({ ready: true });
});

test('a transaction whose session dies leaves nothing behind', async () => {
  await own.database.pool.query('SELECT 1');
  const half = own.db.transaction().execute(async (tx) => {
    await sql`INSERT INTO runtime.secret_canary (key_id, sealed) VALUES ('half', 'x')`.execute(tx);
    await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx);
  });
  await expect(half).rejects.toBeInstanceOf(Error);
  const { rows } = await own.database.pool.query('SELECT 1 FROM runtime.secret_canary');
  expect(rows).toEqual([]);
});

test('notifications are heard until the listener leaves', async () => {
  const heard: string[] = [];
  const first = Promise.withResolvers<void>();
  const leave = await own.database.listen('card', (payload) => {
    heard.push(payload);
    first.resolve();
  });
  const marker = Promise.withResolvers<void>();
  await own.database.listen('marker', () => marker.resolve());
  await own.database.pool.query("NOTIFY card, 'stopped'");
  await first.promise;
  await leave();
  await own.database.pool.query("NOTIFY card, 'unheard'; NOTIFY marker");
  await marker.promise;
  expect(heard).toEqual(['stopped']);
});
