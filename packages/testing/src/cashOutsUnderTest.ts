import { askCashOut, readCashOut } from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import { addReceiver, setCashOutRule } from '@cardinal/contract/api/cashOuts/receivers.ts';
import { wechatMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { money } from '@cardinal/primitives/money.ts';
import { fundsOf, ofCustomer, openAccount, post, requirePosted } from '@cardinal/server/domains/ledger/face.ts';
import { type Caller, DEMO_PASSWORD, type TestApp } from './app.ts';
import { control, type SimulatedJasper } from './carriers.ts';
import { openMerchant } from './paymentProviders.ts';

export const REAL_NAME = '甲先生';
const HOLDERS: Record<string, string> = {};
let opened = 0;

/** The platform pays by WeChat at the simulator and at the bank; customers have receivers and profit. */
export async function cashOutsUnderTest(it: TestApp, simulator: SimulatedJasper, admin: Caller) {
  const noticeBaseUrl = await it.app.http.listen({ port: 0, host: '127.0.0.1' });
  const merchant = await openMerchant(simulator, 'wechat', {});
  const ctx = it.app.systemContext('test');
  const { id: merchantId } = await admin.ask(wechatMerchants.add, {
    body: { name: '付款商户', baseUrl: merchant.baseUrl, noticeBaseUrl, credentials: merchant.credentials } as never,
  });
  const rule = {
    currency: 'CNY' as const,
    version: 0,
    least: '1.00',
    feePercent: '0.6',
    taxPercent: '0',
    isPaused: false,
  };
  await admin.ask(setCashOutRule, { body: { ...rule, method: 1, merchantId, reviewFrom: '1000.00' } });
  await admin.ask(setCashOutRule, { body: { ...rule, method: 3, reviewFrom: '1000.00' } });

  const accountOf = async (customerId: string, kind: 'profit' | 'frozen') =>
    (await fundsOf(ctx, ofCustomer(customerId, 'CNY', kind))).balance;

  return {
    ctx,
    merchant,
    merchantId,
    rule,
    profitOf: (customerId: string) => accountOf(customerId, 'profit'),
    frozenOf: (customerId: string) => accountOf(customerId, 'frozen'),
    /** As if so much had been earned and released. */
    earn: (customerId: string, minor: bigint) =>
      ctx.transact(async (inside) => {
        opened += 1;
        const of = (kind: 'revenue') =>
          openAccount(inside, { owner: 'platform', ownerId: '1', customerId: '1', currency: 'CNY', kind });
        const profit = await openAccount(inside, ofCustomer(customerId, 'CNY', 'profit'));
        requirePosted(
          await post(inside, { key: `test:earned:${opened}`, kind: 'profitRelease' }, [
            { account: profit, amount: money(minor, 'CNY') },
            { account: await of('revenue'), amount: money(-minor, 'CNY') },
          ]),
        );
      }),
    /** A receiver of the caller's customer, whose real name the provider knows. */
    receiver: async (caller: Caller, { holder = REAL_NAME, realName = REAL_NAME, isOld = true } = {}) => {
      opened += 1;
      const account = `oReceiver${String(opened).padStart(16, '0')}`;
      HOLDERS[account] = realName;
      await control(simulator, 'PATCH', `/wechat/merchants/${merchant.merchantNo}`, { realNames: HOLDERS });
      const { id } = await caller.ask(addReceiver, { body: { method: 1, accountNumber: account, holder } });
      if (isOld)
        await it.db
          .updateTable('cash_outs.receiver')
          .set({ changed_at: new Date(it.clock.now().getTime() - 25 * 3_600_000) })
          .where('id', '=', id)
          .execute();
      return id;
    },
    ask: (caller: Caller, receiverId: string, amount = '100.00') =>
      caller.ask(askCashOut, { body: { receiverId, amount, password: DEMO_PASSWORD } }),
    read: (caller: Caller, id: string) => caller.ask(readCashOut, { query: { id } }),
    /** The receiver takes it. */
    confirm: (cashOutNo: string) => control(simulator, 'POST', `/wechat/transfers/${cashOutNo}/confirm`),
    transfers: async () =>
      ((await control(simulator, 'GET', '/wechat/transfers')) as { transfers: { transferNo: string; state: string }[] })
        .transfers,
  };
}
