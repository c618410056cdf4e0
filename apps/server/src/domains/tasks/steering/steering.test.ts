import {
  cancelTask,
  checkTask,
  listTaskItems,
  listTasks,
  pauseTask,
  prioritiseTask,
  readTaskDetail,
  readTray,
  resumeTask,
  retryTask,
} from '@cardinal/contract/api/tasks/tasks.ts';
import { text } from '@cardinal/primitives/text.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../../framework/context.ts';
import { domain } from '../../../framework/domain.ts';
import { actorOf } from '../../identity/face.ts';
import { itemAction, type LeasedBatch, type NewTask, settleItems, startTask, taskActions } from '../face.ts';
import { workTasks } from '../leases/workTasks.ts';

let run: (ctx: Ctx, batch: LeasedBatch) => Promise<void> = async () => {};

const boot = itemAction({
  action: 'device_batch',
  permissions: ['flowCard.active'],
  chunkSize: 5,
  pace: async () => 2,
  advice: (code) => (code === 'state' ? text('同步后重试', 'Sync, then retry') : undefined),
  run: (inside, batch) => run(inside, batch),
});

const room = domain({ name: 'test', needs: ['tasks'], tables: {}, contributes: [taskActions.with(boot)] });
const host = await forThisFile(testApp({ demo: 'people', furtherRooms: [room] }));
const ctx = host.app.systemContext('test');
beforeEach(() => {
  run = async (_inside, batch) => {
    for (const item of batch.items) batch.settle(item, { kind: 'done' });
  };
});

const idOf = async (account: string) =>
  (await host.db.selectFrom('identity.account').select('id').where('account', '=', account).executeTakeFirstOrThrow())
    .id;

/** Starts it as that account would from a screen. */
async function startAs(account: string, given: Partial<NewTask> = {}) {
  const who = await actorOf(ctx, await idOf(account));
  if (!who) throw new Error(account);
  return ctx.actAs(who).transact((inside) =>
    startTask(inside, {
      action: 'device_batch',
      title: text('复机 10 张', 'Restart 10'),
      items: Array.from({ length: 10 }, (_, n) => ({ target: `8986060000000000${String(n).padStart(4, '0')}` })),
      ...given,
    }),
  );
}
const work = () => workTasks(ctx, new AbortController().signal);
const row = (id: string) => host.db.selectFrom('tasks.task').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('a task stands in the list of its own customer and of those above, and nowhere else', async () => {
  const { taskId, taskNo } = await startAs('agent');
  const seen = async (account: string) =>
    (await (await host.as(account)).ask(listTasks, { query: { taskNo: [taskNo] } })).list.map((task) => task.id);
  expect(await seen('agent')).toEqual([taskId]);
  expect(await seen('admin')).toEqual([taskId]);
  expect(await seen('rival')).toEqual([]);
  const rival = await host.as('rival');
  for (const endpoint of [pauseTask, cancelTask, retryTask]) {
    const foreign = await rival.call(endpoint, { body: { taskId } });
    const unknown = await rival.call(endpoint, { body: { taskId: '987654321' } });
    expect([foreign.status, foreign.code]).toEqual([unknown.status, unknown.code]);
    expect(foreign.code).not.toBe('200');
  }
  const foreign = await rival.call(readTaskDetail, { query: { taskId } });
  const unknown = await rival.call(readTaskDetail, { query: { taskId: '987654321' } });
  expect([foreign.status, foreign.code, foreign.message]).toEqual([unknown.status, unknown.code, unknown.message]);
  expect((await rival.call(listTaskItems, { query: { taskId } })).code).toBe('4040001');
  await work();
});

test('both numberings, duration, figures and what the caller may do stand in the row', async () => {
  const { taskId } = await startAs('agent');
  const agent = await host.as('agent');
  const before = await agent.ask(listTasks, { query: { id: [taskId] } });
  expect(before.list[0]).toMatchObject({ state: 0, listState: 1, stage: 'untreated', accountName: 'agent', total: 10 });
  expect(before.list[0]?.offered).toMatchObject({ pause: true, resume: false, cancel: true, retry: false });
  expect(before.summary.oldestUntreatedAt).not.toBeNull();
  await work();
  const after = await agent.ask(listTasks, { query: { id: [taskId], state: [2] } });
  expect(after.list[0]).toMatchObject({ state: 2, listState: 3, stage: 'completed', done: 10 });
  expect((await agent.ask(listTasks, { query: { target: '89860600000000000003', mine: true } })).total).toBeGreaterThan(
    0,
  );
  expect((await agent.ask(listTasks, { query: { target: '89860600000000000099' } })).total).toBe(0);
  const long = { createdAtFrom: '2026-01-01T00:00:00Z', createdAtTo: '2026-11-01T00:00:00Z' };
  expect((await agent.call(listTasks, { query: long })).code).toBe('4000501');
});

