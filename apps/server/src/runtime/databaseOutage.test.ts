import { type TestDatabase, testDatabase } from '@cardinal/testing/database.ts';
import { type DatabaseLine, openLine } from '@cardinal/testing/databaseLine.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { QUIET } from './log.ts';

async function reach(state: () => Promise<boolean>, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await state())) {
    if (performance.now() > deadline) throw new Error('not reached in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

let own: TestDatabase<Record<string, never>>;
let line: DatabaseLine;
let database: Database<Record<string, never>>;
beforeAll(async () => {
  own = await testDatabase();
  line = await openLine(own.url);
  database = openDatabase({ url: line.url, log: QUIET, max: 4 });
});
afterAll(async () => {
  await database.close();
  line.close();
  await own.close();
});

test('a black hole: everything waiting is answered within 5 s, what comes then at once, and service returns', async () => {
  await reach(async () => (await database.readiness()).ready, 5_000);
  const gaps: string[] = [];
  await database.listen('card', () => undefined, { onGap: () => gaps.push('gap') });
  line.swallow();
  const startedAt = performance.now();
  // More than the pool has connections: some wait for an answer, some for a connection.
  const waiting = await Promise.allSettled(Array.from({ length: 12 }, () => database.pool.query('SELECT 1')));
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  for (const answer of waiting) {
    expect(answer).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseUnavailable' } });
  }
  const later = performance.now();
  await expect(database.pool.query('SELECT 1')).rejects.toMatchObject({ reason: 'unreachable' });
  await expect(database.pool.connect()).rejects.toMatchObject({ reason: 'unreachable' });
  expect(performance.now() - later).toBeLessThan(100);
  expect(database.pool.waitingCount).toBe(0);

  line.mend();
  await reach(async () => (await database.readiness()).ready, 10_000);
  // The listener has its own connection, which reconnects by itself.
  await reach(async () => gaps.length > 0, 10_000);
  expect(gaps).toEqual(['gap']);
});

test('a line that was cut and is back at once does not go away a second time', async () => {
  await reach(async () => (await database.readiness()).ready, 5_000);
  const gaps: string[] = [];
  const stop = await database.listen('card', () => undefined, { onGap: () => gaps.push('gap') });
  line.reset();
  await reach(async () => (await database.readiness()).ready, 5_000);
  const seen = new Set<boolean>();
  const end = performance.now() + 3_000;
  while (performance.now() < end) {
    seen.add((await database.readiness()).ready);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect([...seen]).toEqual([true]);
  // Notifications sent meanwhile are lost, and the listener is told so.
  await reach(async () => gaps.length > 0, 5_000);
  await stop();
});

test('a line that dies while it is made anew is noticed like any other', async () => {
  await reach(async () => (await database.readiness()).ready, 5_000);
  const stop = await database.listen('card', () => undefined);
  line.swallowFrom('LISTEN');
  line.reset();
  // Some may be told that their connection was cut before the new one dies.
  const waiting = database.pool.query('SELECT 1').then(
    () => 'answered',
    () => 'refused',
  );
  const patience = new Promise((resolve) => setTimeout(resolve, 15_000, 'forgotten'));
  expect(await Promise.race([waiting, patience])).not.toBe('forgotten');
  await reach(async () => !(await database.readiness()).ready, 15_000);
  line.mend();
  await reach(async () => (await database.readiness()).ready, 10_000);
  await stop();
});

test('a line cut in the middle of a transaction leaves no half of it', async () => {
  await reach(async () => (await database.readiness()).ready, 5_000);
  const change = database.db.transaction().execute(async (tx) => {
    await sql`INSERT INTO runtime.secret_canary (key_id, sealed) VALUES ('half', 'x')`.execute(tx);
    line.reset();
    await new Promise((resolve) => setImmediate(resolve));
  });
  await expect(change).rejects.toBeInstanceOf(Error);
  const { rows } = await own.database.pool.query('SELECT 1 FROM runtime.secret_canary');
  expect(rows).toEqual([]);
  await reach(async () => (await database.readiness()).ready, 5_000);
});

test('a queue that only grows is refused', async () => {
  await reach(async () => (await database.readiness()).ready, 5_000);
  const held = await Promise.all(Array.from({ length: 4 }, () => database.pool.connect()));
  const queued = Array.from({ length: 150 }, () => database.pool.query('SELECT 1').then(() => 'done'));
  const outcome = await Promise.race(queued.map((query) => query.catch((error: Error) => error.message)));
  expect(outcome).toBe('database unavailable: busy');
  for (const client of held) client.release();
  const results = await Promise.allSettled(queued);
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(100);
});

test('a process that stands still while it connects does not take the database for dead', async () => {
  const late = openDatabase<Record<string, never>>({ url: own.url, log: QUIET, max: 1 });
  // As under load, while modules are loaded.
  for (const from = performance.now(); performance.now() - from < 4_000; );
  for (let look = 0; look < 10; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    await expect(late.pool.query('SELECT 1')).resolves.toMatchObject({ rowCount: 1 });
  }
  await late.close();
});
