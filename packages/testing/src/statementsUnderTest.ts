import { payOnline } from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { aliPayMerchants, wechatMerchants } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { addMerchantToRoute } from '@cardinal/contract/api/payments/collectingAccounts.ts';
import { readStatementMonth } from '@cardinal/contract/api/statements/statements.ts';
import { dayText, parseTime } from '@cardinal/primitives/time.ts';
import { refundPayment } from '@cardinal/server/domains/payments/face.ts';
import { stepDue as stepPayments } from '@cardinal/server/domains/payments/steps/steps.ts';
import { stepDue } from '@cardinal/server/domains/statements/fetching/statementJobs.ts';
import type { Caller, TestApp } from './app.ts';
import { control, type SimulatedJasper } from './carriers.ts';
import { openMerchant } from './paymentProviders.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const PROVIDERS = {
  wechat: { register: wechatMerchants, method: 1 },
  alipay: { register: aliPayMerchants, method: 2 },
} as const;

/** Customers pay through a simulated merchant of the platform, and its statements are fetched when the clock has turned. */
export async function statementsUnderTest(
  it: TestApp,
  simulator: SimulatedJasper,
  key: keyof typeof PROVIDERS = 'wechat',
) {
  const { register, method } = PROVIDERS[key];
  // A day and more ends their sessions; they sign in again when they do something.
  let sessions = new Map<string, Promise<Caller>>();
  const as = (name: string): Promise<Caller> => {
    const session = sessions.get(name) ?? it.anew(name);
    sessions.set(name, session);
    return session;
  };
  const signOut = () => {
    sessions = new Map();
  };
  const noticeBaseUrl = await it.app.http.listen({ port: 0, host: '127.0.0.1' });
  const ctx = it.app.systemContext('test');
  const merchant = await openMerchant(simulator, key, { refundAfterMs: 0 });
  const { id: merchantId } = await (await as('admin')).ask(register.add, {
    body: { name: '对账商户', baseUrl: merchant.baseUrl, noticeBaseUrl, credentials: merchant.credentials } as never,
  });
  await (await as('admin')).ask(addMerchantToRoute, {
    body: { scene: 'balanceRecharge', merchantId, currency: 'CNY' },
  });
  const rowOf = (id: string) =>
    it.db.selectFrom('payments.payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  /** Asks for a payment, with its code. */
  async function begin(amount = '10.00') {
    const { paymentId } = await (await as('agent')).ask(payOnline, {
      body: { currency: 'CNY', amount, method, returnUrl: noticeBaseUrl },
    });
    for (let tries = 0; tries < 50 && (await rowOf(paymentId)).state === 'created'; tries += 1) await stepPayments(ctx);
    return rowOf(paymentId);
  }
  /** Pays, and lets us know of it. */
  async function pay(amount = '10.00') {
    const { id, trade_no } = await begin(amount);
    await control(simulator, 'POST', `/${key}/trades/${trade_no}/pay`, {});
    for (let tries = 0; tries < 200 && (await rowOf(id)).settled_at === null; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    return rowOf(id);
  }
  async function refund(paymentId: string, minor: bigint) {
    await ctx.transact((inside) =>
      refundPayment(inside, paymentId, async () => ({ amount: minor, reason: '测试退款' })),
    );
    await stepPayments(ctx);
    return it.db
      .selectFrom('payments.refund')
      .selectAll()
      .where('payment_id', '=', paymentId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  }
  const today = () => dayText(it.clock.now());
  return {
    ctx,
    merchant,
    merchantId,
    begin,
    pay,
    refund,
    rowOf,
    today,
    /** Lines of statements that are not as it happened. */
    edit: (statementEdits: readonly object[]) =>
      control(simulator, 'PATCH', `/${key}/merchants/${merchant.merchantNo}`, { statementEdits }),
    /** Noon of the day some days later, with what is due then. */
    async turn(days = 1) {
      const start = parseTime(today()) as Date;
      it.clock.set(new Date(start.getTime() + days * DAY_MS + 12 * HOUR_MS));
      signOut();
      return stepDue(ctx);
    },
    step: () => stepDue(ctx),
    dayOf: (day: string) =>
      it.db
        .selectFrom('statements.day')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('day', '=', day)
        .executeTakeFirst(),
    month: async (month: string) => (await as('admin')).ask(readStatementMonth, { query: { merchantId, month } }),
    as,
    signOut,
    differences: (day: string) =>
      it.db
        .selectFrom('statements.difference')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('day', '=', day)
        .orderBy('id')
        .execute(),
    sumsOf: (day: string) =>
      it.db
        .selectFrom('statements.day_sum')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('day', '=', day)
        .execute(),
  };
}
