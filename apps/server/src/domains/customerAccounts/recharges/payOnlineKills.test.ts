import { setTimeout as wait } from 'node:timers/promises';
import { payOnline } from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { wechatMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { addMerchantToRoute } from '@cardinal/contract/api/payments/collectingAccounts.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { control, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { openMerchant } from '@cardinal/testing/paymentProviders.ts';
import { expect, test } from 'vitest';
import { fundsOf, ofCustomer, verifyLedger } from '../../ledger/face.ts';

const AGENT = '10';
const PAYMENTS = 30;
const host = await forThisFile(testApp({ demo: 'people' }));
// The worker reads the machine's clock.
host.clock.set(new Date());
const simulator = await forThisFile(simulatedJasper());
const noticeBaseUrl = await host.app.http.listen({ port: 0, host: '127.0.0.1' });
const ctx = host.app.systemContext('test');
const [admin, agent] = [await host.anew('admin'), await host.anew('agent')];

const workers = await forThisFile(killableWorkers(host));

const payments = () =>
  host.db.selectFrom('payments.payment').select(['trade_no', 'state', 'settled_at']).orderBy('id').execute();
const fault = (body: object) => control(simulator, 'POST', '/faults', body);

test('answers and notices lost, and the worker killed again and again: each payment is posted once, to the cent', {
  timeout: 300_000,
}, async () => {
  const merchant = await openMerchant(simulator, 'wechat');
  const { id } = await admin.ask(wechatMerchants.add, {
    body: { name: '平台商户', baseUrl: merchant.baseUrl, noticeBaseUrl, credentials: merchant.credentials } as never,
  });
  await admin.ask(addMerchantToRoute, { body: { scene: 'balanceRecharge', merchantId: id, currency: 'CNY' } });
  await fault({ kind: 'lostConfirmation', operation: 'createPayment', probability: 0.3, seed: 7 });
  await fault({ kind: 'lostConfirmation', operation: 'queryPayment', probability: 0.2, seed: 8 });
  await fault({ kind: 'swallow', operation: 'notifyPayment', probability: 0.5, seed: 9 });
  await fault({ kind: 'duplicate', operation: 'notifyPayment', probability: 0.3, seed: 10 });
  const balance = async () => (await fundsOf(ctx, ofCustomer(AGENT, 'CNY', 'balance'))).balance;
  const before = await balance();
  for (let n = 0; n < PAYMENTS; n++) {
    await agent.ask(payOnline, { body: { currency: 'CNY', amount: '10.01', method: 1, returnUrl: noticeBaseUrl } });
  }
  const paid = new Set<string>();
  const payOpen = async () => {
    for (const { state, trade_no } of await payments()) {
      if (state !== 'open' || paid.has(trade_no)) continue;
      paid.add(trade_no);
      await control(simulator, 'POST', `/wechat/trades/${trade_no}/pay`, {});
    }
  };
  for (let kills = 0; kills < 4; kills++) {
    const worker = await workers.start();
    for (const until = performance.now() + 700 + 300 * kills; performance.now() < until; await wait(20))
      await payOpen();
    await worker.kill();
  }
  await workers.start();
  const isDone = async () => (await payments()).every(({ settled_at }) => settled_at !== null);
  for (const until = performance.now() + 120_000; performance.now() < until && !(await isDone()); await wait(100)) {
    await payOpen();
  }
  expect((await payments()).map(({ state }) => state)).toEqual(Array(PAYMENTS).fill('paid'));
  expect((await balance()) - before).toBe(BigInt(PAYMENTS) * 1_001n);
  const recharges = await host.db
    .selectFrom('customer_accounts.recharge')
    .select('state')
    .where('method', '=', 1)
    .execute();
  expect(recharges.map(({ state }) => state)).toEqual(Array(PAYMENTS).fill('passed'));
  expect(await host.db.selectFrom('payments.refund').select('id').execute()).toEqual([]);
  expect(await verifyLedger(ctx)).toEqual([]);
});
