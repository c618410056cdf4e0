import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { addCards, card, cardsUnderTest, events, iccid, task, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { balanceOf, fund, order, ordersWorkOff, sellPackage } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/face.ts';

const under = await forThisFile(cardsUnderTest());
// 1 platform, 10 agent, 12 enterprise below it.
const prices = { 1: 500, 10: 800, 12: 1_000 };
const sold = await sellPackage(under, prices);
await fund(under, '12', 50_000);
const cardsOf = (numbers: readonly number[], given = {}) =>
  addCards(
    under,
    numbers.map((n) => ({ n, customerId: '12', ...given })),
  );
const orderOf = (taskId: string) =>
  under.db.selectFrom('orders.package_order').selectAll().where('task_id', '=', taskId).executeTakeFirstOrThrow();
const usagesOf = (n: number) =>
  under.db.selectFrom('orders.package_usage').selectAll().where('iccid', '=', iccid(n)).orderBy('id').execute();
const failuresOf = async (taskId: string) => {
  const { id } = await orderOf(taskId);
  const rows = await under.db
    .selectFrom('orders.order_line')
    .select('failure_code')
    .where('order_id', '=', id)
    .where('failure_code', 'is not', null)
    .execute();
  return rows.map((row) => row.failure_code);
};

test('an order holds its whole amount, pays every level for what succeeds and releases the rest', async () => {
  await cardsOf([1, 2, 3]);
  const { taskId } = await order(under, sold, '12', [1, 2, 3]);
  expect(await balanceOf(under, '12')).toEqual({ balance: 47_000n, frozen: 3_000n, profitFrozen: 0n });
  // One is cancelled after the order was accepted.
  await under.db.updateTable('cards.card').set({ carrier_status: 'RETIRED' }).where('iccid', '=', iccid(3)).execute();
  await ordersWorkOff(under, { taskId });
  expect(await orderOf(taskId)).toMatchObject({
    lines: 3,
    settled_lines: 2,
    fulfil_state: FulfilmentState.values.partly,
  });
  expect(await balanceOf(under, '12')).toEqual({ balance: 48_000n, frozen: 0n, profitFrozen: 0n });
  expect((await balanceOf(under, '10')).profitFrozen).toBe(400n);
  expect(await task(under, taskId)).toMatchObject({ done: 2, failed: 1, charged: '2000' });
  expect(await failuresOf(taskId)).toEqual(['cancelled']);
  expect(await card(under, 1)).toMatchObject({ package_name: '月包', flow_total: '1000' });
  expect((await events(under, 1)).at(-1)).toMatchObject({ action: 'order_package', to_value: '月包', result: 'done' });
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('a balance that is too low, and a chain in which somebody sells at a loss, order nothing', async () => {
  await cardsOf([11]);
  const before = await under.db.selectFrom('orders.package_order').select('id').execute();
  const dear = await sellPackage(under, { ...prices, 12: 60_000 });
  await expect(order(under, dear, '12', [11])).rejects.toThrow('insufficientBalance');
  const atLoss = await sellPackage(under, { ...prices, 10: 1_001 });
  await expect(order(under, atLoss, '12', [11])).rejects.toThrow('soldBelowReserve');
  expect(await under.db.selectFrom('orders.package_order').select('id').execute()).toEqual(before);
});

test('renewals wait in a row; an add-on that follows ends with the main package and needs one in use', async () => {
  await cardsOf([21, 22]);
  const addOn = await sellPackage(under, prices, {
    type: 'flowRefueling',
    follow_main: 2,
    name: '加油包',
    flow_bytes: '50',
  });
  const alone = await order(under, addOn, '12', [21]);
  await ordersWorkOff(under, alone);
  expect(await failuresOf(alone.taskId)).toEqual(['noMain']);
  for (const each of [sold, sold, addOn]) await ordersWorkOff(under, await order(under, each, '12', [21]));
  const [first, second, third] = await usagesOf(21);
  expect(second?.starts_at).toEqual(first?.ends_at);
  expect([first?.state, second?.state, third?.state]).toEqual([
    PackageUsageState.values.using,
    PackageUsageState.values.unused,
    PackageUsageState.values.using,
  ]);
  expect(third?.ends_at).toEqual(first?.ends_at);
  expect(await card(under, 21)).toMatchObject({ package_name: '月包', flow_total: '1050' });
  const once = await sellPackage(under, prices, { renewable: false });
  await ordersWorkOff(under, await order(under, once, '12', [22]));
  const again = await order(under, once, '12', [22]);
  await ordersWorkOff(under, again);
  expect(await failuresOf(again.taskId)).toEqual(['notRenewable']);
});

test('a package of another carrier, without the real name it needs, or for a card that moved away is not sold', async () => {
  const failureOf = async (n: number, given: Parameters<typeof sellPackage>[2]) => {
    await cardsOf([n]);
    const started = await order(under, await sellPackage(under, prices, given), '12', [n]);
    if (n === 33)
      await under.db.updateTable('cards.card').set({ customer_id: '20' }).where('iccid', '=', iccid(n)).execute();
    await ordersWorkOff(under, started);
    return failuresOf(started.taskId);
  };
  expect(await failureOf(31, { platform: 2 })).toEqual(['otherCarrier']);
  expect(await failureOf(32, { real_name_required: true })).toEqual(['realNameMissing']);
  expect(await failureOf(33, {})).toEqual(['otherOwner']);
  expect((await balanceOf(under, '12')).frozen).toBe(0n);
});

test('a card whose product no longer goes with the package does not get it, and its money is released', async () => {
  await cardsOf([25, 26]);
  const { balance } = await balanceOf(under, '12');
  const { taskId } = await order(under, sold, '12', [25, 26]);
  await under.db.updateTable('cards.card').set({ product_code: null }).where('iccid', '=', iccid(26)).execute();
  await ordersWorkOff(under, { taskId });
  expect(await failuresOf(taskId)).toEqual(['product']);
  expect(await balanceOf(under, '12')).toEqual({ balance: balance - 1_000n, frozen: 0n, profitFrozen: 0n });
});

test('a card that arrears stopped loses that reason with its package, and is restarted', async () => {
  const { arrears } = StopReason.values;
  await cardsOf([41], { status: 'DEACTIVATED', stopReasons: [arrears] });
  await ordersWorkOff(under, await order(under, sold, '12', [41]));
  expect((await card(under, 41)).stop_reasons).toEqual([]);
  const asked = await under.db
    .selectFrom('tasks.task')
    .select('action_code')
    .where('action_code', '=', 'lift_forced_stop')
    .execute();
  expect(asked.length).toBe(1);
});

test('an order is worked off by two workers at once and in pieces: each line once, whatever is cancelled', async () => {
  const numbers = Array.from({ length: 450 }, (_, at) => 1_000 + at);
  await cardsOf(numbers);
  await fund(under, '12', 450_000);
  const before = await balanceOf(under, '12');
  const { taskId } = await order(under, sold, '12', numbers);
  await Promise.all([workOff(under), workOff(under)]);
  await ordersWorkOff(under, { taskId });
  await ordersWorkOff(under, { taskId });
  expect(await orderOf(taskId)).toMatchObject({ settled_lines: 450, fulfil_state: FulfilmentState.values.success });
  const after = await balanceOf(under, '12');
  expect(before.balance - after.balance).toBe(450_000n);
  expect(after.frozen).toBe(0n);
  expect(await verifyLedger(under.ctx)).toEqual([]);
}, 300_000);

test('an order just after the main package ended, before anything else noticed, begins at once', async () => {
  await cardsOf([60]);
  await ordersWorkOff(under, await order(under, sold, '12', [60]));
  const [first] = await usagesOf(60);
  under.clock.advance(+first!.ends_at - +under.clock.now() + 5_000);
  const { taskId } = await order(under, sold, '12', [60]);
  await ordersWorkOff(under, { taskId });
  expect(await task(under, taskId)).toMatchObject({ done: 1, failed: 0 });
  const [ended, next] = await usagesOf(60);
  expect(ended).toMatchObject({ state: PackageUsageState.values.used, state_at: first!.ends_at });
  expect(next).toMatchObject({ state: PackageUsageState.values.using });
});

test('of twenty orders at once those that the balance pays for are held, twenty-five times', async () => {
  await cardsOf(Array.from({ length: 20 }, (_, at) => 2_000 + at));
  const dear = await sellPackage(under, { 1: 500, 10: 800, 12: 10_000 });
  for (let round = 0; round < 25; round += 1) {
    await fund(under, '12', 50_000);
    const { balance, frozen } = await balanceOf(under, '12');
    const paid = balance / 10_000n;
    const all = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => order(under, dear, '12', [2_000 + at])));
    const refused = all.flatMap((each) => (each.status === 'rejected' ? [String(each.reason.message)] : []));
    expect(refused).toEqual(Array(20 - Number(paid)).fill('insufficientBalance'));
    expect(refused.length).toBeGreaterThan(0);
    expect(await balanceOf(under, '12')).toMatchObject({
      balance: balance - paid * 10_000n,
      frozen: frozen + paid * 10_000n,
    });
  }
  expect(await verifyLedger(under.ctx)).toEqual([]);
});
