import { text } from '@cardinal/primitives/text.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../framework/context.ts';
import { domain } from '../../framework/domain.ts';
import { itemAction, type LeasedBatch, type NewTask, startTask, taskActions } from './face.ts';
import { leaseBatch } from './leases/leaseBatch.ts';
import { workTasks } from './leases/workTasks.ts';

let run: (ctx: Ctx, batch: LeasedBatch) => Promise<void> = async () => {};

const CONNECTIONS = 10;
const CHUNK = 10;
const atCarrier = itemAction({ action: 'stock_bind', permissions: [], run: async () => {} });
const here = itemAction({
  action: 'stock_transfer',
  permissions: [],
  chunkSize: CHUNK,
  isLocal: true,
  run: (inside, batch) => run(inside, batch),
});

const contributes = [taskActions.with(atCarrier, here)];
const host = await forThisFile(
  testApp({
    demo: 'people',
    furtherRooms: [domain({ name: 'test', needs: ['tasks'], tables: {}, contributes })],
  }),
);
const ctx = host.app.systemContext('test');
beforeEach(() => {
  run = async (_inside, batch) => {
    for (const item of batch.items) batch.settle(item, { kind: 'done' });
  };
});

const start = (action: NewTask['action'], count: number) =>
  ctx.transact((inside) =>
    startTask(inside, {
      action,
      title: text('备注', 'Remark'),
      customerId: '10',
      items: Array.from({ length: count }, (_, n) => ({ target: `card-${n}`, lane: 'carrier:7' })),
    }),
  );
const work = () => workTasks(ctx, new AbortController().signal);
const task = (id: string) =>
  host.db.selectFrom('tasks.task').select(['state', 'done']).where('id', '=', id).executeTakeFirstOrThrow();

test('local work waits for no turns of a carrier, and several turns of one task are done at once', async () => {
  await start('stock_bind', 50);
  await start('stock_bind', 50);
  const busy = [await leaseBatch(ctx, 'one'), await leaseBatch(ctx, 'two')];
  expect(busy.map((batch) => batch?.lane.lane)).toEqual(['carrier:7', 'carrier:7']);
  const { taskId } = await start('stock_transfer', 45);
  const turns = [await leaseBatch(ctx, 'three'), await leaseBatch(ctx, 'four'), await leaseBatch(ctx, 'five')];
  expect(turns.map((batch) => batch?.task.id)).toEqual([taskId, taskId, taskId]);
  expect(turns.map((batch) => batch?.items[0]?.seq).sort()).toEqual([1, 11, 21]);
  expect(await leaseBatch(ctx, 'six')).toBeUndefined();
  host.clock.advance(30_000);
  await work();
  expect(await task(taskId)).toEqual({ state: 'completed', done: 45 });
});

test('a batch that finds no connection when it ends lets go of its lane as soon as there is one', {
  timeout: 60_000,
}, async () => {
  const { taskId } = await start('stock_transfer', 5);
  let others: Promise<unknown> | undefined;
  run = async (_inside, batch) => {
    // All connections are busy for longer than two attempts wait.
    const begun = Array.from({ length: CONNECTIONS }, () => Promise.withResolvers<void>());
    others ??= Promise.all(
      begun.map(({ resolve }) =>
        ctx.transact(async (inside) => {
          resolve();
          await sql`select pg_sleep(10)`.execute(inside.db);
        }),
      ),
    );
    await Promise.all(begun.map(({ promise }) => promise));
    for (const item of batch.items) batch.settle(item, { kind: 'done' });
  };
  await work().catch(() => {});
  await others;
  run = async (_inside, batch) => {
    for (const item of batch.items) batch.settle(item, { kind: 'done' });
  };
  // Less than the lease: finished work is recovered and recorded with the next attempt.
  host.clock.advance(5_000);
  await work();
  expect(await task(taskId)).toEqual({ state: 'completed', done: 5 });
});

test('after an error fewer items are tried at a time, until one alone is in the way', async () => {
  const tried: number[] = [];
  run = async (inside, batch) => {
    tried.push(batch.items.length);
    if (batch.items.length > 2) throw new Error('too many');
    await inside.transact((within) =>
      batch.settleIn(
        within,
        batch.items.map((item) => [item, { kind: 'done' }]),
      ),
    );
  };
  const { taskId } = await start('stock_transfer', CHUNK);
  for (let n = 0; n < 12; n++) {
    await work();
    host.clock.advance(60_000);
  }
  expect(tried.slice(0, 4)).toEqual([10, 5, 2, 8]);
  expect(await task(taskId)).toEqual({ state: 'completed', done: CHUNK });
});

/** Item rows fetched by all statements so far. */
async function itemsFetched(): Promise<number> {
  const flushed = Array.from({ length: CONNECTIONS }, () =>
    sql`select pg_stat_force_next_flush(), pg_sleep(0.1)`.execute(ctx.db),
  );
  await Promise.all(flushed);
  const { rows } = await sql<{ n: number }>`
    select (idx_tup_fetch + seq_tup_read)::int as n from pg_stat_user_tables where relid = 'tasks.task_item'::regclass`.execute(
    host.db,
  );
  return rows[0]?.n ?? 0;
}

test('a batch of a task nobody has counted yet reads its own items and not all of them', async () => {
  await start('stock_bind', 5_000);
  const owner = new pg.Client({ connectionString: host.ownerUrl });
  await owner.connect();
  await owner.query('analyze tasks.task_item');
  await owner.end();
  const { taskId } = await start('stock_transfer', 20_000);
  const before = await itemsFetched();
  let batch = await leaseBatch(ctx, 'one');
  for (let n = 0; batch?.task.id !== taskId && n < 10; n++) batch = await leaseBatch(ctx, 'another');
  expect(batch?.task.id).toBe(taskId);
  expect(batch?.items).toHaveLength(CHUNK);
  expect((await itemsFetched()) - before).toBeLessThan(2_000);
});
