import { setTimeout as wait } from 'node:timers/promises';
import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { fund } from '@cardinal/testing/ordersUnderTest.ts';
import type { EndUserCaller } from '@cardinal/testing/shopUnderTest.ts';
import { topUpsUnderTest } from '@cardinal/testing/topUpsUnderTest.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';

const BUYERS = ['1', '2', '3', '4'];
const TOP_UPS = 12;
const under = await forThisFile(cardsUnderTest());
// The worker reads the machine's clock.
under.clock.set(new Date());
const shop = await topUpsUnderTest(under);
const workers = await forThisFile(killableWorkers(under));
const numbers = Array.from({ length: TOP_UPS }, (_, n) => n + 1);
await shop.newCards(numbers);
const tier = await shop.addTier();
await fund(under, '10', 100_000);

const fault = (body: object) => control(under.jasper, 'POST', '/faults', body);
const orders = () =>
  under.db.selectFrom('retail_orders.retail_order').select(['trade_no', 'fulfil_state']).orderBy('id').execute();

test('notices lost and doubled, and workers killed while top-ups are booked: each card has its money once', {
  timeout: 300_000,
}, async () => {
  await fault({ kind: 'lostConfirmation', operation: 'queryPayment', probability: 0.2, seed: 18 });
  await fault({ kind: 'swallow', operation: 'notifyPayment', probability: 0.4, seed: 19 });
  await fault({ kind: 'duplicate', operation: 'notifyPayment', probability: 0.4, seed: 20 });
  const users = await Promise.all(BUYERS.map((follower) => shop.signIn(follower)));
  for (const n of numbers) {
    const user = users[n % BUYERS.length] as EndUserCaller;
    await shop.order(user, await shop.bind(user, n), tier);
  }
  const unpaid = (await orders()).map(({ trade_no }) => trade_no);
  const before = await shop.money();
  for (let kills = 0; kills < 4; kills += 1) {
    const worker = await workers.start();
    for (const tradeNo of unpaid.splice(0, TOP_UPS / 4))
      await control(under.jasper, 'POST', `/wechat/trades/${tradeNo}/pay`, {});
    await wait(100 + 250 * kills);
    await worker.kill();
  }
  const isDone = async () =>
    (await orders()).every(({ fulfil_state }) => fulfil_state === FulfilmentState.values.success);
  // Something was cut off, or the kills prove nothing.
  expect(await isDone()).toBe(false);
  await workers.start();
  for (const until = performance.now() + 150_000; performance.now() < until && !(await isDone()); ) await wait(200);
  expect(await isDone()).toBe(true);
  const wallets = await under.db
    .selectFrom('ledger.account')
    .select(['kind', 'balance'])
    .where('owner_kind', '=', 'card')
    .execute();
  const of = (kind: string) => wallets.filter((each) => each.kind === kind).map(({ balance }) => balance);
  expect(of('walletPaid')).toEqual(Array(TOP_UPS).fill('5000'));
  expect(of('walletGift')).toEqual(Array(TOP_UPS).fill('500'));
  const spent = Number(before['customer 10 balance']) - Number((await shop.money())['customer 10 balance']);
  expect(spent).toBe(500 * TOP_UPS);
  expect(await under.db.selectFrom('payments.refund').select('id').execute()).toEqual([]);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});
