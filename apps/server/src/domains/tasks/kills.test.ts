import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cancelTask, pauseTask, resumeTask } from '@cardinal/contract/api/tasks/tasks.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { text } from '@cardinal/primitives/text.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { type KillableWorker, killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { domain } from '../../framework/domain.ts';
import { itemAction, startTask, taskActions } from './face.ts';
import { wakeWorkers } from './leases/wakeWorkers.ts';

const WORKER = fileURLToPath(new URL('./workerUnderTest.ts', import.meta.url));
const ITEMS = 400;

// Declared here so that it can be started; executed by the processes that are killed.
const known = itemAction({ action: 'unbind_wechat', permissions: [], run: async () => {} });
const room = domain({ name: 'test', needs: ['tasks'], tables: {}, contributes: [taskActions.with(known)] });
const host = await forThisFile(testApp({ demo: 'people', furtherRooms: [room] }));
const folder = await mkdtemp(join(tmpdir(), 'cardinal-kills-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const workers = await forThisFile(killableWorkers(host, WORKER));
afterEach(workers.killAll);
const ctx = host.app.systemContext('test');
/** A task of so many items in so many lanes; answers its id. */
async function startItems(name: string, count: number, lanes = 1): Promise<string> {
  const items = Array.from({ length: count }, (_, n) => ({ target: `${name}-${n}`, lane: `lane-${n % lanes}` }));
  const title = text('写号', 'Write numbers');
  const started = await ctx.transact((inside) =>
    startTask(inside, { action: 'unbind_wechat', customerId: '10', title, items }),
  );
  return started.taskId;
}
const stateOf = async (taskId: string) =>
  (await host.db.selectFrom('tasks.task').select('state').where('id', '=', taskId).executeTakeFirst())?.state;
const linesOf = (file: string) =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean) : [];

/** How often a worker has checked the list of workers, which it does every second. */
async function looksOf({ process: child }: KillableWorker): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from seen_at - started_at)::int as seconds from runtime.worker
    where id like ${`%:${child.pid}:%`}`.execute(host.db);
  return rows[0]?.seconds ?? 0;
}

test('two workers, killed at random instants: every effect happens once, and the task ends', {
  timeout: 120_000,
}, async () => {
  const random = seededRandom('kills');
  const effects = join(folder, 'effects');
  const taskId = await startItems('target', ITEMS, 3);
  for (let kill = 1; kill <= 4; kill++) {
    const both = await Promise.all([workers.start(effects), workers.start(effects)]);
    await wakeWorkers(ctx);
    await wakeWorkers(ctx);
    const until = Math.min(ITEMS - 40, linesOf(effects).length + 30 + random.int(60));
    await expect.poll(() => linesOf(effects).length, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(until);
    for (const worker of both) await worker.kill();
  }
  await workers.start(effects);
  await wakeWorkers(ctx);
  await expect.poll(() => stateOf(taskId), { timeout: 40_000, interval: 100 }).toBe('completed');
  const lines = linesOf(effects);
  expect(lines).toHaveLength(ITEMS);
  expect(new Set(lines).size).toBe(ITEMS);
  const open = await host.db
    .selectFrom('tasks.task_item')
    .select('seq')
    .where('task_id', '=', taskId)
    .where('state', '!=', 'done')
    .execute();
  expect(open).toEqual([]);
});

test('the items of a worker that is killed are in the hands of another within ten seconds, by themselves', {
  timeout: 120_000,
}, async () => {
  const effects = join(folder, 'takeover');
  const taskId = await startItems('orphan', 400);
  const first = await workers.start(effects);
  await expect.poll(() => linesOf(effects).length, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(5);
  first.process.kill('SIGSTOP');
  const effected = linesOf(effects).length;
  const second = await workers.start(effects);
  // Slow is not dead: however often others check, its session and its leases stay valid.
  await expect.poll(() => looksOf(second), { timeout: 30_000, interval: 100 }).toBeGreaterThan(4);
  expect(linesOf(effects)).toHaveLength(effected);
  await first.kill();
  const killedAt = performance.now();
  await expect.poll(() => linesOf(effects).length, { timeout: 30_000, interval: 20 }).toBeGreaterThan(effected);
  expect(performance.now() - killedAt).toBeLessThan(10_000);
  await expect.poll(() => stateOf(taskId), { timeout: 30_000, interval: 100 }).toBe('completed');
  expect(new Set(linesOf(effects)).size).toBe(400);
  expect(linesOf(effects)).toHaveLength(400);
});

test('a worker that was cut off from the database for a moment keeps what it has in its hands', {
  timeout: 120_000,
}, async () => {
  const effects = join(folder, 'cut');
  const taskId = await startItems('cut', 3_000);
  await Promise.all([workers.start(effects), workers.start(effects)]);
  await expect.poll(() => linesOf(effects).length, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(5);
  const owner = new pg.Client({ connectionString: host.ownerUrl });
  await owner.connect();
  const sessions = `from pg_stat_activity where application_name = 'cardinal heartbeat' and datname = current_database()`;
  const beating = async () => (await owner.query(`select pid ${sessions}`)).rowCount;
  await expect.poll(beating, { timeout: 30_000, interval: 50 }).toBe(2);
  const cut = await owner.query(`select pg_terminate_backend(pid) ${sessions}`);
  await owner.end();
  expect(cut.rows).toHaveLength(2);
  await expect.poll(() => stateOf(taskId), { timeout: 60_000, interval: 100 }).toBe('completed');
  expect(linesOf(effects)).toHaveLength(3_000);
  const recovered = await host.db
    .selectFrom('tasks.task_log')
    .select('id')
    .where('task_id', '=', taskId)
    .where('event', '=', 'recovered')
    .execute();
  expect(recovered).toEqual([]);
});

test('paused and cancelled from elsewhere, a worker in the middle of it stops within five seconds', {
  timeout: 120_000,
}, async () => {
  const effects = join(folder, 'steered');
  const agent = await host.as('agent');
  const taskId = await startItems('steered', 20_000);
  await workers.start(effects);
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
  // Completed items are reported as done, the rest as skipped.
  await expect
    .poll(state, { timeout: 30_000, interval: 100 })
    .toEqual({ state: 'cancelled', done: effected.length, skipped: 20_000 - effected.length });
});
