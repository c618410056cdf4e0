import { payOnline, readRecharge } from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { wechatMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { addMerchantToRoute } from '@cardinal/contract/api/payments/collectingAccounts.ts';
import { askPayment, readPayment } from '@cardinal/contract/api/payments/onlinePayments.ts';
import {
  askRefundAgain,
  confirmRefundByHand,
  refundByHand,
  returnPayment,
} from '@cardinal/contract/api/payments/paymentDecisions.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { control, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { openMerchant } from '@cardinal/testing/paymentProviders.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { fundsOf, ofCustomer, verifyLedger } from '../../ledger/face.ts';
import { stepDue } from '../../payments/steps/steps.ts';

/** What people of the collector decide where the provider's word settles nothing. */
const it = await forThisFile(testApp({ demo: 'people' }));
const simulator = await forThisFile(simulatedJasper({ clock: it.clock }));
const noticeBaseUrl = await it.app.http.listen({ port: 0, host: '127.0.0.1' });
const [admin, agent, enterprise] = (await Promise.all(['admin', 'agent', 'enterprise'].map((name) => it.as(name)))) as [
  Caller,
  Caller,
  Caller,
];
const ctx = it.app.systemContext('test');
const at = (method: string, path: string, body?: unknown) => control(simulator, method, path, body) as Promise<never>;
const balance = async () => (await fundsOf(ctx, ofCustomer('10', 'CNY', 'balance'))).balance;

const { credentials, baseUrl, merchantNo } = await openMerchant(simulator, 'wechat');
const merchant = await admin.ask(wechatMerchants.add, {
  body: { name: '判定', baseUrl, noticeBaseUrl, credentials } as never,
});
await admin.ask(addMerchantToRoute, { body: { scene: 'balanceRecharge', merchantId: merchant.id, currency: 'CNY' } });

const paymentOf = (id: string, caller = admin) => caller.ask(readPayment, { query: { id } });
const later = async (minutes: number) => {
  it.clock.advance(minutes * 60_000);
  await stepDue(ctx);
};
/** A day and more would end the sessions; the queue's row is what time is to the step. */
const due = async (refundId: string, askedDaysAgo = 0) => {
  const now = it.clock.now();
  await it.db
    .updateTable('payments.refund')
    .set({ next_at: now, created_at: new Date(now.getTime() - askedDaysAgo * 86_400_000) })
    .where('id', '=', refundId)
    .execute();
  await stepDue(ctx);
};

/** A recharge of 100.00 that was paid with 60.00. */
async function differing() {
  const begun = await agent.ask(payOnline, {
    body: { currency: 'CNY', amount: '100.00', method: 1, returnUrl: noticeBaseUrl },
  });
  const { tradeNo } = await agent.ask(askPayment, { body: { id: begun.paymentId } });
  await at('POST', `/wechat/trades/${tradeNo}/pay`, { amount: 6_000 });
  for (let tries = 0; tries < 100 && (await paymentOf(begun.paymentId)).state !== 'differs'; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(await paymentOf(begun.paymentId)).toMatchObject({ state: 'differs', paidAmount: '6000', refunds: [] });
  return { ...begun, tradeNo };
}
const reason = '金额不符';
const giveBack = (id: string, caller = admin) => caller.call(returnPayment, { body: { id, reason } });
const refundOf = async (id: string) => {
  const [refund, ...others] = (await paymentOf(id)).refunds;
  expect(others).toEqual([]);
  return refund!;
};
/** Its money was asked to be returned, and the provider ended that as it does with a closed account. */
async function abnormal() {
  await at('PATCH', `/wechat/merchants/${merchantNo}`, { refundEndsAs: 'abnormal', refundAfterMs: 0 });
  const mine = await differing();
  await giveBack(mine.paymentId);
  await later(1);
  await later(1);
  const refund = await refundOf(mine.paymentId);
  expect(refund.state).toBe('abnormal');
  return { ...mine, refund };
}

beforeEach(async () => {
  await at('DELETE', '/faults');
  await at('PATCH', `/wechat/merchants/${merchantNo}`, { refundEndsAs: 'done', refundAfterMs: 0, balance: null });
});

describe('money of another amount', () => {
  test('goes back whole by one decision of its collector; the recharge is closed and nothing is posted', async () => {
    const before = await balance();
    const mine = await differing();
    expect(await giveBack(mine.paymentId, agent)).toMatchObject({ code: '4031780' });
    expect(await giveBack(mine.paymentId, enterprise)).toMatchObject({ status: 404 });
    expect(await paymentOf(mine.paymentId, agent)).toMatchObject({ isCollector: false, state: 'differs', refunds: [] });
    const answers = await Promise.all(Array.from({ length: 8 }, () => giveBack(mine.paymentId)));
    expect(answers.map(({ code }) => code).sort()).toEqual(['200', ...Array(7).fill('4091780')]);
    await later(1);
    await later(1);
    expect(await refundOf(mine.paymentId)).toMatchObject({ state: 'done', amount: '6000', reason });
    expect(await agent.ask(readRecharge, { query: { id: mine.id } })).toMatchObject({
      state: 'closed',
      decision: '金额不符，款项已原路退回',
    });
    expect(await balance()).toBe(before);
    expect(await verifyLedger(ctx)).toEqual([]);
  });

  test('who may decide it is told', async () => {
    const mine = await differing();
    await it.work();
    const told = async () =>
      it.db
        .selectFrom('notices.receipt')
        .select('title_zh')
        .where('source', '=', `payment:${mine.paymentId}:differs`)
        .execute();
    for (let tries = 0; tries < 100 && (await told()).length === 0; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect((await told()).map(({ title_zh }) => title_zh)).toContain(`收到的金额不符，待处理：${mine.tradeNo}`);
  });
});

describe('a refund that does not end by itself', () => {
  test('is asked for again for a week while the provider refuses, then left to a person', async () => {
    await at('PATCH', `/wechat/merchants/${merchantNo}`, { balance: 0 });
    const mine = await differing();
    await giveBack(mine.paymentId);
    await later(1);
    const { id, state, words } = await refundOf(mine.paymentId);
    expect([state, words !== null]).toEqual(['asked', true]);
    await due(id, 6);
    expect((await refundOf(mine.paymentId)).state).toBe('asked');
    await due(id, 7);
    expect((await refundOf(mine.paymentId)).state).toBe('abnormal');
    await at('PATCH', `/wechat/merchants/${merchantNo}`, { balance: null });
    expect(await agent.call(askRefundAgain, { body: { id } })).toMatchObject({ code: '4031780' });
    await admin.ask(askRefundAgain, { body: { id } });
    await later(1);
    await later(1);
    expect(await refundOf(mine.paymentId)).toMatchObject({ id, state: 'done' });
    expect(await admin.call(askRefundAgain, { body: { id } })).toMatchObject({ code: '4091781' });
  });

  test('is paid by hand by one person and confirmed by another, once', async () => {
    const { refund, paymentId } = await abnormal();
    const { id } = refund;
    const finance = await it.as('finance');
    const reference = '招商银行 0001';
    expect(await agent.call(refundByHand, { body: { id, reference } })).toMatchObject({ code: '4031780' });
    expect(await enterprise.call(refundByHand, { body: { id, reference } })).toMatchObject({ status: 404 });
    const confirm = (caller: Caller, isPaid = true) => caller.call(confirmRefundByHand, { body: { id, isPaid } });
    expect(await confirm(finance)).toMatchObject({ code: '4091781' });
    await admin.ask(refundByHand, { body: { id, reference } });
    expect(await confirm(admin)).toMatchObject({ code: '4031781' });
    expect(await refundOf(paymentId)).toMatchObject({
      state: 'byHand',
      reference,
      enteredBy: 'admin',
      isOwnEntry: true,
    });
    // The payer sees that it is on its way, not who handles it.
    expect((await paymentOf(paymentId, agent)).refunds[0]).toMatchObject({ reference: null, enteredBy: null });
    await finance.ask(confirmRefundByHand, { body: { id, isPaid: false } });
    expect((await refundOf(paymentId)).state).toBe('abnormal');
    await admin.ask(refundByHand, { body: { id, reference } });
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(finance)));
    expect(answers.map(({ code }) => code).sort()).toEqual(['200', ...Array(4).fill('4091781')]);
    expect(await refundOf(paymentId)).toMatchObject({ state: 'done', confirmedBy: 'finance' });
    expect(await verifyLedger(ctx)).toEqual([]);
  });
});
