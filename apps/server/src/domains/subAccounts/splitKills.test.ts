import { setTimeout as wait } from 'node:timers/promises';
import { buy, followOrder } from '@cardinal/contract/api/retailOrders/endUserOrders.ts';
import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { shopUnderTest } from '@cardinal/testing/shopUnderTest.ts';
import { subAccountsUnderTest } from '@cardinal/testing/subAccountsUnderTest.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';

const ORDERS = 9;
const under = await forThisFile(cardsUnderTest());
// The worker reads the machine's clock.
under.clock.set(new Date());
const given = [
  { to: '10', from: '1', reserve: 800 },
  { to: '11', from: '10', reserve: 1_360 },
];
const shop = await shopUnderTest(under, { seller: 'subagent', given, provider: 'lianlian' });
const { openFor, simulated } = await subAccountsUnderTest(under, shop.admin, shop.own);
const workers = await forThisFile(killableWorkers(under));
const numbers = Array.from({ length: ORDERS }, (_, n) => n + 1);
await shop.newCards(numbers, '11');
const listing = await shop.list(await shop.packageOf('1GB 月包'));
await openFor('10');
await openFor('11');

const fault = (body: object) => control(under.jasper, 'POST', '/faults', body);
const orders = () =>
  under.db.selectFrom('retail_orders.retail_order').select(['id', 'trade_no', 'fulfil_state']).orderBy('id').execute();

test('notices lost and doubled, and the worker killed in between: each payment is split once and each level paid out once', {
  timeout: 300_000,
}, async () => {
  await fault({ kind: 'lostConfirmation', operation: 'queryPayment', probability: 0.2, seed: 8 });
  await fault({ kind: 'swallow', operation: 'notifyPayment', probability: 0.4, seed: 9 });
  await fault({ kind: 'duplicate', operation: 'notifyPayment', probability: 0.4, seed: 10 });
  const users = await Promise.all(['1', '2', '3'].map((follower) => shop.signIn(follower)));
  for (const n of numbers) {
    const user = users[n % users.length];
    if (!user) throw new Error('no user');
    const cardId = await shop.bind(user, n);
    const { orderId } = await user.ask(buy, { body: { cardId, listingId: listing, price: '1500' } });
    expect((await user.ask(followOrder, { body: { orderId } })).payUrl).not.toBeNull();
  }
  const unpaid = (await orders()).map(({ trade_no }) => trade_no);
  const before = await shop.money();
  for (let kills = 0; kills < 3; kills += 1) {
    const worker = await workers.start();
    for (let each = 0; each < ORDERS / 3; each += 1)
      await control(under.jasper, 'POST', `/lianlian/trades/${unpaid.shift()}/pay`, {});
    await wait(150 + 350 * kills);
    await worker.kill();
  }
  const isDone = async () =>
    (await orders()).every(({ fulfil_state }) => fulfil_state === FulfilmentState.values.success);
  // Something was cut off, or the kills prove nothing.
  expect(await isDone()).toBe(false);
  await workers.start();
  for (const until = performance.now() + 150_000; performance.now() < until && !(await isDone()); ) await wait(200);
  expect(await isDone()).toBe(true);
  const after = await shop.money();
  const gained = (key: string) => BigInt(after[key] ?? 0) - BigInt(before[key] ?? 0);
  const times = BigInt(ORDERS);
  expect(gained('platform 1 clearing')).toBe(-800n * times);
  expect(gained('platform 1 revenue')).toBe(800n * times);
  for (const level of ['10', '11'])
    for (const kind of ['profit', 'profitFrozen'])
      expect([level, gained(`customer ${level} ${kind}`)]).toEqual([level, 0n]);
  expect([(await simulated('10')).held, (await simulated('11')).held]).toEqual([560 * ORDERS, 140 * ORDERS]);
  const entries = await under.db.selectFrom('profit_sharing.entry').select(['amount', 'state']).execute();
  expect(entries.map(({ state }) => state)).toEqual(Array(2 * ORDERS).fill('paidOut'));
  const splits = await under.db.selectFrom('sub_accounts.split').select(['amount', 'posted']).execute();
  expect(splits.every(({ amount, posted }) => amount === posted)).toBe(true);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});
