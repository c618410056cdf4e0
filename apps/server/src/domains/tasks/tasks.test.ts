import { text } from '@cardinal/primitives/text.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../framework/context.ts';
import { domain } from '../../framework/domain.ts';
import {
  itemAction,
  type LeasedBatch,
  type NewTask,
  settleItems,
  startTask,
  taskActions,
  wholeAction,
} from './face.ts';
import { leaseBatch } from './leases/leaseBatch.ts';
import { workTasks } from './leases/workTasks.ts';

/** What this file's actions do; each test sets its own. */
let run: (ctx: Ctx, batch: LeasedBatch) => Promise<void> = async () => {};
let recover: (ctx: Ctx, batch: LeasedBatch) => Promise<void> = async () => {};
let finished: string[] = [];

const stop = itemAction({
  action: 'stock_bind',
  permissions: ['flowCard.stop'],
  chunkSize: 10,
  run: (inside, batch) => run(inside, batch),
  recover: (inside, batch) => recover(inside, batch),
  finished: async (_inside, task) => {
    finished.push(task.id);
  },
});
const tags = itemAction({
  action: 'stock_transfer',
  permissions: ['tagManagement.set'],
  run: (inside, batch) => run(inside, batch),
});
let whole: Parameters<typeof wholeAction>[0]['run'] = async () => {};
const bills = wholeAction({ action: 'generate_bill', permissions: [], run: (inside, work) => whole(inside, work) });

const room = domain({
  name: 'test',
  needs: ['tasks'],
  tables: {},
  contributes: [taskActions.with(stop, tags, bills)],
});
const host = await forThisFile(testApp({ demo: 'people', furtherRooms: [room] }));
const ctx = host.app.systemContext('test');
beforeEach(() => {
  run = async (_inside, batch) => {
    for (const item of batch.items) batch.settle(item, { kind: 'done' });
  };
  recover = run;
  finished = [];
});

const targets = (count: number, lane = '') =>
  Array.from({ length: count }, (_, n) => ({ target: `8986${String(n).padStart(16, '0')}`, lane }));
const start = (given: Partial<NewTask> & Pick<NewTask, 'action'>) =>
  ctx.transact((inside) => startTask(inside, { title: text('停机', 'Stop'), customerId: '10', ...given }));
const work = () => workTasks(ctx, new AbortController().signal);
const task = (id: string) =>
  host.db.selectFrom('tasks.task').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const items = (id: string) =>
  host.db.selectFrom('tasks.task_item').selectAll().where('task_id', '=', id).orderBy('seq').execute();

test('a task runs its items in chunks and ends when the last one is settled', async () => {
  const chunks: number[] = [];
  run = async (_inside, batch) => {
    chunks.push(batch.items.length);
    for (const item of batch.items) {
      batch.settle(
        item,
        item.seq % 5 === 0
          ? { kind: 'failed', code: 'state', words: text('状态不允许', 'State forbids') }
          : { kind: 'done', amount: '30' },
      );
    }
  };
  const { taskId } = await start({ action: 'stock_bind', items: targets(25) });
  expect(await task(taskId)).toMatchObject({ state: 'untreated', total: 25 });
  await work();
  expect(chunks).toEqual([10, 10, 5]);
  expect(await task(taskId)).toMatchObject({
    state: 'completed',
    done: 20,
    failed: 5,
    skipped: 0,
    confirming: 0,
    charged: '600',
  });
  expect(finished).toEqual([taskId]);
});

test('every item failed: the task failed; a repeated target stands once', async () => {
  run = async (_inside, batch) => {
    for (const item of batch.items) batch.settle(item, { kind: 'failed', code: 'x', words: text('否', 'No') });
  };
  const { taskId, total } = await start({ action: 'stock_bind', items: [...targets(3), ...targets(3)] });
  expect(total).toBe(3);
  await work();
  expect(await task(taskId)).toMatchObject({ state: 'failed', failed: 3 });
});

test('what the carrier has to confirm keeps the task waiting; confirmations may come twice and early', async () => {
  run = async (_inside, batch) => {
    for (const item of batch.items) batch.settle(item, { kind: 'confirming', reference: `R${item.seq}` });
  };
  const { taskId } = await start({ action: 'stock_bind', items: targets(4) });
  await work();
  expect(await task(taskId)).toMatchObject({ state: 'waiting', confirming: 4 });
  const [a, b, c, d] = (await items(taskId)).map((item) => item.target) as [string, string, string, string];
  const confirm = (wanted: readonly string[]) =>
    ctx.transact((inside) =>
      settleItems(
        inside,
        wanted.map((target) => ({ taskId, target, outcome: { kind: 'done' } })),
      ),
    );
  await confirm([a, b, a]);
  await confirm([a, b]);
  expect(await task(taskId)).toMatchObject({ state: 'waiting', confirming: 2, done: 2 });
  await ctx.transact((inside) =>
    settleItems(inside, [
      { taskId, target: c, outcome: { kind: 'failed', code: 'timedOut', words: text('未确认', 'Not confirmed') } },
      { taskId, target: d, outcome: { kind: 'done' } },
      { taskId, target: 'unknown', outcome: { kind: 'done' } },
    ]),
  );
  expect(await task(taskId)).toMatchObject({ state: 'completed', confirming: 0, done: 3, failed: 1 });
  expect(finished).toEqual([taskId]);
});

test('a confirmation that is faster than the worker is not lost', async () => {
  let taskId = '';
  run = async (inside, batch) => {
    const [item] = batch.items;
    if (!item) return;
    await inside.transact((own) =>
      settleItems(own, [{ taskId, target: item.target, outcome: { kind: 'done', after: 'pushed' } }]),
    );
    batch.settle(item, { kind: 'confirming', reference: 'late' });
  };
  taskId = (await start({ action: 'stock_bind', items: targets(1) })).taskId;
  await work();
  expect(await task(taskId)).toMatchObject({ state: 'completed', done: 1, confirming: 0 });
});

