import { payOnline } from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { wechatMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { addMerchantToRoute } from '@cardinal/contract/api/payments/collectingAccounts.ts';
import { askPayment, readPayment } from '@cardinal/contract/api/payments/onlinePayments.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { control, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import {
  allNoticesSent,
  noticeReceiver,
  openMerchant,
  type ReceivedNotice,
} from '@cardinal/testing/paymentProviders.ts';
import { expect, test } from 'vitest';
import { fundsOf, ofCustomer, verifyLedger } from '../../ledger/face.ts';

const AT_ONCE = 50;
const it = await forThisFile(testApp({ demo: 'people' }));
const simulator = await forThisFile(simulatedJasper({ clock: it.clock }));
const noticeBaseUrl = await it.app.http.listen({ port: 0, host: '127.0.0.1' });
const [admin, agent] = await Promise.all([it.as('admin'), it.as('agent')]);
const ctx = it.app.systemContext('test');
const at = (method: string, path: string, body?: unknown) => control(simulator, method, path, body);

/** Sends it so often, many at once, and answers what was answered. */
async function flood(url: string, times: number, notice: (n: number) => ReceivedNotice): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let sent = 0; sent < times; sent += AT_ONCE) {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => {
        const { headers, body } = notice(sent + n);
        const { 'content-length': _length, ...kept } = headers;
        return it.app.http.inject({ method: 'POST', url, headers: kept, payload: body });
      }),
    );
    for (const { statusCode } of answers) statuses.add(statusCode);
  }
  return statuses;
}
const rowsOf = async (table: 'payments.notice' | 'payments.forged_notice' | 'payment_providers.call') =>
  Number(
    (
      await it.db
        .selectFrom(table)
        .select((on) => on.fn.countAll().as('n'))
        .executeTakeFirst()
    )?.n ?? 0,
  );

test('thousands of forged notices leave a count of the day and ask nobody anything; a true one replayed a thousand times counts once', async () => {
  const opened = await openMerchant(simulator, 'wechat');
  const { id } = await admin.ask(wechatMerchants.add, {
    body: { name: 'wechat', baseUrl: opened.baseUrl, noticeBaseUrl, credentials: opened.credentials } as never,
  });
  await admin.ask(addMerchantToRoute, { body: { scene: 'balanceRecharge', merchantId: id, currency: 'CNY' } });
  const begun = await agent.ask(payOnline, {
    body: { currency: 'CNY', amount: '100.00', method: 1, returnUrl: noticeBaseUrl },
  });
  const { tradeNo } = await agent.ask(askPayment, { body: { id: begun.paymentId } });
  const balance = async () => (await fundsOf(ctx, ofCustomer('10', 'CNY', 'balance'))).balance;
  const before = await balance();
  await at('POST', '/faults', { kind: 'swallow', operation: 'notifyPayment', count: 1 });
  await at('POST', `/wechat/trades/${tradeNo}/pay`);
  await allNoticesSent(simulator, 'wechat');
  const receiver = await noticeReceiver(() => ({ status: 204, body: '' }));
  await at('POST', '/wechat/notices', { tradeNo, url: receiver.url });
  await receiver.stop();
  const genuine = receiver.notices.at(-1) as ReceivedNotice;
  const url = `/callbacks/payments/wechat/${id}`;

  const rows = { notices: await rowsOf('payments.notice'), calls: await rowsOf('payment_providers.call') };
  const signature = genuine.headers['wechatpay-signature'] ?? '';
  const forged = (n: number): ReceivedNotice =>
    n % 2 === 0
      ? { ...genuine, headers: { ...genuine.headers, 'wechatpay-signature': `A${n}${signature.slice(8)}` } }
      : { ...genuine, body: genuine.body.replace('{', `{"n":${n},`) };
  expect(await flood(url, 2_000, forged)).toEqual(new Set([401]));
  expect((await agent.ask(readPayment, { query: { id: begun.paymentId } })).state).toBe('open');
  expect(await rowsOf('payments.notice')).toBe(rows.notices);
  expect(await rowsOf('payment_providers.call')).toBe(rows.calls);
  expect(await it.db.selectFrom('payments.forged_notice').select(['why', 'count']).execute()).toEqual([
    { why: 'signature', count: 2_000 },
  ]);

  expect(await flood(url, 1_000, () => genuine)).toEqual(new Set([204]));
  expect((await balance()) - before).toBe(10_000n);
  const kept = await it.db
    .selectFrom('payments.notice')
    .select('came')
    .where('payment_id', '=', begun.paymentId)
    .execute();
  expect(kept).toEqual([{ came: 1_000 }]);
  expect(await verifyLedger(ctx)).toEqual([]);
});
