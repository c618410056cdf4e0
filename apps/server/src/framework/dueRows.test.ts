import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { APPLICATION_ROLE } from '../runtime/databaseRoles.ts';
import { actDue, type DueRows } from './dueRows.ts';
import { things } from './dueRowsUnderTest.ts';

const SWEEPER = fileURLToPath(new URL('./dueRowsUnderTest.ts', import.meta.url));

const host = await forThisFile(testApp());
const ctx = host.app.systemContext('test');
const superuser = new pg.Client({ connectionString: host.superuserUrl });
await superuser.connect();
await superuser.query(`
  create schema due_test;
  create table due_test.thing (id bigint primary key, due_at timestamptz);
  create index on due_test.thing (due_at, id) where due_at is not null;
  create table due_test.effect (seq bigserial primary key, id bigint not null, at timestamptz not null);
  grant usage on schema due_test to ${APPLICATION_ROLE};
  grant all on all tables in schema due_test to ${APPLICATION_ROLE};
  grant all on all sequences in schema due_test to ${APPLICATION_ROLE};`);
const children = new Set<ChildProcess>();
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await superuser.end();
});
beforeEach(() => superuser.query('truncate due_test.thing, due_test.effect'));

/** A moment so many minutes from now. */
const minute = (n: number) => new Date(ctx.clock.now().getTime() + n * 60_000);
const put = async (...rows: readonly (readonly [id: number, at: Date])[]) => {
  for (const [id, at] of rows) await superuser.query('insert into due_test.thing values ($1, $2)', [id, at]);
};
const effects = async () =>
  (await superuser.query<{ id: string; at: Date }>('select id, at from due_test.effect order by seq')).rows.map(
    ({ id, at }) => [Number(id), at.getTime()] as const,
  );
const left = async () =>
  (
    await superuser.query<{ id: string }>('select id from due_test.thing where due_at is not null order by id')
  ).rows.map(({ id }) => Number(id));
const said = (...rows: readonly (readonly [id: number, at: Date])[]) => rows.map(([id, at]) => [id, at.getTime()]);

test('what is due is done in the order of its own moments, equal ones by key, and what is not due waits', async () => {
  await put([1, minute(-1)], [2, minute(-9)], [4, minute(-5)], [3, minute(-5)], [5, minute(1)]);
  expect(await actDue(ctx, { ...things, atOnce: 2 })).toBe(4);
  expect(await effects()).toEqual(said([2, minute(-9)], [3, minute(-5)], [4, minute(-5)], [1, minute(-1)]));
  expect([await left(), await actDue(ctx, things)]).toEqual([[5], 0]);
});

test('a row whose next moment has passed too is done for that moment as well', async () => {
  await put([1, minute(-90)]);
  const hourly: DueRows = {
    ...things,
    act: async (inside, rows) => {
      await things.act(inside, rows);
      for (const { key, at } of rows) {
        const next = new Date(at.getTime() + 3_600_000);
        await sql`update due_test.thing set due_at = ${next} where id = ${key}`.execute(inside.beyondScope('test'));
      }
    },
  };
  expect(await actDue(ctx, hourly)).toBe(2);
  expect(await effects()).toEqual(said([1, minute(-90)], [1, minute(-30)]));
});

test('a row that fails stops no other and stays due whole; the failure is told when the others are through', async () => {
  await put(...[1, 2, 3, 4, 5].map((id) => [id, minute(-10 + id)] as const));
  const failing: DueRows = {
    ...things,
    act: async (inside, rows) => {
      await things.act(inside, rows);
      if (rows.some(({ key }) => key === '3')) throw new Error('third');
    },
  };
  await expect(actDue(ctx, failing)).rejects.toThrow('third');
  expect([(await effects()).map(([id]) => id), await left()]).toEqual([[1, 2, 4, 5], [3]]);
  expect(await actDue(ctx, things)).toBe(1);
});

test('a row is judged again under its lock: moved, taken or locked meanwhile it is left alone', async () => {
  await put([1, minute(-3)], [2, minute(-2)], [3, minute(-1)]);
  const other = new pg.Client({ connectionString: host.superuserUrl });
  await other.connect();
  await other.query('begin');
  await other.query('select 1 from due_test.thing where id = 3 for update');
  const moving: DueRows = {
    ...things,
    lockFirst: () => superuser.query('update due_test.thing set due_at = $1 where id = 2', [minute(5)]).then(() => {}),
  };
  expect(await actDue(ctx, moving)).toBe(1);
  await other.query('rollback');
  await other.end();
  expect([(await effects()).map(([id]) => id), await left()]).toEqual([[1], [2, 3]]);
});

test('several that sweep at once do each row once', async () => {
  await put(...Array.from({ length: 120 }, (_, at) => [at, minute(-1)] as const));
  await Promise.all(Array.from({ length: 4 }, () => actDue(ctx, { ...things, atOnce: 7 })));
  await actDue(ctx, things);
  const ids = (await effects()).map(([id]) => id);
  expect([ids.length, new Set(ids).size]).toEqual([120, 120]);
});

test('processes killed in the middle of it lose nothing and do nothing twice', async () => {
  const count = 3_000;
  await superuser.query(
    `insert into due_test.thing select n, $2::timestamptz - n * interval '1 second' from generate_series(1, $1) n`,
    [count, ctx.clock.now()],
  );
  const random = seededRandom(process.env['SEED'] ?? 'due');
  const done = async () => (await effects()).length;
  for (let kill = 0; kill < 2 && (await done()) < count; kill += 1) {
    const child = spawn(
      process.execPath,
      [SWEEPER, host.applicationUrl, host.ownerUrl, join(host.dataDirectory, 'due')],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    children.add(child);
    const so = await done();
    await expect.poll(done, { timeout: 60_000, interval: 20 }).toBeGreaterThan(so);
    await wait(random.int(150));
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  const before = await done();
  await actDue(ctx, things);
  // What the last killed process had locked is free once its sessions have ended.
  await expect.poll(async () => (await actDue(ctx, things)) + (await left()).length, { timeout: 30_000 }).toBe(0);
  const ids = (await effects()).map(([id]) => id);
  expect(before).toBeGreaterThan(0);
  expect([ids.length, new Set(ids).size]).toEqual([count, count]);
});
