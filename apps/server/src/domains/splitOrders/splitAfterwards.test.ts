import { setReleaseRule } from '@cardinal/contract/api/profitSharing/rules.ts';
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
  under.db.selectFrom('split_orders.payment').select('state').where('payment_id', '=', paymentId).executeTakeFirst();

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

/** From now on what is earned is released with the next run. */
const atOnce = async () => {
  const admin = await under.anew('admin');
  for (const [customerId, caller] of [
    ['10', admin],
    ['11', admin],
  ] as const)
    await caller.ask(setReleaseRule, { body: { customerId, rule: 'realTime' } });
};
const refund = async (orderId: string) =>
  (await under.anew('subagent')).ask(refundOrder, { body: { id: orderId, reason: '客户退款' } });
async function refunded(paymentId: string) {
  const read = () =>
    under.db
      .selectFrom('payments.refund')
      .select(['state', 'amount', 'said', 'refused_zh'])
      .where('payment_id', '=', paymentId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  for (let tries = 0; tries < 6 && (await read()).state !== 'done'; tries += 1) {
    await stepPayments(under.ctx);
    under.clock.advance(61_000);
  }
  return read();
}
const backOf = (paymentId: string) =>
  under.db
    .selectFrom('split_orders.give_back')
    .select(['customer_id', 'amount', 'state', 'said', 'reason_zh'])
    .where('payment_id', '=', paymentId)
    .orderBy('customer_id')
    .execute();
const both = async () => [await splitting.held(TEN), await splitting.held(ELEVEN)] as [number, number];
/** What the platform keeps of a refunded payment. */
const keptAfter = (amount: string, back: readonly { amount: string }[]) =>
  800 - (Number(amount) - back.reduce((sum, each) => sum + Number(each.amount), 0));

test('a refund asks each level back what it gives up, then returns the money; nobody owes anything', async () => {
  await atOnce();
  const before = await shop.money();
  const held = await both();
  const { orderId, row } = await sold(2);
  await splitting.release(0);
  expect(await both()).toEqual([held[0] + 560, held[1] + 140]);
  await refund(orderId);
  const made = await refunded(row.payment_id);
  expect(made.state).toBe('done');
  const back = await backOf(row.payment_id);
  expect(back.map(({ customer_id, state }) => [customer_id, state])).toEqual([
    ['10', 'done'],
    ['11', 'done'],
  ]);
  const [ten, eleven] = back.map(({ amount }) => Number(amount)) as [number, number];
  expect(await both()).toEqual([held[0] + 560 - ten, held[1] + 140 - eleven]);
  const kept = keptAfter(made.amount, back);
  expect(since(before, await shop.money())).toEqual({
    'platform 1 clearing': String(-kept),
    'platform 1 revenue': String(kept),
  });
  await whole();
});

test('what a receiver does not give back is owed: its profit is below zero, and the buyer gets his money', async () => {
  const before = await shop.money();
  const held = await both();
  const { orderId, row } = await sold(3);
  await splitting.release(0);
  await splitting.settings({ returnFails: { [TEN]: 'ACCOUNT_ABNORMAL' } });
  await refund(orderId);
  const made = await refunded(row.payment_id);
  await splitting.settings({ returnFails: {} });
  expect(made.state).toBe('done');
  const back = await backOf(row.payment_id);
  expect(back).toMatchObject([
    { customer_id: '10', state: 'owed', said: 'ACCOUNT_ABNORMAL', reason_zh: '分账接收账户异常' },
    { customer_id: '11', state: 'done' },
  ]);
  const [ten, eleven] = back.map(({ amount }) => Number(amount)) as [number, number];
  expect(await both()).toEqual([held[0] + 560, held[1] + 140 - eleven]);
  const kept = keptAfter(made.amount, back);
  expect(since(before, await shop.money())).toEqual({
    'platform 1 clearing': String(-kept + ten),
    'platform 1 revenue': String(kept),
    'customer 10 profit': String(-ten),
  });
  await whole();
});

test('a level in debt makes that good first: what it earns then is left with it, and says so', async () => {
  const debt = BigInt((await shop.money())['customer 10 profit'] ?? 0);
  expect(debt).toBeLessThan(0n);
  const { row } = await sold(4);
  await splitting.release(0);
  expect(await partsOf(row.payment_id)).toMatchObject([
    { customer_id: '10', amount: '560', state: 'left', reason_zh: '客户分润为负，先抵扣' },
    { customer_id: '11', state: 'paid' },
  ]);
  expect((await shop.money())['customer 10 profit']).toBe(String(debt + 560n));
  await whole();
});

test('while a split is on its way its amount cannot be withdrawn, and a refund waits for its end', async () => {
  await splitting.settings({ splitAfterMs: null });
  const before = await shop.money();
  const { orderId, row } = await sold(5);
  await splitting.release(0);
  expect((await partsOf(row.payment_id)).map(({ state }) => state)).toEqual(['held', 'held']);
  expect(since(before, await shop.money())).toMatchObject({ 'customer 10 frozen': '560', 'customer 11 frozen': '140' });
  await refund(orderId);
  await stepPayments(under.ctx);
  const waiting = await under.db
    .selectFrom('payments.refund')
    .select(['state', 'refused_zh'])
    .where('payment_id', '=', row.payment_id)
    .executeTakeFirstOrThrow();
  // WeChat was not asked, so it refused nothing.
  expect(waiting).toEqual({ state: 'asked', refused_zh: null });
  const running = (await splitting.simulated()).splits.find(({ isFinished }) => !isFinished);
  await splitting.end(running?.splitNo ?? '');
  await splitting.settings({ splitAfterMs: 0 });
  await splitting.work();
  expect((await refunded(row.payment_id)).state).toBe('done');
  expect((await backOf(row.payment_id)).map(({ state }) => state)).toEqual(['done', 'done']);
  await whole();
});

test('a receiver that WeChat closes keeps its profit with the reason; one it dropped is split for no more', async () => {
  await splitting.settings({ splitFails: { [TEN]: 'RECEIVER_RECEIPT_LIMIT', [ELEVEN]: 'NO_RELATION' } });
  const before = await shop.money();
  const { row } = await sold(6);
  await splitting.release(0);
  await splitting.settings({ splitFails: {} });
  expect(await partsOf(row.payment_id)).toMatchObject([
    { customer_id: '10', state: 'left', said: 'RECEIVER_RECEIPT_LIMIT', reason_zh: '分账接收方已达收款限额' },
    { customer_id: '11', state: 'left', said: 'NO_RELATION', reason_zh: '分账关系已解除' },
  ]);
  expect(since(before, await shop.money())).toEqual({
    'platform 1 clearing': '-1500',
    'platform 1 revenue': '800',
    'customer 10 profit': '560',
    'customer 11 profit': '140',
  });
  const lost = await under.db
    .selectFrom('split_orders.receiver')
    .select(['customer_id', 'state'])
    .where('state', '!=', 'removed')
    .orderBy('customer_id')
    .execute();
  expect(lost).toEqual([
    { customer_id: '10', state: 'registered' },
    { customer_id: '11', state: 'lost' },
  ]);
  expect(await sharedOf(row.payment_id)).toEqual({ state: 'unfrozen' });
  await whole();
});

test('a refused split leaves all of it as profit, and the payment is unfrozen by itself', async () => {
  await splitting.settings({ splitRatio: 100 });
  const before = await shop.money();
  const { row } = await sold(7);
  await splitting.release(0);
  await splitting.settings({ splitRatio: 6_000 });
  expect(await partsOf(row.payment_id)).toMatchObject([
    { customer_id: '10', state: 'left', said: 'RULE_LIMIT', reason_zh: '超过商户分账最高比例' },
  ]);
  // 11 is no receiver any more.
  expect(since(before, await shop.money())).toMatchObject({ 'customer 10 profit': '560', 'customer 11 profit': '140' });
  await splitting.work();
  expect(await sharedOf(row.payment_id)).toEqual({ state: 'unfrozen' });
  const { splits } = await splitting.simulated();
  expect(splits.at(-1)).toMatchObject({ parts: [], unfreezes: true, isFinished: true });
  await whole();
});

test('what was never set up goes back whole, and nothing was split of it', async () => {
  const before = await shop.money();
  const count = (await splitting.simulated()).splits.length;
  const user = await shop.signIn();
  const orderId = await shop.order(user, await shop.bind(user, 8), listing);
  await shop.pay(orderId);
  const { card_id, payment_id } = await shop.rowOf(orderId);
  await under.db.updateTable('cards.card').set({ customer_id: '20' }).where('id', '=', card_id).execute();
  await shop.workOrder(orderId, true);
  await shop.workOrder(orderId);
  expect(await refunded(payment_id)).toMatchObject({ amount: '1500', state: 'done' });
  await splitting.release(1);
  expect(await sharedOf(payment_id)).toEqual({ state: 'ended' });
  expect((await splitting.simulated()).splits).toHaveLength(count);
  expect(since(before, await shop.money())).toEqual({});
  await whole();
});

test('a payment is unfrozen before WeChat would, whatever is still to be released; that stays profit', async () => {
  const admin = await under.anew('admin');
  await admin.ask(setReleaseRule, { body: { customerId: '10', rule: 'afterDays', days: 60 } });
  const before = await shop.money();
  const { row } = await sold(9);
  await splitting.release(27);
  expect(await sharedOf(row.payment_id)).toEqual({ state: 'frozen' });
  await splitting.release(1);
  expect(await sharedOf(row.payment_id)).toEqual({ state: 'unfrozen' });
  await splitting.release(40);
  expect(await partsOf(row.payment_id)).toEqual([]);
  expect(since(before, await shop.money())).toMatchObject({ 'customer 10 profit': '560', 'customer 11 profit': '140' });
  await whole();
});