test('every figure over the list is what its filter finds', async () => {
  await startAs('agent');
  await work();
  const agent = await host.as('agent');
  const { summary } = await agent.ask(listTasks, { query: {} });
  const found = async (query: Record<string, unknown>) => (await agent.ask(listTasks, { query })).total;
  expect(await found({ stage: ['processing'] })).toBe(summary.running);
  expect(await found({ stage: ['waiting'] })).toBe(summary.waitingForCarrier);
  expect(await found({ hasFailures: true, finishedAtFrom: summary.todayFrom })).toBe(summary.failedToday);
});

test('paused at once, resumed where it was', async () => {
  const agent = await host.as('agent');
  const { taskId } = await startAs('agent');
  let chunks = 0;
  run = async (_inside, batch) => {
    chunks += 1;
    if (chunks === 1) {
      await agent.ask(pauseTask, { body: { taskId } });
      await new Promise((resolve) => batch.signal.addEventListener('abort', resolve));
      return;
    }
    for (const item of batch.items) batch.settle(item, { kind: 'done' });
  };
  const beganAt = performance.now();
  await work();
  expect(performance.now() - beganAt).toBeLessThan(5_000);
  expect(await row(taskId)).toMatchObject({ is_paused: true, done: 0, state: 'processing' });
  expect((await agent.call(pauseTask, { body: { taskId } })).code).toBe('4090503');
  await work();
  expect(chunks).toBe(1);
  await agent.ask(resumeTask, { body: { taskId } });
  expect((await agent.call(resumeTask, { body: { taskId } })).code).toBe('4090502');
  await work();
  expect(await row(taskId)).toMatchObject({ state: 'completed', done: 10 });
  const items = await agent.ask(listTaskItems, { query: { taskId, pageSize: 20 } });
  expect(items.list.every((item) => item.attempts === 1 && item.state === 'done')).toBe(true);
  const story = (await agent.ask(readTaskDetail, { query: { taskId } })).events.map((event) => event.event);
  expect(story).toEqual(['created', 'started', 'paused', 'resumed', 'finished']);
});

test('cancelled: what was sent is still awaited, the rest is skipped', async () => {
  const agent = await host.as('agent');
  const { taskId } = await startAs('agent');
  run = async (_inside, batch) => {
    const [first, second] = batch.items;
    if (!first || !second) return;
    batch.settle(first, { kind: 'confirming', reference: 'A1' });
    batch.settle(second, { kind: 'done' });
    await agent.ask(cancelTask, { body: { taskId } });
    await new Promise((resolve) => batch.signal.addEventListener('abort', resolve));
  };
  await work();
  expect(await row(taskId)).toMatchObject({
    state: 'cancelled',
    done: 1,
    confirming: 1,
    skipped: 8,
    drained_at: null,
  });
  expect((await agent.call(cancelTask, { body: { taskId } })).code).toBe('4090501');
  const target = '89860600000000000000';
  await ctx.transact((inside) => settleItems(inside, [{ taskId, target, outcome: { kind: 'done' } }]));
  const after = await row(taskId);
  expect(after).toMatchObject({ state: 'cancelled', done: 2, confirming: 0, skipped: 8 });
  expect(after.drained_at).not.toBeNull();
});

test('failures are grouped with advice; a retry is a new task of the failed ones', async () => {
  run = async (_inside, batch) => {
    for (const item of batch.items) {
      const fails = item.seq % 3 === 0;
      batch.settle(
        item,
        fails
          ? { kind: 'failed', code: 'state', words: text('运营商：状态不允许', 'Carrier: state forbids') }
          : { kind: 'done' },
      );
    }
  };
  const agent = await host.as('agent');
  const { taskId } = await startAs('agent');
  expect((await agent.call(retryTask, { body: { taskId } })).code).toBe('4090505');
  await work();
  const detail = await agent.ask(readTaskDetail, { query: { taskId } });
  expect(detail.troubles).toEqual([
    {
      state: 'failed',
      code: 'state',
      words: { zh: '运营商：状态不允许', en: 'Carrier: state forbids' },
      count: 3,
      advice: { zh: '同步后重试', en: 'Sync, then retry' },
    },
  ]);
  expect(detail.pace.reduce((sum, minute) => sum + minute.done + minute.failed, 0)).toBe(10);
  run = async (_inside, batch) => {
    for (const item of batch.items) batch.settle(item, { kind: 'done' });
  };
  const again = await agent.ask(retryTask, { body: { taskId } });
  expect(again.total).toBe(3);
  await work();
  const retried = await agent.ask(readTaskDetail, { query: { taskId: again.taskId } });
  expect(retried).toMatchObject({ stage: 'completed', done: 3, parent: { id: taskId } });
  const old = await agent.ask(readTaskDetail, { query: { taskId } });
  expect(old).toMatchObject({ done: 7, failed: 3, retries: [{ id: again.taskId }] });
});

