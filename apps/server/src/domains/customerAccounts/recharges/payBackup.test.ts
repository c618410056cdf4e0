import { payOnline } from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { listInbox } from '@cardinal/contract/api/notices/inbox.ts';
import { wechatMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { addMerchantToRoute, switchRoute } from '@cardinal/contract/api/payments/collectingAccounts.ts';
import { askPayment, readPayment } from '@cardinal/contract/api/payments/onlinePayments.ts';
import { readPaymentRoute } from '@cardinal/contract/api/payments/paymentRoutes.ts';
import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { RechargeMethod } from '@cardinal/contract/enumerations/recharge.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { control, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { openMerchant } from '@cardinal/testing/paymentProviders.ts';
import { expect, test } from 'vitest';
import { stepDue } from '../../payments/steps/steps.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const simulator = await forThisFile(simulatedJasper({ clock: it.clock }));
const noticeBaseUrl = await it.app.http.listen({ port: 0, host: '127.0.0.1' });
await it.work();
const [admin, agent, rival] = await Promise.all([it.as('admin'), it.as('agent'), it.as('rival')]);
const ctx = it.app.systemContext('test');
const scene = 'balanceRecharge' as const;
const { wechat: provider } = PaymentProvider.values;

const at = (method: string, path: string, body?: unknown) => control(simulator, method, path, body);

async function connected(name: string) {
  const { merchantNo, baseUrl, credentials } = await openMerchant(simulator, 'wechat');
  const { id } = await admin.ask(wechatMerchants.add, { body: { name, baseUrl, noticeBaseUrl, credentials } });
  const added = await admin.ask(addMerchantToRoute, { body: { scene, merchantId: id, currency: 'CNY' } });
  return { id, merchantNo, account: added.id };
}
const begin = () =>
  agent.ask(payOnline, {
    body: { currency: 'CNY', amount: '10.00', method: RechargeMethod.values.wechat, returnUrl: noticeBaseUrl },
  });
const ask = (id: string) => agent.ask(askPayment, { body: { id } });
const routeNow = () => admin.ask(readPaymentRoute, { query: { customerId: '1', scene, currency: 'CNY', provider } });
const used = async () => (await routeNow()).accounts.find(({ isInUse }) => isInUse)?.id;
const merchantOf = async (id: string) =>
  (await it.db.selectFrom('payments.payment').select('merchant_id').where('id', '=', id).executeTakeFirstOrThrow())
    .merchant_id;

test('a merchant that does not answer leaves the route to its backup; payments under way keep it, and a person switches back', async () => {
  const [first, backup] = [await connected('主商户'), await connected('备用商户')];
  const earlier = await begin();
  await ask(earlier.paymentId);
  await at('POST', '/faults', {
    kind: 'httpError',
    carrier: 'wechat',
    account: first.merchantNo,
    operation: 'createPayment',
  });
  expect(await used()).toBe(first.account);
  const failing = await begin();
  // A call is repeated by the gate, and its payment asked for again when it is due.
  for (let times = 0; times < 10 && (await used()) === first.account; times++) {
    it.clock.advance(60_000);
    await stepDue(ctx);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  await expect.poll(used, { timeout: 60_000 }).toBe(backup.account);
  const { log } = await routeNow();
  expect(log[0]).toMatchObject({ kind: 'automatic', reason: null, by: '系统' });
  expect([log[0]?.from, log[0]?.to].map((each) => each?.split(' ')[0])).toEqual(['主商户', '备用商户']);

  const later = await begin();
  expect(await merchantOf(later.paymentId)).toBe(backup.id);
  expect(await merchantOf(failing.paymentId)).toBe(first.id);
  await expect
    .poll(async () => (await admin.ask(listInbox, {})).list.map(({ title }) => title).join(), { timeout: 60_000 })
    .toContain('多次无应答');
  expect(JSON.stringify((await rival.ask(listInbox, {})).list)).not.toContain('多次无应答');
  // What was asked for before ends at the merchant that failed.
  await at('DELETE', '/faults');
  const { tradeNo } = await agent.ask(readPayment, { query: { id: earlier.paymentId } });
  await at('POST', `/wechat/trades/${tradeNo}/pay`, {});
  await expect
    .poll(async () => (await agent.ask(readPayment, { query: { id: earlier.paymentId } })).isSettled, {
      timeout: 60_000,
    })
    .toBe(true);

  // Switched back by hand, its past is forgiven.
  await admin.ask(switchRoute, { body: { id: first.account, insteadOf: backup.account, reason: '主商户已恢复' } });
  expect(await used()).toBe(first.account);
}, 120_000);
