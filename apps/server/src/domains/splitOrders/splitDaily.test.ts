import { setReleaseRule } from '@cardinal/contract/api/profitSharing/rules.ts';
import { setSplitRatio } from '@cardinal/contract/api/splitOrders/receivers.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { shopUnderTest } from '@cardinal/testing/shopUnderTest.ts';
import { splitOrdersUnderTest } from '@cardinal/testing/splitOrdersUnderTest.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';

const under = await forThisFile(cardsUnderTest());
const given = [
  { to: '10', from: '1', reserve: 800 },
  { to: '11', from: '10', reserve: 1_360 },
];
const shop = await shopUnderTest(under, { seller: 'subagent', given });
const splitting = await splitOrdersUnderTest(under, shop.admin, shop.merchantId);
await shop.newCards([1, 2, 3], '11');
const listing = await shop.list(await shop.packageOf('1GB 月包'));
await splitting.receiverFor('10');

async function sold(n: number) {
  const user = await shop.signIn();
  const orderId = await shop.order(user, await shop.bind(user, n), listing);
  await shop.pay(orderId);
  await shop.workOrder(orderId);
  return (await shop.rowOf(orderId)).payment_id;
}
const partsOf = async (paymentId: string) =>
  (
    await under.db
      .selectFrom('split_orders.part')
      .select(['amount', 'state', 'reason_zh'])
      .where('payment_id', '=', paymentId)
      .orderBy('created_at')
      .execute()
  ).map(({ amount, state, reason_zh }) => ({ amount: Number(amount), state, reason_zh }));
const stateOf = async (paymentId: string) =>
  (
    await under.db
      .selectFrom('split_orders.payment')
      .select('state')
      .where('payment_id', '=', paymentId)
      .executeTakeFirst()
  )?.state;
const sum = (parts: readonly { amount: number }[]) => parts.reduce((all, { amount }) => all + amount, 0);

await (await under.anew('admin')).ask(setReleaseRule, { body: { customerId: '10', rule: 'linearByDay', days: 10 } });

test('profit that is released day by day is split day by day, and the last part unfreezes the payment', async () => {
  const paymentId = await sold(1);
  for (let day = 1; day <= 10; day += 1) {
    await splitting.release(1);
    const parts = await partsOf(paymentId);
    expect(parts.length).toBe(day);
    expect(parts.every(({ state }) => state === 'paid')).toBe(true);
    expect(await stateOf(paymentId)).toBe(day < 10 ? 'frozen' : 'unfrozen');
  }
  const parts = await partsOf(paymentId);
  expect(sum(parts)).toBe(560);
  expect(parts.every(({ amount }) => amount === 56)).toBe(true);
  const { splits } = await splitting.simulated();
  expect(splits.length).toBeLessThanOrEqual(50);
  expect(splits.map(({ unfreezes }) => unfreezes).filter(Boolean)).toHaveLength(1);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('the parts of all days together stay within the ratio; what is beyond it is left as profit', async () => {
  const admin = await under.anew('admin');
  await admin.ask(setSplitRatio, { body: { merchantId: shop.merchantId, version: 1, ratioPercent: '20' } });
  const paymentId = await sold(2);
  for (let day = 1; day <= 10; day += 1) await splitting.release(1);
  const parts = await partsOf(paymentId);
  const paid = parts.filter(({ state }) => state === 'paid');
  const left = parts.filter(({ state }) => state === 'left');
  // 20 % of 15.00: five whole parts of 0.56.
  expect([sum(paid), sum(left)]).toEqual([280, 280]);
  expect(new Set(left.map(({ reason_zh }) => reason_zh))).toEqual(new Set(['超过商户分账最高比例']));
  expect(await stateOf(paymentId)).toBe('unfrozen');
  expect(await verifyLedger(under.ctx)).toEqual([]);
});

test('over sixty days the payment is unfrozen in time, well within WeChat’s 50 requests; the rest stays profit', async () => {
  const admin = await under.anew('admin');
  await admin.ask(setSplitRatio, { body: { merchantId: shop.merchantId, version: 2, ratioPercent: '60' } });
  await admin.ask(setReleaseRule, { body: { customerId: '10', rule: 'linearByDay', days: 60 } });
  const before = (await splitting.simulated()).splits.length;
  const paymentId = await sold(3);
  for (let day = 1; day <= 61; day += 1) await splitting.release(1);
  const paid = (await partsOf(paymentId)).filter(({ state }) => state === 'paid');
  const requests = (await splitting.simulated()).splits.length - before;
  expect(requests).toBeGreaterThan(20);
  expect(requests).toBeLessThan(50);
  expect(sum(paid)).toBeGreaterThan(0);
  expect(sum(paid)).toBeLessThan(560);
  expect(await stateOf(paymentId)).toBe('unfrozen');
  expect(await verifyLedger(under.ctx)).toEqual([]);
});
