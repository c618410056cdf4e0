import { refundOrder } from '@cardinal/contract/api/retailOrders/refunding.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import { shopUnderTest } from '@cardinal/testing/shopUnderTest.ts';
import { splitOrdersUnderTest } from '@cardinal/testing/splitOrdersUnderTest.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { stepDue as stepPayments } from '../payments/steps/steps.ts';

const under = await forThisFile(cardsUnderTest());
const given = [
  { to: '10', from: '1', reserve: 800 },
  { to: '11', from: '10', reserve: 1_360 },
];
await allow(under, 'subagent', ['wechatOrderList.refund']);
const shop = await shopUnderTest(under, { seller: 'subagent', given });
const splitting = await splitOrdersUnderTest(under, shop.admin, shop.merchantId);
await shop.newCards([1, 2, 3, 4, 5, 6, 7, 8, 9], '11');
const packageId = await shop.packageOf('1GB 月包', { terms: { refund_rule: 'proRataDays' } });
const listing = await shop.list(packageId);
await splitting.receiverFor('10');
await splitting.receiverFor('11');
const [TEN, ELEVEN] = ['1900000110', '1900000111'] as const;

const whole = async () => expect(await verifyLedger(under.ctx)).toEqual([]);
/** The balances that moved since. */
const since = (before: Record<string, string>, after: Record<string, string>) =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map((key) => [key, String(BigInt(after[key] ?? 0) - BigInt(before[key] ?? 0))])
      .filter(([, moved]) => moved !== '0'),
  );
async function sold(n: number) {
  const user = await shop.signIn();
  const orderId = await shop.order(user, await shop.bind(user, n), listing);
  await shop.pay(orderId);
  await shop.workOrder(orderId);
  return { orderId, row: await shop.rowOf(orderId) };
}
const partsOf = (paymentId: string) =>
  under.db
    .selectFrom('split_orders.part')
    .select(['customer_id', 'amount', 'state', 'said', 'reason_zh'])
    .where('payment_id', '=', paymentId)
    .orderBy('customer_id')
    .execute();
const sharedOf = (paymentId: string) =>
  under.db
    .selectFrom('split_orders.payment')
    .select('state')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();

test('frozen when it is paid, split 5.60 and 1.40 when that is released, posted with WeChat’s answer, never withdrawable', async () => {
  const before = await shop.money();
  const { row } = await sold(1);
  expect(await sharedOf(row.payment_id)).toEqual({ state: 'frozen' });
  expect((await splitting.simulated()).splits).toEqual([]);
  await splitting.release();
  const { splits } = await splitting.simulated();
  expect(splits.map(({ unfreezes, isFinished }) => [unfreezes, isFinished])).toEqual([[true, true]]);
  expect(splits[0]?.parts.map(({ account, amount, result }) => [account, amount, result])).toEqual([
    [TEN, 560, 'SUCCESS'],
    [ELEVEN, 140, 'SUCCESS'],
  ]);
  expect(await partsOf(row.payment_id)).toMatchObject([
    { customer_id: '10', amount: '560', state: 'paid', said: 'SUCCESS' },
    { customer_id: '11', amount: '140', state: 'paid', said: 'SUCCESS' },
  ]);
  expect(await sharedOf(row.payment_id)).toEqual({ state: 'unfrozen' });
  expect(since(before, await shop.money())).toEqual({ 'platform 1 clearing': '-800', 'platform 1 revenue': '800' });
  await whole();
});

test('a refund asks each level back what it gives up, then returns the money; nobody owes anything', async () => {
  const before = await shop.money();
  const [ten, eleven] = [await splitting.held(TEN), await splitting.held(ELEVEN)];
  const { orderId, row } = await sold(2);
  await splitting.release();
  await (await under.anew('subagent')).ask(refundOrder, { body: { id: orderId, reason: '客户退款' } });
  for (let tries = 0; tries < 4; tries += 1) {
    await stepPayments(under.ctx);
    under.clock.advance(61_000);
  }
  const refund = await under.db
    .selectFrom('payments.refund')
    .select(['state', 'amount', 'said'])
    .where('payment_id', '=', row.payment_id)
    .executeTakeFirstOrThrow();
  expect(refund.state).toBe('done');
  const back = await under.db
    .selectFrom('split_orders.give_back')
    .select(['customer_id', 'amount', 'state'])
    .where('payment_id', '=', row.payment_id)
    .orderBy('customer_id')
    .execute();
  expect(back.map(({ customer_id, state }) => [customer_id, state])).toEqual([
    ['10', 'done'],
    ['11', 'done'],
  ]);
  const [tenBack, elevenBack] = back.map(({ amount }) => Number(amount)) as [number, number];
  expect([await splitting.held(TEN), await splitting.held(ELEVEN)]).toEqual([
    ten + 560 - tenBack,
    eleven + 140 - elevenBack,
  ]);
  const kept = 800 - (Number(refund.amount) - tenBack - elevenBack);
  expect(since(before, await shop.money())).toEqual({
    'platform 1 clearing': String(-kept),
    'platform 1 revenue': String(kept),
  });
  await whole();
});
