import { payOnline } from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { wechatMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { addMerchantToRoute, editMerchantOfRoute } from '@cardinal/contract/api/payments/collectingAccounts.ts';
import { askPayment, readPayment } from '@cardinal/contract/api/payments/onlinePayments.ts';
import { readPaymentRoute, tryPaymentRoute } from '@cardinal/contract/api/payments/paymentRoutes.ts';
import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { control, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { openMerchant } from '@cardinal/testing/paymentProviders.ts';
import { expect, test } from 'vitest';
import { beginPayment } from '../face.ts';
import { stepDue } from '../steps/steps.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const simulator = await forThisFile(simulatedJasper({ clock: it.clock }));
const noticeBaseUrl = await it.app.http.listen({ port: 0, host: '127.0.0.1' });
const signIn = () => Promise.all((['admin', 'agent', 'operator', 'rival'] as const).map((name) => it.anew(name)));
let [admin, agent, operator, rival] = (await signIn()) as [Caller, Caller, Caller, Caller];
const { wechat: provider } = PaymentProvider.values;
const scene = 'balanceRecharge' as const;
const [PLATFORM, AGENT] = ['1', '10'];

async function connected(name: string) {
  const { baseUrl, credentials } = await openMerchant(simulator, 'wechat');
  const body = { name, baseUrl, noticeBaseUrl, credentials: { ...credentials } };
  const { id } = await admin.ask(wechatMerchants.add, { body });
  const { id: account } = await admin.ask(addMerchantToRoute, { body: { scene, merchantId: id, currency: 'CNY' } });
  return { id, account };
}
const first = await connected('first');
const backup = await connected('backup');

const detail = (id: string) => admin.ask(wechatMerchants.detail, { query: { id } });
async function cap(id: string, dayMost: string | null, caller = admin) {
  const { version } = await detail(id);
  return caller.call(wechatMerchants.cap, { body: { id, version, dayMost } });
}
/** Who would take an amount of the agent, and why those before do not. */
async function used(amount: string) {
  const { account, passedOver } = await admin.ask(tryPaymentRoute, {
    query: { customerId: AGENT, scene, provider, amount },
  });
  return [account?.split(' ')[0], ...passedOver.map(({ why }) => why)];
}
const begin = (amount: string) =>
  agent.ask(payOnline, { body: { currency: 'CNY', amount, method: 1, returnUrl: noticeBaseUrl } });
const merchantOf = async (paymentId: string) =>
  (await it.db.selectFrom('payments.payment').select('merchant_id').where('id', '=', paymentId).executeTakeFirst())
    ?.merchant_id;
async function paid(paymentId: string) {
  const { tradeNo } = await agent.ask(askPayment, { body: { id: paymentId } });
  await control(simulator, 'POST', `/wechat/trades/${tradeNo}/pay`, {});
  await expect.poll(async () => (await agent.ask(readPayment, { query: { id: paymentId } })).isSettled).toBe(true);
}

test('what a merchant may take in a day counts what is paid and what is still to be paid, and then its backup takes over', async () => {
  expect((await cap(first.id, '100.00')).code).toBe('200');
  expect(await used('100.00')).toEqual(['first']);
  expect(await used('100.01')).toEqual(['backup', 'merchantFull']);
  const one = await begin('60.00');
  await paid(one.paymentId);
  // Begun and not paid: it may still come.
  const two = await begin('30.00');
  expect(await used('10.00')).toEqual(['first']);
  expect(await used('10.01')).toEqual(['backup', 'merchantFull']);
  const three = await begin('20.00');
  expect(await Promise.all([one, two, three].map(({ paymentId }) => merchantOf(paymentId)))).toEqual([
    first.id,
    first.id,
    backup.id,
  ]);
  expect(await detail(first.id)).toMatchObject({
    dayMost: '10000',
    currency: 'CNY',
    collectedToday: '60.00 CNY',
    capUsedPercent: 90,
  });
  const { accounts } = await admin.ask(readPaymentRoute, {
    query: { customerId: PLATFORM, scene, currency: 'CNY', provider },
  });
  expect(accounts.map((each) => [each.merchantDayMost, each.merchantToday, each.collectedToday])).toEqual([
    ['10000', '9000', '9000'],
    [null, '2000', '2000'],
  ]);

  // What ends unpaid makes room again, and so does midnight in China.
  it.clock.advance(20 * 60_000);
  await stepDue(it.app.systemContext('test'));
  expect(await used('40.00')).toEqual(['first']);
  expect(await used('40.01')).toEqual(['backup', 'merchantFull']);
  it.clock.advance(86_400_000);
  [admin, agent, operator, rival] = (await signIn()) as [Caller, Caller, Caller, Caller];
  expect(await used('100.00')).toEqual(['first']);
  expect((await detail(first.id)).collectedToday).toBeNull();
});

test('every scene counts, also against the limit of the account it came into', async () => {
  expect((await cap(first.id, '100.00')).code).toBe('200');
  const ctx = it.app.systemContext('test');
  const payer = await it.db
    .selectFrom('customers.v_customer')
    .select(['id', 'path', 'parent_id as parentId', 'currency'])
    .where('id', '=', AGENT)
    .executeTakeFirstOrThrow();
  // A buyer's order, through the same account for want of one of its own.
  await ctx.transact((inside) =>
    beginPayment(inside, {
      scene: 'packageOrder',
      subjectId: '1',
      payer: payer as never,
      provider,
      amount: 7_000n,
      description: 'x',
      returnUrl: noticeBaseUrl,
      buyer: { appid: 'wx0000000000000000', openid: 'o1' },
    }),
  );
  expect(await used('30.01')).toEqual(['backup', 'merchantFull']);
  expect((await cap(first.id, null)).code).toBe('200');
  const terms = { id: first.account, version: 1, dayMost: '75.00' };
  await admin.ask(editMerchantOfRoute, { body: terms });
  expect(await used('5.00')).toEqual(['first']);
  expect(await used('5.01')).toEqual(['backup', 'dayFull']);
});

test('a limit is set by the merchant’s owner with that right, over the version it read', async () => {
  const { version } = await detail(backup.id);
  expect((await cap(backup.id, '0')).code).toBe('4000422');
  expect((await cap(backup.id, '1.005')).code).toBe('4000422');
  const stale = await admin.call(wechatMerchants.cap, {
    body: { id: backup.id, version: version - 1, dayMost: '1.00' },
  });
  expect(stale.code).toMatch(/^409/);
  expect((await cap(backup.id, '1.00', rival)).code).toMatch(/^40[34]/);
  expect((await cap(backup.id, '1.00', operator)).code).toMatch(/^403/);
  expect(await detail(backup.id)).toMatchObject({ dayMost: null, version });
});