test('a retry asks for the permission of the action itself', async () => {
  run = async (_inside, batch) => {
    for (const item of batch.items) batch.settle(item, { kind: 'failed', code: 'x', words: text('否', 'No') });
  };
  const { taskId } = await startAs('enterprise');
  await work();
  const role = await host.db
    .selectFrom('identity.account_role')
    .select('role_id')
    .where('account_id', '=', await idOf('enterprise'))
    .executeTakeFirstOrThrow();
  const { permissions } = await host.db
    .selectFrom('identity.role')
    .select('permissions')
    .where('id', '=', role.role_id)
    .executeTakeFirstOrThrow();
  const set = async (held: readonly string[]) => {
    await host.db
      .updateTable('identity.role')
      .set({ permissions: [...held] })
      .where('id', '=', role.role_id)
      .execute();
    await host.db
      .updateTable('identity.rights_version')
      .set((on) => ({ version: on('version', '+', '1') }))
      .execute();
  };
  const enterprise = await host.as('enterprise');
  await set(['systemTask.view', 'systemTask.retry']);
  expect((await enterprise.call(retryTask, { body: { taskId } })).code).toBe('4030001');
  await set([...new Set([...permissions, 'systemTask.view', 'systemTask.retry', 'flowCard.active'])]);
  expect((await enterprise.call(retryTask, { body: { taskId } })).code).toBe('200');
  await work();
});

test('a second person lets a task pass; nobody passes their own', async () => {
  const { taskId } = await startAs('agent', { needsApproval: true });
  await work();
  expect(await row(taskId)).toMatchObject({ state: 'untreated' });
  const agent = await host.as('agent');
  const admin = await host.as('admin');
  expect((await agent.call(checkTask, { body: { taskId, passes: true } })).code).toMatch(/^403/);
  await admin.ask(checkTask, { body: { taskId, passes: true, note: '同意' } });
  expect((await admin.call(checkTask, { body: { taskId, passes: true } })).code).toBe('4090506');
  await work();
  expect(await row(taskId)).toMatchObject({ state: 'completed', checked_by_name: 'admin' });

  const rejected = await startAs('agent', { needsApproval: true });
  await admin.ask(checkTask, { body: { taskId: rejected.taskId, passes: false, note: '数量不符' } });
  await work();
  expect(await row(rejected.taskId)).toMatchObject({ state: 'cancelled', skipped: 10, approval: 'rejected' });
});

test('priority goes before age, and only the platform sets it', async () => {
  const order: string[] = [];
  run = async (_inside, batch) => {
    order.push(batch.task.id);
    for (const item of batch.items) batch.settle(item, { kind: 'done' });
  };
  const first = await startAs('agent');
  const second = await startAs('agent');
  const admin = await host.as('admin');
  await admin.ask(prioritiseTask, { body: { taskId: second.taskId, priority: 5 } });
  await work();
  expect(order.slice(0, 2)).toEqual([second.taskId, second.taskId]);
  expect(order).toContain(first.taskId);
});

test('the tray holds one’s own tasks only', async () => {
  const { taskId } = await startAs('agent');
  const mine = await (await host.as('agent')).ask(readTray);
  expect(mine.tasks.map((task) => task.taskId)).toContain(taskId);
  const theirs = await (await host.as('admin')).ask(readTray);
  expect(theirs.tasks.map((task) => task.taskId)).not.toContain(taskId);
  await work();
});

test('worker lines are for the platform', async () => {
  const { taskId } = await startAs('agent');
  await work();
  const workers = async (account: string) => {
    const detail = await (await host.as(account)).ask(readTaskDetail, { query: { taskId } });
    return detail.events.filter((event) => event.worker !== null || event.isInternal).length;
  };
  expect(await workers('agent')).toBe(0);
  expect(await workers('admin')).toBeGreaterThan(0);
});

test('the time to the end follows what was settled, or the limits of the lanes while that says nothing', async () => {
  const { taskId } = await startAs('agent', {
    items: Array.from({ length: 100 }, (_, n) => ({
      target: `8986060000000001${String(n).padStart(4, '0')}`,
      lane: 'slow',
    })),
  });
  const agent = await host.as('agent');
  const eta = async () => (await agent.ask(listTasks, { query: { id: [taskId] } })).list[0]?.etaSeconds;
  expect(await eta()).toBeNull();
  const seen: (number | null | undefined)[] = [];
  run = async (_inside, batch) => {
    seen.push(await eta());
    host.clock.advance(5_000);
    for (const item of batch.items) batch.settle(item, { kind: 'done' });
  };
  await work();
  // At most two a second for 95 waiting items; later extrapolated from five items in five seconds.
  expect(seen[0]).toBe(48);
  expect(seen[10]).toBe(50);
});
