import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { onlineRecharges } from '@cardinal/testing/onlineRechargesUnderTest.ts';
import { allNoticesSent, type SimulatedProvider } from '@cardinal/testing/paymentProviders.ts';
import { describe, expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/face.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const simulator = await forThisFile(simulatedJasper({ clock: it.clock }));
const noticeBaseUrl = await it.app.http.listen({ port: 0, host: '127.0.0.1' });
const online = onlineRecharges(it, simulator, noticeBaseUrl);

await it.work();

const PROVIDERS: readonly [SimulatedProvider, Currency][] = [
  ['wechat', 'CNY'],
  ['alipay', 'CNY'],
  ['stripe', 'USD'],
  ['paypal', 'USD'],
  ['payssion', 'USD'],
  ['lianlian', 'CNY'],
];
/** Those whose signature covers the moment it was made: a copy of an old one is refused by its age. */
const SIGN_THEIR_TIME: readonly SimulatedProvider[] = ['wechat', 'stripe'];
const AMOUNT = '12.34';
const MINOR = 1_234n;

type Sent = { sent: { id: number; attempts: { status: number | null }[] }[] };

describe.each(PROVIDERS)('a notice of %s', (key, currency) => {
  const ready = (async () => ({
    merchant: await online.connected(key, currency),
    own: await online.payer(currency),
  }))();
  const opened = async () => {
    const { own } = await ready;
    const mine = await online.opened(own.caller, currency, key, AMOUNT);
    return { ...mine, before: await online.balanceOf(own.id, currency) };
  };
  /** How each notice made by hand was answered. */
  const notify = async (body: object) => {
    const { merchant } = await ready;
    const made = (await online.at('POST', `/${key}/notices`, { url: merchant.noticeUrl, ...body })) as Sent;
    return made.sent.map(({ attempts }) => attempts.at(-1)?.status);
  };

  const forgeries = [
    ['whose signature is wrong', { sign: 'wrong' }],
    ['without a signature', { sign: 'missing' }],
    ['signed with an unknown key', { sign: 'unknownKey' }],
    ...(SIGN_THEIR_TIME.includes(key) ? [['older than five minutes', { ageSeconds: 301 }]] : []),
  ] as readonly [string, object][];
  test.each(forgeries)('%s is refused and counted, and changes nothing', async (_, forged) => {
    const { merchant, own } = await ready;
    const mine = await opened();
    const counted = await merchant.forgedNotices();
    expect(await notify({ tradeNo: mine.tradeNo, ...forged })).toEqual([401]);
    expect(await merchant.forgedNotices()).toBe(counted + 1);
    expect((await online.paymentOf(own.caller, mine.paymentId)).state).toBe('open');
    expect(await online.balanceOf(own.id, currency)).toBe(mine.before);
  });

  test('ten times, and after what came later, has one effect', async () => {
    const { merchant, own } = await ready;
    await online.at('PATCH', `/${key}/merchants/${merchant.merchantNo}`, { withholdsNotices: true });
    const [one, two] = [await opened(), await opened()];
    await online.pay(key, one.tradeNo);
    await online.pay(key, two.tradeNo);
    // The last first.
    const { sent } = (await online.at('POST', `/${key}/notices/release`, { reversed: true })) as Sent;
    expect(sent.length).toBeGreaterThanOrEqual(2);
    for (const { id } of sent) await online.at('POST', `/${key}/notices/${id}/resend`, { times: 9 });
    await online.at('PATCH', `/${key}/merchants/${merchant.merchantNo}`, { withholdsNotices: false });
    for (const { paymentId } of [one, two])
      expect(await online.settled(own.caller, paymentId)).toMatchObject({ state: 'paid', refunds: [] });
    expect((await online.balanceOf(own.id, currency)) - one.before).toBe(2n * MINOR);
    expect(await verifyLedger(it.app.systemContext('test'))).toEqual([]);
  });

  // At PayPal our capture moves the money, whole.
  if (key !== 'paypal')
    test('that says another amount grants nothing, and whoever may decide is told', async () => {
      const { own } = await ready;
      const mine = await opened();
      await online.pay(key, mine.tradeNo, { amount: 1 });
      const said = await online.until(
        () => online.paymentOf(own.caller, mine.paymentId),
        ({ state }) => state !== 'open',
      );
      expect(said).toMatchObject({ state: 'differs', isSettled: false, paidAmount: '1' });
      expect(await online.balanceOf(own.id, currency)).toBe(mine.before);
      const told = await online.until(
        () =>
          it.db
            .selectFrom('notices.receipt')
            .select('title_zh')
            .where('source', '=', `payment:${mine.paymentId}:differs`)
            .execute(),
        (copies) => copies.length > 0,
      );
      expect(new Set(told.map((copy) => copy.title_zh))).toEqual(new Set([`收到的金额不符，待处理：${mine.tradeNo}`]));
    });

  test('that says another currency grants nothing', async () => {
    const { own } = await ready;
    const mine = await opened();
    const [status] = await notify({ tradeNo: mine.tradeNo, currency: currency === 'USD' ? 'EUR' : 'USD' });
    expect(status).toBeLessThan(500);
    const { isSettled } = await online.paymentOf(own.caller, mine.paymentId);
    expect(isSettled).toBe(false);
    expect(await online.balanceOf(own.id, currency)).toBe(mine.before);
  });

  test('about an order that nobody knows is answered, and changes nothing', async () => {
    const { merchant } = await ready;
    const unknown = `UNKNOWN${key.toUpperCase()}1`;
    await online.at('POST', `/${key}/trades`, {
      merchantNo: merchant.merchantNo,
      tradeNo: unknown,
      providerNo: `P${unknown}`,
      amount: 100,
      currency,
      paidMs: it.clock.now().getTime(),
    });
    const [status] = await notify({ tradeNo: unknown });
    expect(status).toBeLessThan(500);
    await allNoticesSent(simulator, key);
    expect(await it.db.selectFrom('payments.payment').select('id').where('trade_no', '=', unknown).execute()).toEqual(
      [],
    );
  });
});
