import { listInbox } from '@cardinal/contract/api/notices/inbox.ts';
import { queuedChanged, readQueuedPackages } from '@cardinal/contract/api/packages/queuedPackages.ts';
import { shelveSystemPackages } from '@cardinal/contract/api/packages/systemPackages.ts';
import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { invalid, noPermission, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { addCards, card, cardsUnderTest, iccid, task } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { balanceOf, fund, order, ordersWorkOff, type Sold, sellPackage } from '@cardinal/testing/ordersUnderTest.ts';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { verifyLedger } from '../../ledger/face.ts';
import { LeaseLost } from '../../tasks/face.ts';
import { tellOfStoppedJob } from './stopQueued.ts';
import { refundTaskAction } from './unsubscribe.ts';

const { unused, using, unsubscribed } = PackageUsageState.values;
const under = await forThisFile(cardsUnderTest());
const operator = await under.as('operator');
await fund(under, '12', 1_000_000);
await fund(under, '10', 1_000_000);
await addCards(
  under,
  Array.from({ length: 60 }, (_, at) => ({ n: at + 1, customerId: '12' })),
);
/** What its rule gives a customer that changes its mind: nothing. */
const sell = (name: string) => sellPackage(under, { 1: 500, 10: 800, 12: 1_000 }, { name, refund_rule: 'none' });
const idOf = async ({ versionId }: Sold): Promise<string> =>
  (
    await under.db
      .selectFrom('packages.package_version')
      .select('package_id')
      .where('id', '=', versionId)
      .executeTakeFirstOrThrow()
  ).package_id;
const buy = async (sold: Sold, payer: '10' | '12', numbers: readonly number[], times = 1) => {
  for (let n = 0; n < times; n += 1) await ordersWorkOff(under, await order(under, sold, payer, numbers));
};
const queued = (...ids: string[]) => operator.ask(readQueuedPackages, { query: { ids } });
const unpublish = (ids: readonly string[], records?: number) =>
  operator.call(shelveSystemPackages, {
    body: { ids: [...ids], shelfState: 0, ...(records === undefined ? {} : { stop: { records } }) },
  });
const statesOn = async (n: number) =>
  (
    await under.db
      .selectFrom('orders.package_usage')
      .select('state')
      .where('iccid', '=', iccid(n))
      .orderBy('id')
      .execute()
  ).map(({ state }) => state);
const money = async () => {
  const [payer, seller] = [await balanceOf(under, '12'), await balanceOf(under, '10')];
  return { payer: payer.balance, other: seller.balance, margin: seller.profitFrozen };
};
const shelfOf = (id: string) =>
  under.db.selectFrom('packages.package').select('shelf_state').where('id', '=', id).executeTakeFirstOrThrow();

test('what waits is named before, with what was paid for it; honoured it stays as it was bought', async () => {
  const sold = await sell('履行包');
  const id = await idOf(sold);
  await buy(sold, '12', [1, 2], 3);
  await buy(sold, '10', [2]);
  expect(await queued(id)).toEqual({
    records: 5,
    cards: 2,
    customers: 2,
    amounts: [{ currency: 'CNY', amount: String(4 * 1_000 + 800) }],
    underWay: 0,
    whyNotStop: null,
  });
  const before = await money();
  expect((await unpublish([id])).data).toMatchObject({ done: 1, failed: [], taskId: null });
  expect(await shelfOf(id)).toEqual({ shelf_state: 0 });
  expect(await statesOn(1)).toEqual([using, unused, unused]);
  expect(await money()).toEqual(before);
});

test('stopped it is given back whole at every level, what runs runs on, and other packages in the queue move up', async () => {
  const [sold, other] = [await sell('停止包'), await sell('其他包')];
  const id = await idOf(sold);
  await buy(sold, '12', [5, 6]);
  await buy(sold, '12', [5]);
  await buy(other, '12', [5]);
  await buy(sold, '10', [6]);
  await buy(sold, '12', [5]);
  const before = await money();
  const seen = await queued(id);
  expect(seen).toMatchObject({ records: 3, cards: 2, customers: 2 });
  const answer = await unpublish([id], seen.records);
  const { taskId } = answer.data as { taskId: string };
  await ordersWorkOff(under, { taskId });
  expect(await task(under, taskId)).toMatchObject({ done: 2, failed: 0, skipped: 0, action_code: 'refund_package' });
  expect(await statesOn(5)).toEqual([using, unsubscribed, unused, unsubscribed]);
  expect(await statesOn(6)).toEqual([using, unsubscribed]);
  const after = await money();
  expect({
    payer: after.payer - before.payer,
    other: after.other - before.other,
    margin: after.margin - before.margin,
  }).toEqual({ payer: 2_000n, other: 800n, margin: -400n });
  const [first, , moved] = await under.db
    .selectFrom('orders.package_usage')
    .select(['starts_at', 'ends_at'])
    .where('iccid', '=', iccid(5))
    .orderBy('id')
    .execute();
  expect(moved?.starts_at).toEqual(first?.ends_at);
  const rules = await under.db
    .selectFrom('orders.unsubscription')
    .select('rule')
    .where('task_id', '=', taskId)
    .execute();
  expect([...new Set(rules.map(({ rule }) => rule))]).toEqual(['wholeUnstarted']);
  expect(await verifyLedger(under.ctx)).toEqual([]);
  expect(await queued(id)).toMatchObject({ records: 0, amounts: [] });
});

test('several packages of an order, prices that do not divide: what comes back is what was paid', async () => {
  const sold = await sellPackage(under, { 1: 333, 10: 500, 12: 1_001 }, { name: '三份包', units: 3 });
  const id = await idOf(sold);
  const before = await money();
  await buy(sold, '12', [10, 11]);
  const seen = await queued(id);
  expect(seen.records).toBe(4);
  const { taskId } = (await unpublish([id], 4)).data as { taskId: string };
  await ordersWorkOff(under, { taskId });
  // The first of three cost 334, which runs.
  expect((await money()).payer - before.payer).toBe(-2n * 334n);
  expect(seen.amounts).toEqual([{ currency: 'CNY', amount: String(2 * (1_001 - 334)) }]);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('killed before its commit nothing is stopped; the next worker stops it once, and each is told once', async () => {
  const sold = await sell('中断包');
  const id = await idOf(sold);
  await buy(sold, '12', [20, 21], 2);
  await buy(sold, '10', [21]);
  const { taskId } = (await unpublish([id], 3)).data as { taskId: string };
  const before = await money();
  const row = await task(under, taskId);
  const batch = {
    task: {
      id: taskId,
      taskNo: row.task_no,
      action: 'refund_package',
      customerId: '1',
      accountId: null,
      accountName: '',
      parameters: row.parameters,
    },
    items: [{ seq: 1, target: iccid(20), targetId: (await card(under, 20)).id }],
    settleIn: async () => {
      throw new LeaseLost();
    },
  } as unknown as Parameters<typeof refundTaskAction.run>[1];
  await expect(refundTaskAction.run(under.ctx, batch)).rejects.toThrow(LeaseLost);
  expect(await money()).toEqual(before);
  expect(await statesOn(20)).toEqual([using, unused]);
  await ordersWorkOff(under, { taskId });
  const after = await money();
  expect([after.payer - before.payer, after.other - before.other]).toEqual([2_000n, 800n]);
  expect(await verifyLedger(under.ctx)).toEqual([]);

  // The job that tells is repeated after a kill.
  const tell = () => tellOfStoppedJob.run(under.ctx, { taskId }, new AbortController().signal);
  await under.work();
  await tell();
  await tell();
  const told = async () =>
    (
      await sql<{ source: string; n: number }>`select source, count(*)::int as n from notices.receipt
        where source like ${`queuedStopped:${taskId}:%`} group by source order by source`.execute(under.db)
    ).rows.map(({ source }) => source.split(':').at(-1));
  await vi.waitFor(async () => expect(await told()).toEqual(['10', '12']), { timeout: 60_000, interval: 300 });
  const inbox = async (account: string) =>
    (await (await under.as(account)).ask(listInbox, { query: { titleContains: '中断包' } as never })).list;
  expect(await inbox('enterprise')).toMatchObject([
    { title: '2 张卡的排队套餐已停止：中断包', summary: expect.stringContaining('已退回 20.00 CNY') },
  ]);
  expect(await inbox('agent')).toMatchObject([
    { title: '1 张卡的排队套餐已停止：中断包', summary: expect.stringContaining('已退回 8.00 CNY') },
  ]);
});

test('twenty at once stop what waits once; who saw another number is told', async () => {
  const sold = await sell('并发包');
  const id = await idOf(sold);
  await buy(sold, '12', [30], 2);
  const wrong = await unpublish([id], 7);
  expect(wrong.code).toBe(queuedChanged.code);
  expect(await shelfOf(id)).toEqual({ shelf_state: 1 });
  const before = await money();
  const answers = await Promise.all(Array.from({ length: 20 }, () => unpublish([id], 1)));
  const tasks = answers.flatMap(({ data }) => (data as { taskId?: string } | undefined)?.taskId ?? []);
  for (const taskId of tasks) await ordersWorkOff(under, { taskId });
  expect((await money()).payer - before.payer).toBe(1_000n);
  expect(await statesOn(30)).toEqual([using, unsubscribed]);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('on the shelf nothing is stopped; packages of others are not found; who may not give back may not stop', async () => {
  const sold = await sell('权限包');
  const id = await idOf(sold);
  await buy(sold, '12', [40], 2);
  const publish = await operator.call(shelveSystemPackages, {
    body: { ids: [id], shelfState: 1, stop: { records: 1 } },
  });
  expect([publish.code, publish.data]).toEqual([
    invalid.code,
    { errors: [expect.objectContaining({ field: 'stop' })] },
  ]);
  await under.db.updateTable('packages.package').set({ customer_id: '10' }).where('id', '=', id).execute();
  expect((await operator.call(readQueuedPackages, { query: { ids: [id] } })).code).toBe(notFound.code);
  expect((await unpublish([id], 1)).code).toBe(notFound.code);
  await under.db.updateTable('packages.package').set({ customer_id: '1' }).where('id', '=', id).execute();
  await sql`update identity.role set permissions = array['systemPackage.view', 'systemPackage.shelf']
    where id in (select r.role_id from identity.account_role r join identity.account a on a.id = r.account_id
      where a.account = 'finance')`.execute(under.db);
  const less = await under.as('finance');
  expect(await less.ask(readQueuedPackages, { query: { ids: [id] } })).toMatchObject({
    records: 1,
    whyNotStop: expect.any(String),
  });
  const refused = await less.call(shelveSystemPackages, { body: { ids: [id], shelfState: 0, stop: { records: 1 } } });
  expect(refused.code).toBe(noPermission.code);
  expect(await shelfOf(id)).toEqual({ shelf_state: 1 });
  expect((await less.call(shelveSystemPackages, { body: { ids: [id], shelfState: 0 } })).code).toBe('200');
});
