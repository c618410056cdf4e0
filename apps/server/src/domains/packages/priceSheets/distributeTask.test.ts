import { setTimeout as wait } from 'node:timers/promises';
import * as api from '@cardinal/contract/api/packages/packageDistributions.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { expect, test } from 'vitest';
import { workTasks } from '../../tasks/leases/workTasks.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const operator = await host.as('operator');

const workers = await forThisFile(killableWorkers(host));

const taskOf = (taskId: string) =>
  host.db
    .selectFrom('tasks.task')
    .select(['state', 'done', 'failed'])
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow();
const doneItems = async (taskId: string) =>
  (
    await host.db
      .selectFrom('tasks.task_item')
      .select('seq')
      .where('task_id', '=', taskId)
      .where('state', '=', 'done')
      .execute()
  ).length;

const children = (
  await host.db.selectFrom('customers.v_customer').select('id').where('parent_id', '=', '1').orderBy('id').execute()
)
  .map(({ id }) => id)
  .slice(0, 3);
const packagesToGive = async (count: number) => {
  const made: string[] = [];
  for (let n = 0; n < count; n += 1) made.push((await makePackage(ctx)).id);
  return made;
};
const give = (packageIds: readonly string[], more: object = {}) =>
  operator.call(api.distributePackages, {
    body: {
      customerIds: children,
      lines: packageIds.map((packageId) => ({ packageId, reservePrice: '700' })),
      effective: 0,
      ...more,
    } as never,
  });

test('up to two hundred pairs are given within the request; more are a task with a result for each pair', async () => {
  const made = await packagesToGive(70);
  expect(await give(made.slice(0, 60))).toMatchObject({ data: { given: 180, taskId: null } });
  const started = await give(made);
  expect(started).toMatchObject({ data: { given: 0, repriced: 0, taskId: expect.any(String) } });
  const { taskId } = started.data as { taskId: string };
  // Judged before the start, and again pair by pair.
  await host.db.updateTable('packages.package').set({ shelf_state: 0 }).where('id', '=', String(made[69])).execute();
  await workTasks(ctx, new AbortController().signal);
  expect(await taskOf(taskId)).toMatchObject({ done: 207, failed: 3 });
  expect(await give(made)).toMatchObject({ code: '4091735', data: { errors: [{ field: 'lines.69.packageId' }] } });
});

test('a worker killed in the middle: another goes on, and each pair has its price once', {
  timeout: 300_000,
}, async () => {
  const made = await packagesToGive(68);
  const { taskId } = (await give(made)).data as { taskId: string };
  const first = await workers.start();
  while ((await doneItems(taskId)) < 20) await wait(5);
  await first.kill();
  const before = await doneItems(taskId);
  expect(before).toBeLessThan(204);
  await workers.start();
  while ((await taskOf(taskId)).state !== 'completed') await wait(100);
  expect(await taskOf(taskId)).toMatchObject({ done: 204, failed: 0 });
  const prices = await host.db
    .selectFrom('packages.package_distribution as d')
    .innerJoin('packages.package_price as p', 'p.distribution_id', 'd.id')
    .select(['d.package_id', 'd.customer_id', 'p.reserve_price', 'p.set_by'])
    .where('d.package_id', 'in', made)
    .execute();
  expect(prices).toHaveLength(204);
  expect(new Set(prices.map((each) => `${each.package_id} ${each.customer_id}`)).size).toBe(204);
  expect(new Set(prices.map((each) => `${each.reserve_price} ${each.set_by}`))).toEqual(new Set(['700 operator']));
});

test('children of several currencies are not given a package at one typed amount', async () => {
  const [id] = await packagesToGive(1);
  const [one, two] = children;
  await host.db.updateTable('customers.customer').set({ currency: 'USD' }).where('id', '=', String(two)).execute();
  expect(await give([String(id)])).toMatchObject({
    code: '4001738',
    data: { errors: [{ field: 'customerIds' }] },
  });
  const copy = { templateCustomerId: String(one), customerIds: [String(two)], validOnly: true };
  expect(await operator.call(api.copyPackageDistributions, { body: copy })).toMatchObject({ code: '4001738' });
  expect(await give([String(id)], { customerIds: [two] })).toMatchObject({ data: { given: 1, taskId: null } });
});
