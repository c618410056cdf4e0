import { priceChanged } from '@cardinal/contract/api/cardBatches/refusals.ts';
import { previewTaskRetry } from '@cardinal/contract/api/cardBatches/retry.ts';
import { previewSelection, startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { retryTask } from '@cardinal/contract/api/tasks/tasks.ts';
import { addCards, cardsUnderTest, iccid, listSource, task } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow, balanceOf, fund, ordersWorkOff } from '@cardinal/testing/ordersUnderTest.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/face.ts';

const MINUTE_MS = 60_000;

const under = await forThisFile(cardsUnderTest());
await allow(under, 'enterprise', ['systemTask.retry', 'systemTask.view']);
const child = await under.as('enterprise');
const given = [
  { to: '10', from: '1', reserve: 800 },
  { to: '12', from: '10', reserve: 1_000 },
];
const product = await sellProduct(under.ctx, {
  carrierAccountId: under.accountId,
  customerIds: ['10', { to: '12', from: '10' }],
});
const NAME = '1GB 月包';
const packageOf = () => makePackage(under.ctx, { name: NAME, products: [product], given });
await fund(under, '12', 1_000_000);

/** What a customer pays from now on. */
async function reprice(packageId: string, customerId: string, reserve: number): Promise<void> {
  under.clock.advance(1_000);
  await sql`
    insert into packages.package_price (distribution_id, effective_at, reserve_price, min_price, suggest_price, currency, created_at)
    select id, ${under.clock.now()}, ${reserve}, ${reserve}, ${reserve}, 'CNY', ${under.clock.now()}
    from packages.package_distribution where package_id = ${packageId} and customer_id = ${customerId}`.execute(
    under.db,
  );
}
const become = (numbers: readonly number[], status: string) =>
  under.db.updateTable('cards.card').set({ carrier_status: status }).where('iccid', 'in', numbers.map(iccid)).execute();

let n = 0;
/** Orders for three cards of which the last two fail, and may have it again. */
async function orderThatFails(packageId: string, periods?: number) {
  const numbers = Array.from({ length: 3 }, () => (n += 1));
  await addCards(
    under,
    numbers.map((each) => ({ n: each, customerId: '12' })),
  );
  await under.db
    .updateTable('cards.card')
    .set({ product_code: product })
    .where('iccid', 'in', numbers.map(iccid))
    .execute();
  const parameters = { packageId, ...(periods ? { periods } : {}) };
  const body = { action: 'order_package' as const, source: listSource(numbers), parameters };
  const { previewId } = await child.ask(previewSelection, { body });
  const started = await child.ask(startAction, { body: { previewId } });
  await become(numbers.slice(1), 'RETIRED');
  await ordersWorkOff(under, started);
  await become(numbers.slice(1), 'ACTIVATED');
  return { taskId: started.taskId, numbers };
}
const retried = async (taskId: string) => {
  const [preview] = (await child.ask(previewTaskRetry, { body: { taskId } })).previews;
  if (!preview) throw new Error('Nothing to retry');
  return preview;
};
const start = (previewId: string) => child.call(startAction, { body: { previewId } });
const orderOf = (taskId: string) =>
  under.db.selectFrom('orders.package_order').selectAll().where('task_id', '=', taskId).executeTakeFirstOrThrow();
const stepsOf = async (orderId: string) =>
  (
    await under.db
      .selectFrom('orders.order_step')
      .select(['customer_id', 'reserve', 'price', 'margin'])
      .where('order_id', '=', orderId)
      .orderBy('level')
      .execute()
  ).map(({ customer_id, ...amounts }) => [customer_id, ...Object.values(amounts)]);

