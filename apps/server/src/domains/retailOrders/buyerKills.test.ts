import { setTimeout as wait } from 'node:timers/promises';
import { buy, followOrder } from '@cardinal/contract/api/retailOrders/endUserOrders.ts';
import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { type EndUserCaller, shopUnderTest } from '@cardinal/testing/shopUnderTest.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';

/** Those who follow a simulated public account. */
const BUYERS = ['1', '2', '3', '4'];
const ORDERS = 12;
const under = await forThisFile(cardsUnderTest());
// The worker reads the machine's clock.
under.clock.set(new Date());
const shop = await shopUnderTest(under);
const workers = await forThisFile(killableWorkers(under));
const numbers = Array.from({ length: ORDERS }, (_, n) => n + 1);
const cards = await shop.newCards(numbers);
const listing = await shop.list(await shop.packageOf('1GB 月包'));

const fault = (body: object) => control(under.jasper, 'POST', '/faults', body);
const orders = () =>
  under.db
    .selectFrom('retail_orders.retail_order')
    .select(['id', 'card_id', 'trade_no', 'payment_id', 'fulfil_state'])
    .orderBy('id')
    .execute();

test('notices lost and doubled, and the worker killed between payment and card: each buyer has one package for one payment', {
  timeout: 300_000,
}, async () => {
  await fault({ kind: 'lostConfirmation', operation: 'queryPayment', probability: 0.2, seed: 8 });
  await fault({ kind: 'swallow', operation: 'notifyPayment', probability: 0.4, seed: 9 });
  await fault({ kind: 'duplicate', operation: 'notifyPayment', probability: 0.4, seed: 10 });
  const users = await Promise.all(BUYERS.map((follower) => shop.signIn(follower)));
  for (const n of numbers) {
    const user = users[n % BUYERS.length] as EndUserCaller;
    const cardId = await shop.bind(user, n);
    const { orderId } = await user.ask(buy, { body: { cardId, listingId: listing, price: '1500' } });
    expect((await user.ask(followOrder, { body: { orderId } })).sheet).not.toBeNull();
  }
  const unpaid = (await orders()).map(({ trade_no }) => trade_no);
  const before = await shop.money();
  const payNext = async () => {
    const tradeNo = unpaid.shift();
    if (tradeNo) await control(under.jasper, 'POST', `/wechat/trades/${tradeNo}/pay`, {});
  };
  for (let kills = 0; kills < 4; kills += 1) {
    const worker = await workers.start();
    for (let each = 0; each < ORDERS / 4; each += 1) await payNext();
    await wait(150 + 350 * kills);
    await worker.kill();
  }
  expect(unpaid).toEqual([]);
  const isDone = async () =>
    (await orders()).every(({ fulfil_state }) => fulfil_state === FulfilmentState.values.success);
  // Something was cut off, or the kills prove nothing.
  expect(await isDone()).toBe(false);
  await workers.start();
  for (const until = performance.now() + 150_000; performance.now() < until && !(await isDone()); ) await wait(200);
  expect((await orders()).map(({ fulfil_state }) => fulfil_state)).toEqual(
    Array(ORDERS).fill(FulfilmentState.values.success),
  );
  const records = await under.db.selectFrom('orders.package_usage').select('card_id').execute();
  expect(records.map(({ card_id }) => card_id).sort()).toEqual([...cards].sort());
  expect(await under.db.selectFrom('payments.refund').select('id').execute()).toEqual([]);
  const after = await shop.money();
  const gained = (key: string) => BigInt(after[key] ?? 0) - BigInt(before[key] ?? 0);
  expect(gained('platform 1 clearing')).toBe(-1_500n * BigInt(ORDERS));
  expect(gained('platform 1 revenue')).toBe(800n * BigInt(ORDERS));
  expect(gained('customer 10 profitFrozen') + gained('customer 10 profit')).toBe(700n * BigInt(ORDERS));
  expect(await verifyLedger(under.ctx)).toEqual([]);
});
