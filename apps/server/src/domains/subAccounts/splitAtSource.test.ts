import { askRefundAgain, confirmRefundByHand, refundByHand } from '@cardinal/contract/api/payments/paymentDecisions.ts';
import { replaceCase } from '@cardinal/contract/api/retailOrders/deskCases.ts';
import { buy, followOrder } from '@cardinal/contract/api/retailOrders/endUserOrders.ts';
import { refundOrder } from '@cardinal/contract/api/retailOrders/refunding.ts';
import { querySubAccount } from '@cardinal/contract/api/subAccounts/subAccounts.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import { shopUnderTest } from '@cardinal/testing/shopUnderTest.ts';
import { subAccountsUnderTest } from '@cardinal/testing/subAccountsUnderTest.ts';
import { beforeEach, expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { stepDue } from '../payments/steps/steps.ts';

const under = await forThisFile(cardsUnderTest());
const given = [
  { to: '10', from: '1', reserve: 800 },
  { to: '11', from: '10', reserve: 1_360 },
];
await allow(under, 'subagent', ['wechatOrderList.refund', 'wechatOrderFail.replace']);
const shop = await shopUnderTest(under, { seller: 'subagent', given, provider: 'lianlian' });
const { admin } = shop;
const { channelId, openFor, simulated, act } = await subAccountsUnderTest(under, admin, shop.own);
await shop.newCards([1, 2, 3, 4, 5, 6, 7, 8, 9], '11');
const packageId = await shop.packageOf('1GB 月包', { terms: { refund_rule: 'proRataDays' } });
const listing = await shop.list(packageId);
await openFor('10');
await openFor('11');

const held = async () => [(await simulated('10')).held, (await simulated('11')).held];
const whole = async () => expect(await verifyLedger(under.ctx)).toEqual([]);
const entriesOf = (orderId: string) =>
  under.db
    .selectFrom('profit_sharing.entry')
    .select(['customer_id', 'kind', 'amount', 'state'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
const refundOf = async (paymentId: string) =>
  under.db
    .selectFrom('payments.refund')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
/** The balances that moved since. */
const since = (before: Record<string, string>, after: Record<string, string>) =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map((key) => [key, String(BigInt(after[key] ?? 0) - BigInt(before[key] ?? 0))])
      .filter(([, moved]) => moved !== '0'),
  );
async function bought(n: number) {
  const user = await shop.signIn();
  const cardId = await shop.bind(user, n);
  const { orderId } = await user.ask(buy, { body: { cardId, listingId: listing, price: '1500' } });
  const { payUrl, sheet } = await user.ask(followOrder, { body: { orderId } });
  return { orderId, payUrl, sheet };
}
async function sold(n: number) {
  const { orderId } = await bought(n);
  await shop.pay(orderId);
  await shop.workOrder(orderId);
  return { orderId, row: await shop.rowOf(orderId) };
}
const staff = () => under.as('subagent');
const refund = async (orderId: string) =>
  (await staff()).ask(refundOrder, { body: { id: orderId, reason: '客户退款' } });
/** Until the provider has ended it. */
async function refunded(paymentId: string) {
  for (let tries = 0; tries < 5; tries += 1) {
    await stepDue(under.ctx);
    if ((await refundOf(paymentId)).state === 'done') break;
    under.clock.advance(61_000);
  }
  return refundOf(paymentId);
}
/** What each level gave back, by the entries of its profit. */
const givenBack = async (orderId: string | null) => {
  const entries = await entriesOf(orderId ?? '');
  return Object.fromEntries(
    entries.filter(({ kind }) => kind === 'reversal').map(({ customer_id, amount }) => [customer_id, -Number(amount)]),
  );
};

beforeEach(() => under.clock.advance(61_000));

test('a payment of 15.00 is split 8.00/5.60/1.40: the profit is posted and paid out, and nothing becomes withdrawable', async () => {
  const before = await shop.money();
  const { orderId, payUrl, sheet } = await bought(1);
  expect(sheet).toBeNull();
  // He pays on Lianlian's page, which leads back to his order.
  expect((await fetch(payUrl ?? '')).status).toBe(200);
  const { trade_no } = await shop.rowOf(orderId);
  await shop.pay(orderId);
  const trade = (await control(under.jasper, 'GET', `/lianlian/trades/${trade_no}`)) as {
    total: number;
    payees: { amount: number }[];
  };
  expect([trade.total, ...trade.payees.map(({ amount }) => amount)]).toEqual([1_500, 560, 140]);
  expect(await held()).toEqual([560, 140]);
  await shop.workOrder(orderId);
  const { package_order_id, fulfil_state } = await shop.rowOf(orderId);
  expect(fulfil_state).toBe(2);
  expect(await entriesOf(package_order_id ?? '')).toEqual([
    { customer_id: '10', kind: 'sale', amount: '560', state: 'paidOut' },
    { customer_id: '11', kind: 'sale', amount: '140', state: 'paidOut' },
  ]);
  // What the platform's merchant got is its revenue; nobody's profit, frozen or usable, has moved.
  expect(since(before, await shop.money())).toEqual({ 'platform 1 clearing': '-800', 'platform 1 revenue': '800' });
  await whole();
});

test('a refund takes from each level what it gives back, and touches nothing that may be withdrawn', async () => {
  const [before, accounts] = [await shop.money(), (await held()) as [number, number]];
  const { orderId, row } = await sold(2);
  await refund(orderId);
  const made = await refunded(row.payment_id);
  expect(made.state).toBe('done');
  const back = await givenBack(row.package_order_id);
  expect(Object.keys(back)).toEqual(['10', '11']);
  expect(back['10']).toBeGreaterThan(0);
  expect(await held()).toEqual([accounts[0] + 560 - (back['10'] ?? 0), accounts[1] + 140 - (back['11'] ?? 0)]);
  const kept = 800 - (Number(made.amount) - (back['10'] ?? 0) - (back['11'] ?? 0));
  expect(since(before, await shop.money())).toEqual({
    'platform 1 clearing': String(-kept),
    'platform 1 revenue': String(kept),
  });
  expect((await entriesOf(row.package_order_id ?? '')).map(({ state }) => state)).toEqual(Array(4).fill('paidOut'));
  await whole();
});

test('where one level is short the refund fails as a whole and waits; paid by hand, the levels owe their parts', async () => {
  const before = await shop.money();
  const { orderId, row } = await sold(3);
  const [ten, eleven] = (await held()) as [number, number];
  await act('11', 'withdraw', { amount: eleven });
  await refund(orderId);
  await stepDue(under.ctx);
  const refused = await refundOf(row.payment_id);
  expect([refused.state, refused.said]).toEqual(['asked', '5003']);
  expect(await held()).toEqual([ten, 0]);
  // It is asked for again, and again refused, until a person decides.
  under.clock.advance(61_000);
  await stepDue(under.ctx);
  const { id, said } = await refundOf(row.payment_id);
  expect(said).toBe('5003');
  const leave = { state: 'abnormal', next_at: null } as const;
  await under.db.updateTable('payments.refund').set(leave).where('id', '=', id).execute();
  const asking = await under.as('admin');
  await asking.ask(askRefundAgain, { body: { id } });
  await stepDue(under.ctx);
  expect((await refundOf(row.payment_id)).said).toBe('5003');
  await under.db.updateTable('payments.refund').set(leave).where('id', '=', id).execute();
  await asking.ask(refundByHand, { body: { id, reference: 'BANK-1' } as never });
  const other = await under.as('finance');
  await other.ask(confirmRefundByHand, { body: { id, isPaid: true } as never });
  expect(await held()).toEqual([ten, 0]);
  // The platform has returned all of it by itself: the levels owe it what they kept.
  const back = await givenBack(row.package_order_id);
  const paidBack = Number((await refundOf(row.payment_id)).amount);
  const revenue = 800 - (paidBack - (back['10'] ?? 0) - (back['11'] ?? 0));
  expect(since(before, await shop.money())).toEqual({
    'platform 1 clearing': String(paidBack - 800),
    'platform 1 revenue': String(revenue),
    'customer 10 profit': String(-(back['10'] ?? 0)),
    'customer 11 profit': String(-(back['11'] ?? 0)),
  });
  await whole();
});

test('what cannot be set up goes back whole, from everybody what he got', async () => {
  const before = await shop.money();
  const accounts = await held();
  const { orderId } = await bought(4);
  await shop.pay(orderId);
  const { card_id, payment_id } = await shop.rowOf(orderId);
  expect(await held()).toEqual([(accounts[0] ?? 0) + 560, (accounts[1] ?? 0) + 140]);
  await under.db.updateTable('cards.card').set({ customer_id: '20' }).where('id', '=', card_id).execute();
  await shop.workOrder(orderId, true);
  // The levels were paid for this package, so no other takes its place.
  const replaced = await (await staff()).call(replaceCase, { body: { id: orderId, listingId: listing } });
  expect(replaced.code).toBe('4092155');
  await shop.workOrder(orderId);
  expect(await refunded(payment_id)).toMatchObject({ amount: '1500', state: 'done' });
  expect(await held()).toEqual(accounts);
  expect(since(before, await shop.money())).toEqual({});
  await whole();
});

test('paid after its time it goes back, since other terms would not be those the levels were paid by', async () => {
  const before = await shop.money();
  const accounts = await held();
  const { orderId } = await bought(6);
  under.clock.advance(16 * 60_000);
  await shop.pay(orderId);
  await shop.workOrder(orderId);
  const row = await shop.rowOf(orderId);
  expect([row.fulfil_state, row.package_order_id]).toEqual([4, null]);
  expect(await refunded(row.payment_id)).toMatchObject({ amount: '1500', state: 'done' });
  expect(await held()).toEqual(accounts);
  expect(since(before, await shop.money())).toEqual({});
  await whole();
});

test('a level whose rule says no, or whose account is paused, is paid as ever', async () => {
  await act('11', 'pause');
  const { id } = await under.db
    .selectFrom('sub_accounts.account')
    .select('id')
    .where('customer_id', '=', '11')
    .executeTakeFirstOrThrow();
  expect(await admin.ask(querySubAccount, { body: { channelId, id } })).toEqual({ state: 'paused' });
  const before = await shop.money();
  const { row } = await sold(5);
  expect((await entriesOf(row.package_order_id ?? '')).map(({ customer_id, state }) => [customer_id, state])).toEqual([
    ['10', 'paidOut'],
    ['11', 'frozen'],
  ]);
  expect(since(before, await shop.money())).toEqual({
    'platform 1 clearing': '-940',
    'platform 1 revenue': '800',
    'customer 11 profitFrozen': '140',
  });
  await whole();
});