test('failed cards are retried at the price they were ordered at: every level is paid what it was, and the preview says so', async () => {
  const { id } = await packageOf();
  const { taskId } = await orderThatFails(id);
  await reprice(id, '10', 900);
  await reprice(id, '12', 1_200);
  const { order_no: orderNo, id: orderId } = await orderOf(taskId);
  const preview = await retried(taskId);
  expect(preview).toMatchObject({
    willTouch: 2,
    money: {
      total: '2000',
      groups: [{ words: `${NAME}（按订单 ${orderNo} 的价格；现价 12.00）`, quantity: 2, unitPrice: '1000' }],
    },
  });
  const [payer, agent] = [await balanceOf(under, '12'), await balanceOf(under, '10')];
  const { taskId: again } = (await start(preview.previewId)).data as { taskId: string };
  expect((await balanceOf(under, '12')).frozen - payer.frozen).toBe(2_000n);
  await ordersWorkOff(under, { taskId: again });
  expect((await balanceOf(under, '12')).balance - payer.balance).toBe(-2_000n);
  expect((await balanceOf(under, '10')).profitFrozen - agent.profitFrozen).toBe(400n);
  const second = await orderOf(again);
  expect(second).toMatchObject({ price: '1000', repeats_id: orderId, settled_lines: 2 });
  expect(await stepsOf(second.id)).toEqual(await stepsOf(orderId));
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('a retry of a retry keeps the price no longer than the first: fifteen minutes after its order ended', async () => {
  const { id } = await packageOf();
  const { taskId, numbers } = await orderThatFails(id);
  await reprice(id, '12', 1_200);
  const { previewId } = await retried(taskId);
  const { taskId: again } = (await start(previewId)).data as { taskId: string };
  await become(numbers.slice(2), 'RETIRED');
  under.clock.advance(10 * MINUTE_MS);
  await ordersWorkOff(under, { taskId: again });
  await become(numbers.slice(2), 'ACTIVATED');
  const kept = await retried(again);
  expect(kept.money).toMatchObject({ total: '1000' });
  under.clock.advance(6 * MINUTE_MS);
  // What was shown is no longer the price, so it does not start.
  expect((await start(kept.previewId)).code).toBe(priceChanged.code);
  const anew = await retried(again);
  const { order_no: orderNo } = await orderOf(taskId);
  expect(anew.money).toMatchObject({
    total: '1200',
    groups: [{ words: `${NAME}（按现价；订单 ${orderNo} 时为 10.00）`, unitPrice: '1200' }],
  });
  const payer = await balanceOf(under, '12');
  const { taskId: last } = (await start(anew.previewId)).data as { taskId: string };
  await ordersWorkOff(under, { taskId: last });
  expect((await balanceOf(under, '12')).balance - payer.balance).toBe(-1_200n);
  expect(await orderOf(last)).toMatchObject({ price: '1200', repeats_id: null, settled_lines: 1 });
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('several periods keep the price of each; where no price has moved, nothing is said of it', async () => {
  const { id } = await packageOf();
  const { taskId } = await orderThatFails(id, 3);
  const same = await retried(taskId);
  expect(same.money).toMatchObject({ total: '6000', groups: [{ words: `${NAME} × 3 期`, unitPrice: '3000' }] });
  await reprice(id, '12', 1_111);
  const { previewId, money } = await retried(taskId);
  expect(money).toMatchObject({ total: '6000', groups: [{ unitPrice: '3000' }] });
  const { taskId: again } = (await start(previewId)).data as { taskId: string };
  await ordersWorkOff(under, { taskId: again });
  const [first, second] = [await orderOf(taskId), await orderOf(again)];
  expect(second).toMatchObject({ price: '3000', units: 3, settled_lines: 2 });
  expect(await stepsOf(second.id)).toEqual(await stepsOf(first.id));
});

test('a task repeated without its preview orders nothing and says so', async () => {
  const { id } = await packageOf();
  const { taskId } = await orderThatFails(id);
  const payer = await balanceOf(under, '12');
  const again = await child.ask(retryTask, { body: { taskId } });
  await ordersWorkOff(under, again);
  expect(await task(under, again.taskId)).toMatchObject({ state: 'failed', done: 0, failed: 2 });
  expect(await balanceOf(under, '12')).toEqual(payer);
});
