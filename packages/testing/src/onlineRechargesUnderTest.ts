import { payOnline } from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { addCustomer } from '@cardinal/contract/api/identity/addCustomer.ts';
import { aliPayMerchants, otherMerchants, wechatMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { addMerchantToRoute } from '@cardinal/contract/api/payments/collectingAccounts.ts';
import { askPayment, readPayment } from '@cardinal/contract/api/payments/onlinePayments.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { RechargeMethod } from '@cardinal/contract/enumerations/recharge.ts';
import { fundsOf, ofCustomer } from '@cardinal/server/domains/ledger/face.ts';
import type { Caller, TestApp } from './app.ts';
import { control } from './carriers.ts';
import { openMerchant, type SimulatedProvider } from './paymentProviders.ts';

const PASSWORD = 'Abroad#2468';
const METHODS = { ...RechargeMethod.values, alipay: RechargeMethod.values.aliPay };
const TOLD_ITS_ADDRESS: ReadonlySet<SimulatedProvider> = new Set(['stripe', 'paypal']);
const WAITS_MS = 50;
const MOST_WAITS = 100;

/**
 * Recharges through merchants of the platform at a simulated provider, by customers of their own currency. `noticeBaseUrl` is
 * where the server under test listens.
 */
export function onlineRecharges(it: TestApp, simulator: { readonly url: string }, noticeBaseUrl: string) {
  let made = 0;
  const at = (method: string, path: string, body?: unknown) => control(simulator, method, path, body);

  /** Connects a merchant and puts it into the route of a currency. */
  async function connected(key: SimulatedProvider, currency: Currency) {
    made += 1;
    const admin = await it.as('admin');
    const { baseUrl, credentials, merchantNo } = await openMerchant(simulator, key);
    const endpoints = key === 'wechat' ? wechatMerchants : key === 'alipay' ? aliPayMerchants : otherMerchants;
    const provider = key === 'alipay' ? PaymentProvider.values.aliPay : PaymentProvider.values[key];
    const body = { provider, name: `${key} ${made}`, baseUrl, noticeBaseUrl, credentials };
    const { id } = await admin.ask(endpoints.add, { body: body as never });
    await admin.ask(addMerchantToRoute, { body: { scene: 'balanceRecharge', merchantId: id, currency } });
    const { noticeUrl } = await admin.ask(endpoints.detail, { query: { id } });
    // The others are told the address with each payment.
    if (TOLD_ITS_ADDRESS.has(key)) await at('PATCH', `/${key}/merchants/${merchantNo}`, { webhookUrl: noticeUrl });
    const forgedNotices = async () => (await admin.ask(endpoints.detail, { query: { id } })).forgedNotices;
    return { id, key, currency, credentials, merchantNo, noticeUrl, forgedNotices };
  }

  /** A customer of the platform that pays in a currency, signed in. */
  async function payer(currency: Currency) {
    made += 1;
    const account = `abroad.customer${made}`;
    const { id } = await (await it.as('admin')).ask(addCustomer, {
      body: {
        parentId: '1',
        kind: 'ENTERPRISE',
        name: `海外客户${made}`,
        code: `ABROAD-${made}`,
        editions: ['enterprise'],
        businessMode: 1,
        settlementMode: 'prepaid',
        currency,
        firstAccount: { account, name: '测试管理员', password: PASSWORD },
      },
    });
    await it.db
      .updateTable('identity.account')
      .set({ must_change_password: false })
      .where('account', '=', account)
      .execute();
    return { id, caller: await it.as(account, PASSWORD) };
  }

  /** A recharge that can be paid at the provider. */
  async function opened(caller: Caller, currency: Currency, key: SimulatedProvider, amount: string) {
    made += 1;
    const begun = await caller.ask(payOnline, {
      // Limited per address and minute.
      address: `10.9.${made >> 8}.${made & 255}`,
      body: { currency, amount, method: METHODS[key], returnUrl: noticeBaseUrl },
    });
    const standing = await caller.ask(askPayment, { body: { id: begun.paymentId } });
    if (standing.state !== 'open') throw new Error(`the payment is ${standing.state}`);
    return { ...begun, tradeNo: standing.tradeNo, targetKind: standing.targetKind };
  }

  async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
    for (let waits = 0; ; waits++) {
      const value = await read();
      if (holds(value) || waits > MOST_WAITS) return value;
      await new Promise((resolve) => setTimeout(resolve, WAITS_MS));
    }
  }
  const paymentOf = (caller: Caller, id: string) => caller.ask(readPayment, { query: { id } });

  return {
    at,
    connected,
    payer,
    opened,
    until,
    paymentOf,
    pay: (key: SimulatedProvider, tradeNo: string, body: object = {}) =>
      at('POST', `/${key}/trades/${tradeNo}/pay`, body),
    settled: (caller: Caller, id: string) =>
      until(
        () => paymentOf(caller, id),
        ({ isSettled }) => isSettled,
      ),
    balanceOf: async (customerId: string, currency: string) =>
      (await fundsOf(it.app.systemContext('test'), ofCustomer(customerId, currency, 'balance'))).balance,
  };
}
