import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cancelTask, pauseTask, resumeTask } from '@cardinal/contract/api/tasks/tasks.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type TestApp, testApp } from '@cardinal/testing/app.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { domain } from '../../framework/domain.ts';
import { itemAction, startTask, taskActions } from './face.ts';
import { wakeWorkers } from './turns/wakeWorkers.ts';

const WORKER = fileURLToPath(new URL('./workerUnderTest.ts', import.meta.url));
const ITEMS = 400;

let host: TestApp;
let folder: string;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  // Known here so that it can be started; carried out by the processes that are killed.
  const known = itemAction({ action: 'unbind_wechat', permissions: [], run: async () => {} });
  const room = domain({ name: 'test', needs: ['tasks'], tables: {}, contributes: [taskActions.with(known)] });
  host = await testApp({ demo: 'people', furtherRooms: [room] });
  folder = await mkdtemp(join(tmpdir(), 'cardinal-kills-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await host?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function startWorker(effects: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [WORKER, host.applicationUrl, host.ownerUrl, join(folder, 'data'), effects], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)));
  });
  return child;
}

const ended = (child: ChildProcess) => new Promise<void>((resolve) => child.once('exit', () => resolve()));
const linesOf = (file: string) =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean) : [];

test('two workers, killed at random instants: every effect happens once, and the task ends', {
  timeout: 120_000,
}, async () => {
  const random = seededRandom('kills');
  const effects = join(folder, 'effects');
  const ctx = host.app.systemContext('test');
  const { taskId } = await ctx.transact((inside) =>
    startTask(inside, {
      action: 'unbind_wechat',
      customerId: '10',
      title: text('写号', 'Write numbers'),
      items: Array.from({ length: ITEMS }, (_, n) => ({ target: `target-${n}`, lane: `lane-${n % 3}` })),
    }),
  );
  for (let kill = 1; kill <= 4; kill++) {
    const workers = await Promise.all([startWorker(effects), startWorker(effects)]);
    await wakeWorkers(ctx);
    await wakeWorkers(ctx);
    const until = Math.min(ITEMS - 40, linesOf(effects).length + 30 + random.int(60));
    await expect.poll(() => linesOf(effects).length, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(until);
    for (const worker of workers) {
      const gone = ended(worker);
      worker.kill('SIGKILL');
      await gone;
    }
    // What the leases would do by themselves in twenty seconds.
    await sql`update tasks.task_lane set leased_until = '2000-01-01' where leased_until is not null`.execute(host.db);
  }
  const last = await startWorker(effects);
  await wakeWorkers(ctx);
  const state = async () =>
    (await host.db.selectFrom('tasks.task').select(['state', 'done']).where('id', '=', taskId).executeTakeFirst())
      ?.state;
  await expect.poll(state, { timeout: 40_000, interval: 100 }).toBe('completed');
  const lines = linesOf(effects);
  expect(lines).toHaveLength(ITEMS);
  expect(new Set(lines).size).toBe(ITEMS);
  const gone = ended(last);
  last.kill('SIGTERM');
  await gone;
  const open = await host.db
    .selectFrom('tasks.task_item')
    .select('seq')
    .where('task_id', '=', taskId)
    .where('state', '!=', 'done')
    .execute();
  expect(open).toEqual([]);
});

test('the items of a worker that is killed are in the hands of another within a minute, by themselves', {
  timeout: 120_000,
}, async () => {
  const effects = join(folder, 'takeover');
  const ctx = host.app.systemContext('test');
  const { taskId } = await ctx.transact((inside) =>
    startTask(inside, {
      action: 'unbind_wechat',
      customerId: '10',
      title: text('写号', 'Write numbers'),
      items: Array.from({ length: 60 }, (_, n) => ({ target: `orphan-${n}`, lane: 'orphans' })),
    }),
  );
  const first = await startWorker(effects);
  await expect.poll(() => linesOf(effects).length, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(5);
  const gone = ended(first);
  first.kill('SIGKILL');
  await gone;
  const killedAt = performance.now();
  // The dead one's own job, which the queue would give away some time later, is not waited for.
  await sql`delete from jobs.job where name = 'tasks.work'`.execute(host.db);
  const second = await startWorker(effects);
  const state = async () =>
    (await host.db.selectFrom('tasks.task').select('state').where('id', '=', taskId).executeTakeFirst())?.state;
  await expect.poll(state, { timeout: 90_000, interval: 100 }).toBe('completed');
  expect(performance.now() - killedAt).toBeLessThan(60_000);
  expect(new Set(linesOf(effects)).size).toBe(60);
  expect(linesOf(effects)).toHaveLength(60);
  const end = ended(second);
  second.kill('SIGTERM');
  await end;
});

test('paused and cancelled from elsewhere, a worker in the middle of it stops within five seconds', {
  timeout: 120_000,
}, async () => {
  const effects = join(folder, 'steered');
  const agent = await host.as('agent');
  const ctx = host.app.systemContext('test');
  const { taskId } = await ctx.transact((inside) =>
    startTask(inside, {
      action: 'unbind_wechat',
      customerId: '10',
      title: text('写号', 'Write numbers'),
      items: Array.from({ length: 20_000 }, (_, n) => ({ target: `steered-${n}`, lane: 'steered' })),
    }),
  );
  const worker = await startWorker(effects);
  await wakeWorkers(ctx);
  const isMoving = async () => {
    const before = linesOf(effects).length;
    await expect.poll(() => linesOf(effects).length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(before + 5);
  };
  /** Milliseconds from the question to the last effect, once there has been none for a while. */
  const stillAfter = async (question: () => Promise<unknown>): Promise<number> => {
    const askedAt = performance.now();
    await question();
    let [lines, lastAt] = [linesOf(effects).length, askedAt];
    while (performance.now() - lastAt < 1_500) {
      await wait(20);
      const now = linesOf(effects).length;
      if (now > lines) [lines, lastAt] = [now, performance.now()];
    }
    return lastAt - askedAt;
  };
  await isMoving();
  expect(await stillAfter(() => agent.ask(pauseTask, { body: { taskId } }))).toBeLessThan(5_000);
  await agent.ask(resumeTask, { body: { taskId } });
  await isMoving();
  expect(await stillAfter(() => agent.ask(cancelTask, { body: { taskId } }))).toBeLessThan(5_000);
  const effected = linesOf(effects);
  expect(new Set(effected).size).toBe(effected.length);
  const state = () =>
    host.db
      .selectFrom('tasks.task')
      .select(['state', 'done', 'skipped'])
      .where('id', '=', taskId)
      .executeTakeFirstOrThrow();
  // What was done is told as done, the rest as left out.
  await expect
    .poll(state, { timeout: 30_000, interval: 100 })
    .toEqual({ state: 'cancelled', done: effected.length, skipped: 20_000 - effected.length });
  const gone = ended(worker);
  worker.kill('SIGTERM');
  await gone;
});
