import { payOnline, previewRecharge, readRecharge } from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { listMerchantCalls, otherMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { askPayment } from '@cardinal/contract/api/payments/onlinePayments.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { RechargeMethod } from '@cardinal/contract/enumerations/recharge.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { onlineRecharges } from '@cardinal/testing/onlineRechargesUnderTest.ts';
import { openMerchant } from '@cardinal/testing/paymentProviders.ts';
import { describe, expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/face.ts';
import { stepDue } from '../../payments/steps/steps.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const simulator = await forThisFile(simulatedJasper({ clock: it.clock }));
const noticeBaseUrl = await it.app.http.listen({ port: 0, host: '127.0.0.1' });
const [admin, agent, rival] = (await Promise.all(['admin', 'agent', 'rival'].map((name) => it.as(name)))) as [
  Caller,
  Caller,
  Caller,
];
const ctx = it.app.systemContext('test');
const { at, balanceOf, connected, opened, pay, payer, paymentOf, settled, until } = onlineRecharges(
  it,
  simulator,
  noticeBaseUrl,
);

type Key = 'stripe' | 'paypal' | 'payssion' | 'lianlian';
const CASES: readonly [Key, Currency, string, bigint][] = [
  ['stripe', 'JPY', '1500', 1_500n],
  ['paypal', 'JPY', '980', 980n],
  ['payssion', 'USD', '12.34', 1_234n],
  ['lianlian', 'CNY', '0.07', 7n],
];

describe.each(CASES)('a recharge at %s in %s', (key, currency, amount, minor) => {
  const method = RechargeMethod.values[key];
  const ready = (async () => ({ merchant: await connected(key, currency), own: await payer(currency) }))();

  test('is offered, paid on the provider’s page and posted once, in the payer’s currency', async () => {
    const { merchant, own } = await ready;
    const preview = await own.caller.ask(previewRecharge, { query: { customerId: own.id } });
    expect(preview.onlineMethods).toContain(method);
    const mine = await opened(own.caller, currency, key, amount);
    expect(mine.targetKind).toBe(key === 'lianlian' ? 'code' : 'page');
    const before = await balanceOf(own.id, currency);
    await pay(key, mine.tradeNo);
    // Asked at once, too: a notice and the question meet.
    await own.caller.ask(askPayment, { body: { id: mine.paymentId } });
    const paid = await settled(own.caller, mine.paymentId);
    expect(paid).toMatchObject({ state: 'paid', paidAmount: String(minor), paidCurrency: currency });
    expect((await balanceOf(own.id, currency)) - before).toBe(minor);
    const { state, method: by } = await own.caller.ask(readRecharge, { query: { id: mine.id } });
    expect({ state, by }).toEqual({ state: 'passed', by: method });
    if (key === 'paypal') {
      const { calls } = (await at('GET', '/paypal/calls')) as { calls: { operation: string; subject?: string }[] };
      expect(JSON.stringify(calls)).toContain('capturePayment');
    }
    const shown = await until(
      () => admin.ask(otherMerchants.detail, { query: { id: merchant.id } }),
      ({ lastNoticeAt }) => lastNoticeAt !== null,
    );
    expect(shown.scenes).toContain(currency);
    expect(shown.lastNoticeAt).not.toBeNull();
    expect(await verifyLedger(ctx)).toEqual([]);
  });

  test('is found paid by asking where the notice is lost', async () => {
    const { own } = await ready;
    await at('POST', '/faults', { kind: 'swallow', operation: 'notifyPayment' });
    const mine = await opened(own.caller, currency, key, amount);
    const before = await balanceOf(own.id, currency);
    await pay(key, mine.tradeNo);
    for (let times = 0; times < 3; times++) {
      it.clock.advance(60_000);
      await stepDue(ctx);
    }
    await at('DELETE', '/faults');
    expect((await paymentOf(own.caller, mine.paymentId)).state).toBe('paid');
    expect((await balanceOf(own.id, currency)) - before).toBe(minor);
  });

  test.each(['wrong', 'missing', 'unknownKey'])('stays unpaid upon a notice whose signature is %s', async (sign) => {
    const { merchant, own } = await ready;
    const mine = await opened(own.caller, currency, key, amount);
    const before = [await balanceOf(own.id, currency), await merchant.forgedNotices()] as const;
    const { sent } = (await at('POST', `/${key}/notices`, {
      tradeNo: mine.tradeNo,
      sign,
      url: merchant.noticeUrl,
    })) as { sent: { attempts: { status: number }[] }[] };
    expect(sent[0]?.attempts.at(-1)?.status).toBe(401);
    expect((await paymentOf(own.caller, mine.paymentId)).state).toBe('open');
    expect(await balanceOf(own.id, currency)).toBe(before[0]);
    expect(await merchant.forgedNotices()).toBe(before[1] + 1);
  });

  // At PayPal the money moves with our capture of the whole.
  if (key !== 'paypal')
    test('that is paid in part is not paid, and says so', async () => {
      const { own } = await ready;
      const mine = await opened(own.caller, currency, key, amount);
      const before = await balanceOf(own.id, currency);
      await pay(key, mine.tradeNo, { amount: 1 });
      const told = await until(
        () => paymentOf(own.caller, mine.paymentId),
        ({ state }) => state === 'differs',
      );
      expect(told).toMatchObject({ state: 'differs', isSettled: false, paidAmount: '1' });
      if (key === 'payssion') expect(told.said).toBe('paid_partial');
      expect(await balanceOf(own.id, currency)).toBe(before);
    });

  test('asks for no decimals of a currency that has none, and for no other currency', async () => {
    const { own } = await ready;
    const ask = (body: object) =>
      own.caller.call(payOnline, { body: { currency, amount, method, returnUrl: noticeBaseUrl, ...body } as never });
    if (currency === 'JPY') expect(await ask({ amount: '1.50' })).toMatchObject({ status: 422 });
    expect(await ask({ currency: 'EUR' })).toMatchObject({ code: '4001671' });
  });
});

test('of forged notices that only PayPal can judge, it is asked about twenty a minute; the others have to come again', async () => {
  const merchant = await connected('paypal', 'USD');
  const own = await payer('USD');
  const { tradeNo, paymentId } = await opened(own.caller, 'USD', 'paypal', '5.00');
  const about = { tradeNo, url: merchant.noticeUrl };
  const { sent } = (await at('POST', '/paypal/notices', { ...about, sign: 'wrong', times: 40 })) as {
    sent: { attempts: { status: number }[] }[];
  };
  const statuses = sent.map(({ attempts }) => attempts.at(-1)?.status);
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
  expect(statuses.slice(20).every((status) => status !== undefined && status >= 500)).toBe(true);
  expect((await paymentOf(own.caller, paymentId)).state).toBe('open');
});

describe('merchants of other channels', () => {
  const { stripe, payssion } = PaymentProvider.values;

  test('need their channel, and keys the provider accepts', async () => {
    const { baseUrl, credentials } = await openMerchant(simulator, 'stripe');
    const body = { provider: stripe, name: '校验', baseUrl, noticeBaseUrl, credentials };
    const { provider: _, ...without } = body;
    expect(await admin.call(otherMerchants.add, { body: without as never })).toMatchObject({ status: 422 });
    expect(await admin.call(otherMerchants.add, { body: { ...body, provider: 5 } as never })).toMatchObject({
      status: 422,
    });
    const wrong = { ...credentials, secretKey: 'sk_test_wrong' };
    expect((await admin.call(otherMerchants.add, { body: { ...body, credentials: wrong } })).code).toBe('4091551');
    // Keys of another channel.
    expect((await admin.call(otherMerchants.add, { body: { ...body, provider: payssion } })).code).toBe('4001553');
    const { list } = await admin.ask(otherMerchants.list, {});
    expect(list.some(({ name }) => name === '校验')).toBe(false);
  });

  test('are found by channel and currency, by their owner and above, and changed by their owner only', async () => {
    const { baseUrl, credentials } = await openMerchant(simulator, 'payssion');
    const body = { provider: payssion, name: '代理 Payssion', baseUrl, noticeBaseUrl, credentials };
    const { id } = await agent.ask(otherMerchants.add, { body });
    const found = async (caller: Caller, query: object) =>
      (await caller.ask(otherMerchants.list, { query: query as never })).list.some((each) => each.id === id);
    expect(await found(admin, { provider: payssion, currency: 'USD' })).toBe(true);
    expect(await found(admin, { provider: stripe })).toBe(false);
    // Payssion takes no yen.
    expect(await found(admin, { currency: 'JPY' })).toBe(false);
    expect(await found(rival, {})).toBe(false);
    expect(await rival.call(otherMerchants.detail, { query: { id } })).toMatchObject({ status: 404 });
    const edit = { id, version: 1, name: '改名', noticeBaseUrl, baseUrl };
    expect(await admin.call(otherMerchants.edit, { body: edit })).toMatchObject({ code: '4031551' });
    expect(await rival.call(otherMerchants.edit, { body: edit })).toMatchObject({ status: 404 });
    await agent.ask(otherMerchants.edit, { body: edit });
    expect((await agent.ask(otherMerchants.test, { body: { id } })).works).toBe(true);
    expect(await rival.call(otherMerchants.test, { body: { id } })).toMatchObject({ status: 404 });
    await agent.ask(otherMerchants.enable, { body: { id, isEnabled: false, reason: '维护' } });
    expect((await agent.ask(otherMerchants.detail, { query: { id } })).isEnabled).toBe(false);
    expect(await rival.call(otherMerchants.delete, { body: { id } })).toMatchObject({ status: 404 });
    await agent.ask(otherMerchants.delete, { body: { id } });
    expect(await agent.call(otherMerchants.detail, { query: { id } })).toMatchObject({ status: 404 });
  });

  test('leave their secrets in no call and no answer', async () => {
    const { id, credentials } = await connected('stripe', 'USD');
    const said = JSON.stringify([
      await admin.ask(otherMerchants.detail, { query: { id } }),
      await admin.ask(listMerchantCalls, {}),
      await it.db.selectFrom('payment_providers.call').selectAll().execute(),
    ]);
    expect(said).not.toContain(credentials['secretKey']);
    expect(said).not.toContain(credentials['webhookSecret']);
  });
});
