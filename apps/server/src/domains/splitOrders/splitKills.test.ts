import { setReleaseRule } from '@cardinal/contract/api/profitSharing/rules.ts';
import { refundOrder } from '@cardinal/contract/api/retailOrders/refunding.ts';
import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import { shopUnderTest } from '@cardinal/testing/shopUnderTest.ts';
import { splitOrdersUnderTest } from '@cardinal/testing/splitOrdersUnderTest.ts';
import { workUnderKills } from '@cardinal/testing/underKills.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { stepDue as stepPayments } from '../payments/steps/steps.ts';
import { releaseProfit } from '../profitSharing/entries/releaseProfit.ts';
import { stepDue } from './steps/steps.ts';

const ORDERS = 9;
const under = await forThisFile(cardsUnderTest());
// The worker reads the machine's clock.
under.clock.set(new Date());
const prices = [
  { to: '10', from: '1', reserve: 800 },
  { to: '11', from: '10', reserve: 1_360 },
];
await allow(under, 'subagent', ['wechatOrderList.refund']);
const shop = await shopUnderTest(under, { seller: 'subagent', given: prices });
const splitting = await splitOrdersUnderTest(under, shop.admin, shop.merchantId);
const workers = await forThisFile(killableWorkers(under));
const numbers = Array.from({ length: ORDERS }, (_, n) => n + 1);
await shop.newCards(numbers, '11');
const listing = await shop.list(await shop.packageOf('1GB 月包', { terms: { refund_rule: 'proRataDays' } }));
await splitting.receiverFor('10');
await splitting.receiverFor('11');
const [TEN, ELEVEN] = ['1900000110', '1900000111'] as const;
for (const customerId of ['10', '11']) await shop.admin.ask(setReleaseRule, { body: { customerId, rule: 'realTime' } });

const fault = (body: object) => control(under.jasper, 'POST', '/faults', body);
const orders = () =>
  under.db
    .selectFrom('retail_orders.retail_order')
    .select(['id', 'payment_id', 'trade_no', 'fulfil_state'])
    .orderBy('id')
    .execute();
const shared = () => under.db.selectFrom('split_orders.payment').select(['payment_id', 'state']).execute();
const parts = () => under.db.selectFrom('split_orders.part').selectAll().execute();
const backs = () => under.db.selectFrom('split_orders.give_back').selectAll().execute();

async function underKills(isDone: () => Promise<boolean>): Promise<void> {
  const step = () => stepDue(under.ctx).then(() => stepPayments(under.ctx));
  const livesMs = [150, 450, 750, 1_050, 1_350];
  // Something was cut off, or the kills prove nothing.
  expect(await workUnderKills({ clock: under.clock, workers, livesMs, step, isDone })).toEqual({ cutOff: true });
}

test('every fault of a split and a return, and the worker killed again and again: each level is paid once, and gives back once', {
  timeout: 600_000,
}, async () => {
  const user = await shop.signIn();
  const before = await shop.money();
  for (const n of numbers) {
    const orderId = await shop.order(user, await shop.bind(user, n), listing);
    await shop.pay(orderId);
    await shop.workOrder(orderId);
  }
  expect((await orders()).every(({ fulfil_state }) => fulfil_state === FulfilmentState.values.success)).toBe(true);
  // Before they are sent: WeChat asks to wait a minute, which the test does not.
  const anHourAgo = new Date(Date.now() - 3_600_000);
  await under.db.updateTable('payments.payment').set({ paid_at: anHourAgo }).execute();
  await fault({ kind: 'lostConfirmation', operation: 'splitPayment', probability: 0.3, seed: 1 });
  await fault({ kind: 'dropBeforeEffect', operation: 'splitPayment', probability: 0.2, seed: 2 });
  await fault({ kind: 'httpError', operation: 'splitPayment', probability: 0.1, applied: true, seed: 3 });
  await fault({ kind: 'lostConfirmation', operation: 'querySplit', probability: 0.2, seed: 4 });
  await fault({ kind: 'wrongStatus', operation: 'querySplit', status: 'NEW_WORD', probability: 0.2, seed: 5 });
  await splitting.settings({ splitAfterMs: 300 });
  const isSplit = async () => {
    const all = await parts();
    return (
      all.length === 2 * ORDERS &&
      all.every(({ state }) => state !== 'held') &&
      (await shared()).every(({ state }) => state === 'unfrozen')
    );
  };
  await releaseProfit(under.ctx);
  expect((await parts()).map(({ state }) => state)).toEqual(Array(2 * ORDERS).fill('held'));
  await underKills(isSplit);
  expect((await parts()).map(({ state }) => state)).toEqual(Array(2 * ORDERS).fill('paid'));
  expect([await splitting.held(TEN), await splitting.held(ELEVEN)]).toEqual([560 * ORDERS, 140 * ORDERS]);
  const { splits } = await splitting.simulated();
  expect(new Set(splits.map(({ tradeNo }) => tradeNo)).size).toBe(ORDERS);
  const moved = async (key: string) => BigInt((await shop.money())[key] ?? 0) - BigInt(before[key] ?? 0);
  expect(await moved('platform 1 clearing')).toBe(-800n * BigInt(ORDERS));
  for (const level of ['10', '11'])
    for (const kind of ['profit', 'profitFrozen', 'frozen'])
      expect([level, kind, await moved(`customer ${level} ${kind}`)]).toEqual([level, kind, 0n]);
  expect(await verifyLedger(under.ctx)).toEqual([]);

  await control(under.jasper, 'DELETE', '/faults');
  await fault({ kind: 'lostConfirmation', operation: 'returnSplit', probability: 0.3, seed: 6 });
  await fault({ kind: 'dropBeforeEffect', operation: 'returnSplit', probability: 0.2, seed: 7 });
  await fault({ kind: 'lostConfirmation', operation: 'queryReturn', probability: 0.2, seed: 8 });
  await fault({ kind: 'lostConfirmation', operation: 'refund', probability: 0.2, seed: 9 });
  await fault({ kind: 'wrongStatus', operation: 'queryReturn', status: 'NEW_WORD', probability: 0.2, seed: 10 });
  under.clock.set(new Date());
  const staff = await under.anew('subagent');
  for (const { id } of await orders()) {
    under.clock.advance(2_000);
    await staff.ask(refundOrder, { body: { id, reason: '客户退款' } });
  }
  const isReturned = async () => {
    const refunds = await under.db.selectFrom('payments.refund').select('state').execute();
    return refunds.length === ORDERS && refunds.every(({ state }) => state === 'done');
  };
  await underKills(isReturned);
  expect((await backs()).map(({ state }) => state)).toEqual(Array(2 * ORDERS).fill('done'));
  const given = await backs();
  const backOf = (level: string) =>
    given.reduce((sum, { amount, customer_id }) => sum + (customer_id === level ? Number(amount) : 0), 0);
  expect([await splitting.held(TEN), await splitting.held(ELEVEN)]).toEqual([
    560 * ORDERS - backOf('10'),
    140 * ORDERS - backOf('11'),
  ]);
  expect(backOf('10') * backOf('11')).toBeGreaterThan(0);
  for (const level of ['10', '11']) expect([level, await moved(`customer ${level} profit`)]).toEqual([level, 0n]);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});
