import { wechatMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { addMerchantToRoute } from '@cardinal/contract/api/payments/collectingAccounts.ts';
import { askRefundAgain, confirmRefundByHand, refundByHand } from '@cardinal/contract/api/payments/paymentDecisions.ts';
import {
  assignCases,
  listDeskCases,
  readDeskRules,
  readDeskStaff,
  readReplacements,
  replaceCase,
  retryCases,
  setDeskRule,
} from '@cardinal/contract/api/retailOrders/deskCases.ts';
import { followOrder, requestRefund } from '@cardinal/contract/api/retailOrders/endUserOrders.ts';
import {
  listRetailRefunds,
  queryOrderPayment,
  queryRetailRefund,
  readRefundable,
  readRetailOrder,
  readRetailRefund,
  refundOrder,
  rejectRequest,
} from '@cardinal/contract/api/retailOrders/refunding.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow, fund } from '@cardinal/testing/ordersUnderTest.ts';
import { openMerchant } from '@cardinal/testing/paymentProviders.ts';
import { APPID, shopUnderTest } from '@cardinal/testing/shopUnderTest.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { stepDue } from '../payments/steps/steps.ts';
import { workDesk } from './desk/deskSweep.ts';

const under = await forThisFile(cardsUnderTest());
const shop = await shopUnderTest(under);
const { ctx, db } = under;
const RIGHTS = [
  'wechatOrderFail.view',
  'wechatOrderFail.retry',
  'wechatOrderFail.replace',
  'wechatOrderFail.refund',
  'wechatOrderFail.assign',
  'wechatOrderFail.rule',
  'wechatOrderList.view',
  'wechatOrderList.refund',
  'wechatOrderList.queryPay',
  'gzhRefundRecord.view',
  'gzhRefundRecord.query',
  'gzhRefundRecord.retry',
  'gzhRefundRecord.manual',
] as const;
for (const name of ['agent', 'rival']) await allow(under, name, RIGHTS);
type Three = [Caller, Caller, Caller];
const signedIn = async () => (await Promise.all(['agent', 'rival', 'admin'].map((name) => under.as(name)))) as Three;
const [agent, rival, admin] = await signedIn();
await shop.newCards([1, 2, 3, 4, 5, 6, 7, 8, 9]);
const listing = await shop.list(await shop.packageOf('1GB 月包'));
const other = await shop.list(await shop.packageOf('2GB 月包'), { title: '月包 2 GB' });
const dearer = await shop.list(await shop.packageOf('3GB 月包'), { title: '月包 3 GB', price: '16.00' });
const user = await shop.signIn('1');

const PAGE = { query: { pageNum: 1, pageSize: 20 } };
const whole = async () => expect(await verifyLedger(ctx)).toEqual([]);
const caseOf = async (id: string) => (await agent.ask(listDeskCases, PAGE)).list.find((each) => each.id === id);
const productOf = (cardId: string, product_code: string | null) =>
  db.updateTable('cards.card').set({ product_code }).where('id', '=', cardId).execute();

async function paid(n: number) {
  const cardId = await shop.bind(user, n);
  const id = await shop.order(user, cardId, listing);
  await shop.pay(id);
  return { cardId, id };
}
const endRefund = (refundNo: string, state: 'done' | 'abnormal') =>
  control(under.jasper, 'POST', `/wechat/refunds/${refundNo}`, { state });
/** Set up behind another one of the card: not begun, so its rule gives all of it back. */
async function waiting(n: number) {
  const first = await paid(n);
  await shop.workOrder(first.id);
  const second = await paid(n);
  await shop.workOrder(second.id);
  return { ...second, first: first.id };
}
/** Paid for a card that does not get it. */
async function failed(n: number) {
  const { cardId, id } = await paid(n);
  await productOf(cardId, null);
  await shop.workOrder(id, true);
  return { cardId, id };
}

// An end user's pace counts by the minute, and the clock stands still.
beforeEach(() => under.clock.advance(61_000));

describe('the desk', () => {
  test('has what was paid and not set up; tried again once it can be, it leaves with its history', async () => {
    const before = await shop.money();
    const { cardId, id } = await failed(1);
    expect(await caseOf(id)).toMatchObject({ reason: 'packageOff', attempts: 0, offered: { retry: true } });
    const { summary } = await agent.ask(listDeskCases, PAGE);
    expect(summary.groups).toEqual([{ reason: 'packageOff', currency: 'CNY', cases: 1, amount: '1500' }]);
    expect((await user.ask(followOrder, { body: { orderId: id } })).order).toMatchObject({ progress: 'stuck' });
    const still = await agent.ask(retryCases, { body: { ids: [id] } });
    expect([still.started, still.refused.length]).toEqual([0, 1]);
    expect(await caseOf(id)).toMatchObject({ attempts: 1 });
    await productOf(cardId, shop.product);
    expect(await agent.ask(retryCases, { body: { ids: [id] } })).toEqual({ started: 1, refused: [] });
    expect((await agent.call(retryCases, { body: { ids: [id] } })).code).toBe('4091989');
    expect((await agent.call(refundOrder, { body: { id, reason: '用户要求' } })).code).toBe('4091989');
    await shop.workOrder(id);
    expect(await caseOf(id)).toBeUndefined();
    const { events, progress } = await agent.ask(readRetailOrder, { query: { id } });
    expect(progress).toBe('done');
    expect(events.map(({ kind }) => kind)).toEqual(['opened', 'stillFailed', 'retried', 'setUp']);
    expect((await agent.call(retryCases, { body: { ids: [id] } })).code).toBe('4091988');
    const after = await shop.money();
    expect(BigInt(after['customer 10 profitFrozen'] ?? 0) - BigInt(before['customer 10 profitFrozen'] ?? 0)).toBe(700n);
    await whole();
  });

  test('asks first whether the earlier attempt took effect, and never sets up twice', async () => {
    const { cardId, id } = await paid(2);
    await shop.workOrder(id);
    // Its word was lost: the order has it, and here it is as if it had failed.
    await db.updateTable('retail_orders.retail_order').set({ fulfil_state: 4 }).where('id', '=', id).execute();
    const { putOnDesk } = await import('./cases/caseStore.ts');
    await ctx.transact(async (inside) =>
      putOnDesk(inside, await shop.rowOf(id), { reason: 'other', why: { zh: '未知', en: 'Unknown' } }),
    );
    await agent.ask(retryCases, { body: { ids: [id] } });
    expect(await caseOf(id)).toBeUndefined();
    const records = await db.selectFrom('orders.package_usage').select('id').where('card_id', '=', cardId).execute();
    expect(records).toHaveLength(1);
    await whole();
  });

  test('is tried by the rule of its account, and refunded after its hours', async () => {
    const { rules } = await agent.ask(readDeskRules);
    expect(rules).toMatchObject([{ retries: 3, refundHours: 24, version: 0, isOwn: true }]);
    const rule = { accountId: shop.account, version: 0, retries: 1, refundHours: 2 };
    await agent.ask(setDeskRule, { body: rule });
    expect((await agent.call(setDeskRule, { body: rule })).status).toBe(409);
    expect((await admin.call(setDeskRule, { body: { ...rule, version: 1 } })).code).toBe('4031951');
    const before = await shop.money();
    const { id } = await failed(3);
    under.clock.advance(61_000);
    await workDesk(ctx);
    expect(await caseOf(id)).toMatchObject({ attempts: 1, nextAttemptAt: null });
    // Whoever does nothing for so long is signed out.
    for (let third = 0; third < 6; third += 1) {
      under.clock.advance(20 * 60_000);
      await Promise.all([agent, rival, admin].map((each) => each.call(listDeskCases, PAGE)));
    }
    await workDesk(ctx);
    await stepDue(ctx);
    expect(await caseOf(id)).toBeUndefined();
    expect(await shop.rowOf(id)).toMatchObject({ refunded: '1500', fulfil_state: 4 });
    expect(await shop.money()).toEqual(before);
    await agent.ask(setDeskRule, { body: { ...rule, version: 1, retries: 0, refundHours: null } });
    await whole();
  });

  test('gives another package of equal price for the money, and no other', async () => {
    const { cardId, id } = await failed(4);
    await productOf(cardId, shop.product);
    const { packages } = await agent.ask(readReplacements, { query: { id } });
    expect(packages).toEqual([{ id: other, title: '月包 2 GB' }]);
    const wrong = await agent.call(replaceCase, { body: { id, listingId: dearer } });
    expect(wrong.data).toMatchObject({ errors: [{ field: 'listingId' }] });
    await agent.ask(replaceCase, { body: { id, listingId: other } });
    await shop.workOrder(id);
    expect(await shop.rowOf(id)).toMatchObject({ fulfil_state: 2, title: '月包 2 GB', price: '1500' });
    expect(await caseOf(id)).toBeUndefined();
    await whole();
  });

  test('is assigned to people of the own customer only', async () => {
    const { cardId, id } = await failed(5);
    const { accounts } = await agent.ask(readDeskStaff);
    const [first] = accounts;
    await agent.ask(assignCases, { body: { ids: [id], ownerId: first?.id ?? '' } });
    expect((await caseOf(id))?.ownerName).toBe(first?.account);
    const foreign = await agent.call(assignCases, { body: { ids: [id], ownerId: '1' } });
    expect(foreign.data).toMatchObject({ errors: [{ field: 'ownerId' }] });
    expect((await rival.ask(listDeskCases, PAGE)).list).toEqual([]);
    for (const call of [
      rival.call(retryCases, { body: { ids: [id] } }),
      rival.call(refundOrder, { body: { id, reason: '用户要求' } }),
      rival.call(replaceCase, { body: { id, listingId: other } }),
      rival.call(assignCases, { body: { ids: [id], ownerId: null } }),
      rival.call(rejectRequest, { body: { id, answer: '不同意' } }),
      rival.call(readRefundable, { query: { id } }),
      rival.call(readReplacements, { query: { id } }),
      rival.call(readRetailOrder, { query: { id } }),
      rival.call(queryOrderPayment, { body: { id } }),
    ])
      expect((await call).code).toBe('4041981');
    expect(await agent.ask(queryOrderPayment, { body: { id } })).toEqual({ state: 'paid', progress: 'stuck' });
    await agent.ask(refundOrder, { body: { id, reason: '无法开通' } });
    await productOf(cardId, shop.product);
    expect(await caseOf(id)).toBeUndefined();
    expect(await shop.rowOf(id)).toMatchObject({ refunded: '1500', fulfil_state: 4 });
    await whole();
  });
});

describe('a clerk', () => {
  test('refunds what was set up: the package ends first, every level gives back its part, and of two clerks one wins', async () => {
    const { cardId, id, first } = await waiting(6);
    const begun = await agent.ask(readRefundable, { query: { id: first } });
    expect([begun.most.all, begun.whyNot]).toEqual(['0', '套餐规定开始后不退']);
    expect((await agent.call(refundOrder, { body: { id: first, reason: '用户要求' } })).code).toBe('4091987');
    const before = await shop.money();
    const { most, lines } = await agent.ask(readRefundable, { query: { id } });
    expect([most, lines.length]).toEqual([{ all: '1500', waiting: '1500' }, 1]);
    const tooMuch = await agent.call(refundOrder, { body: { id, amount: '15.01', reason: '用户要求' } });
    expect(tooMuch.data).toMatchObject({ errors: [{ field: 'amount' }] });
    const short = await agent.call(refundOrder, { body: { id, reason: 'x' } });
    expect(short.status).toBe(422);
    const both = await Promise.all(
      [1, 2].map(() => agent.call(refundOrder, { body: { id, amount: '6.00', reason: '用户要求' } })),
    );
    expect(both.map(({ code }) => code).sort()).toEqual(['200', '4091986']);
    const usages = db.selectFrom('orders.package_usage').select('state').where('card_id', '=', cardId);
    expect(await usages.orderBy('id').execute()).toEqual([{ state: 1 }, { state: 3 }]);
    const after = await shop.money();
    const moved = (key: string) => BigInt(after[key] ?? 0) - BigInt(before[key] ?? 0);
    expect(moved('customer 10 profitFrozen')).toBe(-280n);
    expect(moved('platform 1 revenue')).toBe(-320n);
    expect(moved('platform 1 clearing')).toBe(600n);
    await stepDue(ctx);
    const found = async () => (await agent.ask(listRetailRefunds, PAGE)).list.find(({ orderId }) => orderId === id);
    const { id: refundId = '', refundNo = '' } = (await found()) ?? {};
    await endRefund(refundNo, 'done');
    expect((await agent.ask(queryRetailRefund, { body: { id: refundId } })).state).toBe('done');
    const { summary } = await agent.ask(listRetailRefunds, PAGE);
    const row = await found();
    expect(row).toMatchObject({ amount: '600', source: 'clerk', operator: 'agent', state: 'done' });
    expect(summary.rate).toBeGreaterThan(0);
    const detail = await admin.ask(readRetailRefund, { query: { id: row?.id ?? '' } });
    expect(detail.levels.map(({ customerId, amount }) => [customerId, amount])).toEqual([
      ['1', '-320'],
      ['10', '-280'],
    ]);
    const own = await agent.ask(readRetailRefund, { query: { id: row?.id ?? '' } });
    expect(own.levels.map(({ amount }) => amount)).toEqual(['-280']);
    expect((await rival.call(readRetailRefund, { query: { id: row?.id ?? '' } })).code).toBe('4041780');
    expect((await rival.call(queryRetailRefund, { body: { id: row?.id ?? '' } })).code).toBe('4041780');
    const { order } = await user.ask(followOrder, { body: { orderId: id } });
    expect(order).toMatchObject({ progress: 'partly', refunds: [{ amount: '600', isDone: true }] });
    expect((await agent.call(refundOrder, { body: { id, reason: '再退一次' } })).code).toBe('4091987');
    await whole();
  });

  test('answers what a buyer asks, with words', async () => {
    const { id } = await waiting(7);
    const ask = (reason: string) => user.call(requestRefund, { body: { orderId: id, reason } });
    const stranger = await shop.signIn('2');
    expect((await stranger.call(requestRefund, { body: { orderId: id, reason: '买错套餐' } })).code).toBe('4041981');
    expect((await ask('买错套餐')).code).toBe('200');
    expect((await ask('买错套餐')).code).toBe('4091990');
    expect(await caseOf(id)).toMatchObject({
      reason: 'asked',
      requested: '买错套餐',
      offered: { retry: false, reject: true },
    });
    await agent.ask(rejectRequest, { body: { id, answer: '套餐已使用' } });
    expect((await agent.call(rejectRequest, { body: { id, answer: '套餐已使用' } })).code).toBe('4091991');
    expect(await caseOf(id)).toBeUndefined();
    const { order } = await user.ask(followOrder, { body: { orderId: id } });
    expect(order).toMatchObject({ request: { state: 'rejected', answer: '套餐已使用' }, mayAsk: true });
    expect((await ask('再问一次')).code).toBe('200');
    await agent.ask(refundOrder, { body: { id, reason: '同意退款' } });
    await stepDue(ctx);
    expect(await caseOf(id)).toBeUndefined();
    const again = (await user.ask(followOrder, { body: { orderId: id } })).order;
    expect(again).toMatchObject({ request: { state: 'approved', answer: '同意退款' } });
    const { list } = await agent.ask(listRetailRefunds, PAGE);
    expect(list.find(({ orderId }) => orderId === id)).toMatchObject({ source: 'requested' });
    await whole();
  });
});

test('a refund that the provider ends abnormally is paid by hand by one person and confirmed by another', async () => {
  const { id } = await failed(8);
  await admin.ask(refundOrder, { body: { id, reason: '无法开通' } });
  await stepDue(ctx);
  const found = async () => (await admin.ask(listRetailRefunds, PAGE)).list.find(({ orderId }) => orderId === id);
  const { id: refundId = '', refundNo = '', state } = (await found()) ?? {};
  expect(state).toBe('going');
  await endRefund(refundNo, 'abnormal');
  await admin.ask(queryRetailRefund, { body: { id: refundId } });
  expect((await found())?.state).toBe('abnormal');
  expect((await admin.ask(listRetailRefunds, PAGE)).summary.sums[0]).toMatchObject({ abnormal: 1 });
  expect((await user.ask(followOrder, { body: { orderId: id } })).order.progress).toBe('refunding');
  expect((await agent.call(refundByHand, { body: { id: refundId, reference: '招商银行 0001' } })).code).toBe('4031780');
  await admin.ask(refundByHand, { body: { id: refundId, reference: '招商银行 0001' } });
  expect((await admin.call(confirmRefundByHand, { body: { id: refundId, isPaid: true } })).code).toBe('4031781');
  await under.db.updateTable('payments.refund').set({ hand_by_id: '999' }).where('id', '=', refundId).execute();
  await admin.ask(confirmRefundByHand, { body: { id: refundId, isPaid: true } });
  expect((await found())?.state).toBe('done');
  expect((await user.ask(followOrder, { body: { orderId: id } })).order.progress).toBe('refunded');
  expect((await admin.call(askRefundAgain, { body: { id: refundId } })).code).toBe('4091781');
  await whole();
});

test('a seller that collects itself and is short: a case, and set up within a minute of its recharge', async () => {
  const merchant = await openMerchant(under.jasper, 'wechat', { appid: APPID });
  const { id: merchantId } = await agent.ask(wechatMerchants.add, {
    body: {
      name: 'own',
      baseUrl: merchant.baseUrl,
      noticeBaseUrl: shop.own,
      credentials: merchant.credentials,
    } as never,
  });
  await agent.ask(addMerchantToRoute, { body: { scene: 'packageOrder', merchantId, currency: 'CNY' } });
  const before = BigInt((await shop.money())['customer 10 balance'] ?? 0);
  await fund(under, '10', 500);
  const { id } = await paid(9);
  expect(await caseOf(id)).toMatchObject({ reason: 'balanceShort', attempts: 0 });
  await workDesk(ctx);
  expect(await caseOf(id)).toMatchObject({ reason: 'balanceShort', attempts: 0 });
  await fund(under, '10', 10_000);
  under.clock.advance(60_000);
  await workDesk(ctx);
  await shop.workOrder(id);
  expect(await shop.rowOf(id)).toMatchObject({ fulfil_state: 2, is_self_collected: true });
  expect(BigInt((await shop.money())['customer 10 balance'] ?? 0) - before).toBe(9_700n);
  expect((await agent.ask(listDeskCases, PAGE)).list).toEqual([]);
  await whole();
});
