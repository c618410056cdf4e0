import { X509Certificate } from 'node:crypto';
import { payOnline, readRecharge } from '@cardinal/contract/api/customerAccounts/recharges.ts';
import {
  aliPayMerchants,
  listMerchantCalls,
  wechatMerchants,
} from '@cardinal/contract/api/paymentProviders/merchants.ts';
import {
  addMerchantToRoute,
  enableCollectingAccount,
  switchRoute,
} from '@cardinal/contract/api/payments/collectingAccounts.ts';
import { askPayment, readPayment } from '@cardinal/contract/api/payments/onlinePayments.ts';
import { readPaymentRoute } from '@cardinal/contract/api/payments/paymentRoutes.ts';
import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { control, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { openMerchant } from '@cardinal/testing/paymentProviders.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { fundsOf, ofCustomer, verifyLedger } from '../../ledger/face.ts';
import { stepDue } from '../../payments/steps/steps.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const simulator = await forThisFile(simulatedJasper({ clock: it.clock }));
const noticeBaseUrl = await it.app.http.listen({ port: 0, host: '127.0.0.1' });
const returnUrl = noticeBaseUrl;
const [admin, agent, enterprise, rival] = (await Promise.all(
  ['admin', 'agent', 'enterprise', 'rival'].map((name) => it.as(name)),
)) as [Caller, Caller, Caller, Caller];
const ctx = it.app.systemContext('test');
const scene = 'balanceRecharge' as const;
const { wechat } = PaymentProvider.values;

const at = (method: string, path: string, body?: unknown) => control(simulator, method, path, body) as Promise<never>;
const balanceOf = async (customerId: string) => (await fundsOf(ctx, ofCustomer(customerId, 'CNY', 'balance'))).balance;
const [AGENT, CHILD] = ['10', '12'];
const whole = () => verifyLedger(ctx);

const ADAPTERS = { wechat: wechatMerchants, alipay: aliPayMerchants } as const;
let merchants = 0;

/** A merchant at the simulator, connected by somebody and put into its route. */
async function connected(owner: Caller, key: keyof typeof ADAPTERS = 'wechat', routed = true) {
  merchants += 1;
  const opened = await openMerchant(simulator, key);
  const { id } = await owner.ask(ADAPTERS[key].add, {
    body: {
      name: `${key} ${merchants}`,
      baseUrl: opened.baseUrl,
      noticeBaseUrl,
      credentials: opened.credentials,
    } as never,
  });
  const account = routed
    ? (await owner.ask(addMerchantToRoute, { body: { scene, merchantId: id, currency: 'CNY' } })).id
    : '';
  return { id, account, ...opened };
}

const begin = (caller: Caller, amount = '100.00', method: 1 | 2 = 1) =>
  caller.ask(payOnline, { body: { currency: 'CNY', amount, method, returnUrl } });
const ask = (caller: Caller, id: string) => caller.ask(askPayment, { body: { id } });
/** Asked for at the provider: what the buyer scans. */
async function opened(caller: Caller, amount = '100.00', method: 1 | 2 = 1) {
  const begun = await begin(caller, amount, method);
  const standing = await ask(caller, begun.paymentId);
  expect(standing).toMatchObject({ state: 'open', targetKind: 'code' });
  return { ...begun, tradeNo: standing.tradeNo, url: standing.targetUrl ?? '' };
}
const pay = (tradeNo: string, key = 'wechat', body: object = {}) => at('POST', `/${key}/trades/${tradeNo}/pay`, body);
const paymentOf = (caller: Caller, id: string) => caller.ask(readPayment, { query: { id } });
async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const value = await read();
    if (holds(value) || tries > 100) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const settled = (caller: Caller, id: string) =>
  until(
    () => paymentOf(caller, id),
    ({ isSettled }) => isSettled,
  );
const stateOf = async (caller: Caller, id: string) => (await caller.ask(readRecharge, { query: { id } })).state;
const minutes = async (n: number) => {
  it.clock.advance(n * 60_000);
  await stepDue(ctx);
};

const platform = await connected(admin);
beforeEach(async () => {
  await at('DELETE', '/faults');
});

describe('a recharge at a provider', () => {
  test('on a phone it is paid on a page that opens WeChat, within five minutes, and posted', async () => {
    const begun = await agent.ask(payOnline, {
      body: { currency: 'CNY', amount: '20.00', method: 1, returnUrl, isOnPhone: true },
    });
    const before = await balanceOf(AGENT);
    const standing = await ask(agent, begun.paymentId);
    expect(standing).toMatchObject({ state: 'open', targetKind: 'page' });
    expect(new URL(standing.targetUrl ?? '').searchParams.get('redirect_url')).toBe(returnUrl);
    expect(Date.parse(standing.expiresAt) - it.clock.now().getTime()).toBeLessThanOrEqual(300_000);
    await pay(standing.tradeNo);
    expect(await settled(agent, begun.paymentId)).toMatchObject({ state: 'paid', isSettled: true });
    expect((await balanceOf(AGENT)) - before).toBe(2_000n);
  });

  test('is asked for, paid by scanning, and posted once however often the notice comes', async () => {
    const mine = await opened(agent);
    const id = AGENT;
    const before = await balanceOf(id);
    expect(mine.url).toContain('/wechat/pay/');
    expect(await stateOf(agent, mine.id)).toBe('paying');
    await pay(mine.tradeNo);
    const paid = await settled(agent, mine.paymentId);
    expect(paid).toMatchObject({ state: 'paid', paidAmount: '10000', isSettled: true, targetUrl: null });
    const notices = (await at('GET', '/wechat/notices')) as unknown as { notices: { id: string }[] } | { id: string }[];
    const [notice] = (Array.isArray(notices) ? notices : notices.notices).slice(-1);
    await at('POST', `/wechat/notices/${notice?.id}/resend`, { times: 2 });
    await ask(agent, mine.paymentId);
    expect((await balanceOf(id)) - before).toBe(10_000n);
    expect(await stateOf(agent, mine.id)).toBe('passed');
    const told = await paymentOf(agent, mine.paymentId);
    expect(told.notices).toHaveLength(1);
    expect(told.notices[0]).toMatchObject({ event: 'TRANSACTION.SUCCESS', verdict: 'taken' });
    expect(told.notices[0]?.came).toBeGreaterThanOrEqual(3);
    // Who collects is for those who may see it.
    expect(told.merchantName).toBeNull();
    expect((await paymentOf(admin, mine.paymentId)).merchantName).toContain('wechat');
    expect(await whole()).toEqual([]);
  });

  test('by Alipay too, to the cent', async () => {
    await connected(admin, 'alipay');
    const before = await balanceOf(AGENT);
    const mine = await opened(agent, '0.01', 2);
    await at('POST', `/alipay/trades/${mine.tradeNo}/scan`).catch(() => undefined);
    await pay(mine.tradeNo, 'alipay');
    await settled(agent, mine.paymentId);
    expect((await balanceOf(AGENT)) - before).toBe(1n);
  });

  test('is found paid by asking where every notice is lost', async () => {
    await at('POST', '/faults', { kind: 'swallow', operation: 'notifyPayment' });
    const mine = await opened(agent);
    await pay(mine.tradeNo);
    expect((await paymentOf(agent, mine.paymentId)).state).toBe('open');
    await minutes(1);
    expect(await paymentOf(agent, mine.paymentId)).toMatchObject({ state: 'paid', isSettled: true, notices: [] });
  });

  test('is asked for again with its number where the answer is lost: one trade, one recharge', async () => {
    await at('POST', '/faults', { kind: 'lostConfirmation', operation: 'createPayment', count: 1 });
    const mine = await opened(agent);
    await pay(mine.tradeNo);
    await settled(agent, mine.paymentId);
    expect(await stateOf(agent, mine.id)).toBe('passed');
  });

  test('is closed after a quarter of an hour, and posted nevertheless where the buyer was quicker', async () => {
    const [idle, late] = [await opened(agent), await opened(agent)];
    await at('POST', '/faults', { kind: 'swallow', operation: 'notifyPayment' });
    await minutes(16);
    expect(await stateOf(agent, idle.id)).toBe('closed');
    expect((await paymentOf(agent, late.paymentId)).state).toBe('closed');
    // The simulated buyer pays what was closed already: money on its way.
    const before = await balanceOf(AGENT);
    await pay(late.tradeNo);
    await minutes(2);
    expect(await stateOf(agent, late.id)).toBe('passed');
    expect((await balanceOf(AGENT)) - before).toBe(10_000n);
    expect(await stateOf(agent, idle.id)).toBe('closed');
    expect(await whole()).toEqual([]);
  });
});

describe('what is not believed', () => {
  const notify = async (tradeNo: string, differing: object) => at('POST', '/wechat/notices', { tradeNo, ...differing });

  test.each([
    ['a wrong signature', { sign: 'wrong' }],
    ['no signature', { sign: 'missing' }],
    ['an unknown key', { sign: 'unknownKey' }],
    ['an old one', { ageSeconds: 3_600 }],
    ['another merchant', { merchantNo: '1999999999' }],
  ])('%s changes nothing and is counted', async (_, forged) => {
    const mine = await opened(agent);
    const count = async () =>
      Number(
        (
          await it.db
            .selectFrom('payments.forged_notice')
            .select((on) => on.fn.sum('count').as('n'))
            .executeTakeFirst()
        )?.n ?? 0,
      );
    const before = [await balanceOf(AGENT), await count()] as const;
    await notify(mine.tradeNo, forged);
    expect((await paymentOf(agent, mine.paymentId)).state).toBe('open');
    expect(await balanceOf(AGENT)).toBe(before[0]);
    expect(await count()).toBe(before[1] + 1);
  });

  test.each([
    ['another amount', { amount: 1 }],
    ['another currency', { currency: 'USD' }],
  ])('%s, though signed, grants nothing and waits for a person', async (_, differing) => {
    const mine = await opened(agent);
    const before = await balanceOf(AGENT);
    await notify(mine.tradeNo, differing);
    expect(await paymentOf(agent, mine.paymentId)).toMatchObject({ state: 'differs', isSettled: false });
    expect(await balanceOf(AGENT)).toBe(before);
    expect(await stateOf(agent, mine.id)).toBe('paying');
  });

  test('a path that names no merchant of the provider does not exist', async () => {
    for (const path of ['wechat/1', 'alipay/1', 'nobody/1', `alipay/${platform.id}`, 'wechat/x']) {
      const answer = await it.app.http.inject({ method: 'POST', url: `/callbacks/payments/${path}`, payload: '{}' });
      expect(answer.statusCode).toBe(404);
    }
  });
});

describe('money that came twice', () => {
  test('goes back by itself, and the recharge is posted once', async () => {
    const mine = await opened(agent);
    const before = await balanceOf(AGENT);
    await pay(mine.tradeNo);
    await settled(agent, mine.paymentId);
    // A second payment of the same recharge, as an order with two codes has one.
    const first = await it.db
      .selectFrom('payments.payment')
      .selectAll()
      .where('id', '=', mine.paymentId)
      .executeTakeFirstOrThrow();
    const id = ctx.ids.next();
    await it.db
      .insertInto('payments.payment')
      .values({
        ...first,
        id,
        trade_no: `X${first.trade_no}`.slice(0, 32),
        state: 'created',
        provider_no: null,
        said: null,
        paid_amount: null,
        paid_currency: null,
        paid_at: null,
        settled_at: null,
        next_at: it.clock.now(),
        expires_at: new Date(it.clock.now().getTime() + 900_000),
      })
      .execute();
    const second = await ask(agent, id);
    await pay(second.tradeNo);
    await settled(agent, id);
    await minutes(1);
    await minutes(1);
    const told = await paymentOf(agent, id);
    expect(told.refunds).toHaveLength(1);
    expect(told.refunds[0]).toMatchObject({ amount: '10000', reason: '重复支付自动退款', state: 'done' });
    expect((await balanceOf(AGENT)) - before).toBe(10_000n);
  });
});

describe('who collects', () => {
  test('an agent with a merchant of its own pays its child from its balance, and while it is short the recharge is held', async () => {
    await connected(agent);
    const child = enterprise;
    const childId = CHILD;
    const own = await balanceOf(AGENT);
    const short = String(own / 100n + 1_000n);
    const before = await balanceOf(childId);
    const dear = await opened(child, `${short}.00`);
    await pay(dear.tradeNo);
    await until(
      () => stateOf(child, dear.id),
      (state) => state === 'held',
    );
    expect(await stateOf(child, dear.id)).toBe('held');
    expect(await balanceOf(childId)).toBe(before);
    expect((await paymentOf(child, dear.paymentId)).state).toBe('paid');
    // Once the agent has money, it is posted by itself.
    const fill = await opened(agent, '2000.00');
    await pay(fill.tradeNo);
    await settled(agent, fill.paymentId);
    await minutes(5);
    expect(await stateOf(child, dear.id)).toBe('passed');
    expect((await balanceOf(childId)) - before).toBe(BigInt(short) * 100n);
    expect(await whole()).toEqual([]);
  });

  test('nobody pays where no merchant is routed, and a disabled one is passed over while its own payments end', async () => {
    const mine = await opened(agent);
    await admin.ask(wechatMerchants.enable, { body: { id: platform.id, isEnabled: false, reason: '渠道维护' } });
    const refused = await agent.call(payOnline, { body: { currency: 'CNY', amount: '1.00', method: 1, returnUrl } });
    expect(refused).toMatchObject({ code: '4091758', message: '请先配置支付商户' });
    await pay(mine.tradeNo);
    await settled(agent, mine.paymentId);
    expect(await stateOf(agent, mine.id)).toBe('passed');
    await admin.ask(wechatMerchants.enable, { body: { id: platform.id, isEnabled: true } });
  });

  test('the next payment goes through the backup once it is switched to; the earlier keeps its merchant', async () => {
    const backup = await connected(admin);
    const earlier = await opened(agent);
    await admin.ask(switchRoute, { body: { id: backup.account, insteadOf: platform.account, reason: '主商户故障' } });
    const later = await opened(agent);
    await pay(earlier.tradeNo);
    await pay(later.tradeNo);
    await settled(agent, earlier.paymentId);
    await settled(agent, later.paymentId);
    const merchantOf = async (id: string) =>
      (await it.db.selectFrom('payments.payment').select('merchant_id').where('id', '=', id).executeTakeFirstOrThrow())
        .merchant_id;
    expect([await merchantOf(earlier.paymentId), await merchantOf(later.paymentId)]).toEqual([platform.id, backup.id]);
    const route = await admin.ask(readPaymentRoute, {
      query: { customerId: '1', scene, currency: 'CNY', provider: wechat },
    });
    expect(route.log[0]).toMatchObject({ kind: 'switched' });
    await admin.ask(enableCollectingAccount, { body: { id: backup.account, isEnabled: false, reason: '恢复主商户' } });
  });

  test('another’s payment is not found', async () => {
    const mine = await opened(agent);
    expect(await rival.call(readPayment, { query: { id: mine.paymentId } })).toMatchObject({ status: 404 });
    expect(await rival.call(askPayment, { body: { id: mine.paymentId } })).toMatchObject({ status: 404 });
    expect(await admin.call(askPayment, { body: { id: mine.paymentId } })).toMatchObject({ status: 404 });
  });
});

describe('a merchant', () => {
  test('with a wrong key is not saved, and the provider’s word is told at the field', async () => {
    const made = await openMerchant(simulator, 'wechat');
    const other = await openMerchant(simulator, 'wechat');
    const mixed = {
      ...made.credentials,
      ...Object.fromEntries(
        Object.entries(other.credentials).filter(([name]) => /pem|key|cert/i.test(name) && !/v3/i.test(name)),
      ),
    };
    const body = { name: '错钥', baseUrl: made.baseUrl, noticeBaseUrl, credentials: mixed };
    const refused = await admin.call(wechatMerchants.add, { body });
    expect(refused.code).not.toBe('200');
    expect((await admin.ask(wechatMerchants.list, {})).list.some(({ name }) => name === '错钥')).toBe(false);
  });

  test('is seen by its owner and above, without secrets, and changed by its owner only', async () => {
    const detail = await admin.ask(wechatMerchants.detail, { query: { id: platform.id } });
    const said = JSON.stringify(detail);
    for (const [name, value] of Object.entries(platform.credentials)) {
      const shown = detail.credentials.find((each) => each.name === name);
      if (shown?.isSecret) expect(said).not.toContain(value);
    }
    expect(detail.noticeUrl).toBe(`${noticeBaseUrl}/callbacks/payments/wechat/${platform.id}`);
    expect(await agent.call(wechatMerchants.detail, { query: { id: platform.id } })).toMatchObject({ status: 404 });
    const ofAgent = await connected(agent, 'wechat', false);
    expect((await admin.ask(wechatMerchants.detail, { query: { id: ofAgent.id } })).offered.edit).toBe(false);
    const edit = { id: ofAgent.id, version: 1, name: '改名', noticeBaseUrl, baseUrl: ofAgent.baseUrl };
    expect(await admin.call(wechatMerchants.edit, { body: edit })).toMatchObject({ code: '4031551' });
    await agent.ask(wechatMerchants.edit, { body: edit });
    expect(await agent.call(wechatMerchants.edit, { body: edit })).toMatchObject({ code: changedByAnother.code });
    expect((await admin.ask(wechatMerchants.test, { body: { id: platform.id } })).works).toBe(true);
    expect(await admin.call(wechatMerchants.delete, { body: { id: platform.id } })).toMatchObject({ code: '4091552' });
    await agent.ask(wechatMerchants.delete, { body: { id: ofAgent.id } });
    expect(await agent.call(wechatMerchants.detail, { query: { id: ofAgent.id } })).toMatchObject({ status: 404 });
    const calls = await admin.ask(listMerchantCalls, {});
    expect(calls.list.length).toBeGreaterThan(0);
    const kept = JSON.stringify(await it.db.selectFrom('payment_providers.call').selectAll().execute());
    for (const value of Object.values(platform.credentials)) if (value.length > 20) expect(kept).not.toContain(value);
  });

  test('gives its owner the certificates with which the provider signs now, and nobody else', async () => {
    const asked = (caller: Caller, id = platform.id) =>
      it.app.http.inject({
        url: `${wechatMerchants.certificates.path}?id=${id}`,
        headers: { authorization: caller.token ?? '' },
      });
    const { body, headers } = await asked(admin);
    expect(headers['content-disposition']).toContain(`wechatpay_${platform.merchantNo}_`);
    const [, serial, pem = ''] = /^# ([0-9A-F]{40}) \d{4}-\d\d-\d\d\n(-----BEGIN[^#]+)/.exec(body) ?? [];
    expect(new X509Certificate(pem).serialNumber).toBe(serial);
    expect([(await asked(agent)).statusCode, (await asked(admin, '1')).statusCode]).toEqual([404, 404]);
    await at('POST', '/faults', { kind: 'refuse', operation: 'openSession', status: 'SIGN_ERROR' });
    expect((await asked(admin)).json()).toMatchObject({ code: '4091555' });
  });
});