test('effect and outcome in one transaction: both or neither', async () => {
  let isFirst = true;
  run = async (inside, batch) => {
    await inside.transact(async (own) => {
      await batch.settleIn(
        own,
        batch.items.map((item) => [item, { kind: 'done' }]),
      );
      if (isFirst) {
        isFirst = false;
        throw new Error('dies before the commit');
      }
    });
  };
  const { taskId } = await start({ action: 'stock_transfer', items: targets(5) });
  await work();
  expect(await task(taskId)).toMatchObject({ state: 'processing', done: 0 });
  host.clock.advance(60_000);
  await work();
  expect(await task(taskId)).toMatchObject({ state: 'completed', done: 5 });
});

test('items of a worker that died are found out before anything is repeated', async () => {
  const seen: string[] = [];
  recover = async (_inside, batch) => {
    for (const item of batch.items) {
      seen.push(`recover ${item.seq}`);
      batch.settle(item, item.seq === 1 ? { kind: 'done' } : { kind: 'again' });
    }
  };
  run = async (_inside, batch) => {
    for (const item of batch.items) {
      seen.push(`run ${item.seq}`);
      batch.settle(item, { kind: 'done' });
    }
  };
  const { taskId } = await start({ action: 'stock_bind', items: targets(2) });
  const torn = await leaseBatch(ctx, 'a worker that dies');
  expect(torn?.items).toHaveLength(2);
  await work();
  expect(seen).toEqual([]);
  host.clock.advance(21_000);
  await work();
  expect(seen).toEqual(['recover 1', 'recover 2', 'run 2']);
  expect(await task(taskId)).toMatchObject({ state: 'completed', done: 2 });
});

test('a worker whose lease has passed to another writes nothing', async () => {
  const { taskId } = await start({ action: 'stock_bind', items: targets(3) });
  run = async (_inside, batch) => {
    host.clock.advance(30_000);
    const other = await leaseBatch(ctx, 'the other one');
    expect(other?.kind).toBe('recover');
    for (const item of batch.items) batch.settle(item, { kind: 'done' });
  };
  await work();
  expect(await task(taskId)).toMatchObject({ done: 0, state: 'processing' });
  host.clock.advance(30_000);
  recover = async (_inside, batch) => {
    for (const item of batch.items) batch.settle(item, { kind: 'done' });
  };
  await work();
  expect(await task(taskId)).toMatchObject({ done: 3, state: 'completed' });
});

test('a lane that is held waits and loses no attempt, while the others go on', async () => {
  let isDown = true;
  run = async (_inside, batch) => {
    if (batch.lane === 'carrier:1' && isDown) {
      batch.holdLane(new Date(host.clock.now().getTime() + 30_000), text('运营商无响应', 'The carrier is silent'));
      return;
    }
    for (const item of batch.items) batch.settle(item, { kind: 'done' });
  };
  const { taskId } = await start({
    action: 'stock_bind',
    items: [...targets(12, 'carrier:1'), ...targets(20, 'carrier:2').slice(12)],
  });
  await work();
  expect(await task(taskId)).toMatchObject({ state: 'processing', done: 8 });
  expect((await items(taskId)).filter((item) => item.state === 'waiting').every((item) => item.attempts === 0)).toBe(
    true,
  );
  const lane = await host.db
    .selectFrom('tasks.task_lane')
    .select('held_zh')
    .where('task_id', '=', taskId)
    .where('lane', '=', 'carrier:1')
    .executeTakeFirst();
  expect(lane?.held_zh).toBe('运营商无响应');
  isDown = false;
  host.clock.advance(31_000);
  await work();
  expect(await task(taskId)).toMatchObject({ state: 'completed', done: 20 });
});

test('customers take turns: a small task does not wait for a huge one', async () => {
  const order: string[] = [];
  run = async (_inside, batch) => {
    order.push(batch.task.customerId);
    for (const item of batch.items) batch.settle(item, { kind: 'done' });
  };
  await start({ action: 'stock_bind', customerId: '10', items: targets(60) });
  await start({ action: 'stock_bind', customerId: '10', items: targets(60) });
  await start({ action: 'stock_bind', customerId: '20', items: targets(20) });
  await work();
  expect(order.lastIndexOf('20')).toBeLessThanOrEqual(4);
  expect(order).toHaveLength(14);
});

test('a task without items runs from its checkpoint and ends when it says so', async () => {
  const begun: unknown[] = [];
  whole = async (inside, job) => {
    begun.push(job.checkpoint);
    if (job.checkpoint === null) {
      await inside.transact((own) => job.expect(own, 100));
      await inside.transact((own) => job.advance(own, { done: 60, checkpoint: { row: 60 } }));
      throw new Error('dies here');
    }
    await inside.transact((own) => job.advance(own, { done: 39, failed: 1, checkpoint: { row: 100 } }));
  };
  const { taskId } = await start({ action: 'generate_bill' });
  await work();
  host.clock.advance(60_000);
  await work();
  expect(begun).toEqual([null, { row: 60 }]);
  expect(await task(taskId)).toMatchObject({ state: 'completed', total: 100, done: 99, failed: 1 });
});

test('an error of ours that stays fails the task in the end and says so', async () => {
  whole = async () => {
    throw new Error('always');
  };
  const { taskId } = await start({ action: 'generate_bill' });
  for (let n = 0; n < 6; n++) {
    await work();
    host.clock.advance(120_000);
  }
  expect(await task(taskId)).toMatchObject({ state: 'failed', failure_code: 'fault' });
});
