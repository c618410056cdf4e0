import { simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allNoticesSent, noticeReceiver, openMerchant } from '@cardinal/testing/paymentProviders.ts';
import { beforeEach, expect, test } from 'vitest';
import { findProviderAdapter, PROVIDER_ADAPTERS, providerAdapterOf } from '../adapters.ts';
import type { Money } from '../protocol/operations.ts';
import { alipay } from './adapter.ts';

const world = await forThisFile(simulatedJasper());
const { operate } = alipay;
const merchant = await openMerchant(world, 'alipay', { refundAfterMs: 0 });
const policy = { allowLoopback: true };
const line = {
  baseUrl: merchant.baseUrl,
  credentials: merchant.credentials,
  timeoutMs: 5_000,
  policy,
  now: new Date(),
};
const readIt = (body: string) =>
  alipay.readNotice(
    { header: () => undefined, body },
    { credentials: merchant.credentials, session: undefined, now: new Date() },
  );
const receiver = await forThisFile(
  noticeReceiver(({ body }) =>
    readIt(body).kind === 'forged' ? alipay.noticeAnswers.forged : alipay.noticeAnswers.taken,
  ),
);
const control = (method: string, path: string, body?: unknown) => world.control(method, `/alipay${path}`, body);
const cny = (minor: bigint): Money => ({ minor, currency: 'CNY' });
const order = (tradeNo: string, minor = 1_250n) => ({
  tradeNo,
  amount: cny(minor),
  subject: '余额充值 50% & a=b/c',
  expiresAt: new Date(Date.now() + 600_000),
  noticeUrl: receiver.url,
  returnUrl: 'https://cardinal.example',
});
const query = (tradeNo: string) => operate.queryPayment?.(line, { tradeNo, providerNo: null });
const refund = (tradeNo: string, refundNo: string, amount: bigint) =>
  operate.refund?.(line, {
    tradeNo,
    refundNo,
    providerNo: null,
    amount: cny(amount),
    total: cny(1_250n),
    reason: '退款',
    noticeUrl: receiver.url,
  });
const askRefund = (tradeNo: string, refundNo: string) =>
  operate.queryRefund?.(line, { tradeNo, refundNo, providerNo: null, refundProviderNo: null });
beforeEach(async () => void (await world.control('DELETE', '/faults')));

test('every adapter is found by its key and by its provider', () => {
  for (const adapter of PROVIDER_ADAPTERS) {
    expect(findProviderAdapter(adapter.key)).toBe(adapter);
    expect(providerAdapterOf(adapter.provider)).toBe(adapter);
  }
  expect(findProviderAdapter('toString')).toBeUndefined();
});

test('credentials are judged at their field, and proven with the right key only', async () => {
  expect(alipay.checkCredentials(merchant.credentials, new Date())).toEqual([]);
  expect(alipay.factsOf(merchant.credentials)).toMatchObject({ merchantNo: merchant.merchantNo });
  const wrong = { appId: '1', sellerId: '1', privateKey: 'x', alipayPublicKey: 'y' };
  expect(alipay.checkCredentials(wrong, new Date()).map(({ field }) => field)).toEqual(Object.keys(wrong));
  expect(await operate.prove?.(line, {})).toMatchObject({ kind: 'ok', answer: { words: 'ACQ.TRADE_NOT_EXIST' } });
  const other = (await openMerchant(world, 'alipay')).credentials;
  const proven = async (changes: Record<string, string | undefined>) =>
    (await operate.prove?.({ ...line, credentials: { ...merchant.credentials, ...changes } as never }, {}))?.kind;
  expect(await proven({ privateKey: other['privateKey'] })).toBe('badCredentials');
  expect(await proven({ appId: '2021999999999999' })).toBe('badCredentials');
  const wechat = (await openMerchant(world, 'wechat', { usesPublicKey: true })).credentials;
  expect(await proven({ alipayPublicKey: wechat['publicKey'] })).toBe('unclear');
});

test('a trade begins when its code is scanned; paid, it is told by a notice and by a query', async () => {
  const created = await operate.createPayment?.(line, order('ALI1'));
  expect(created).toMatchObject({ kind: 'ok', answer: { kind: 'code' } });
  expect((await operate.createPayment?.(line, order('ALI1')))?.kind).toBe('ok');
  expect(await operate.createPayment?.(line, order('ALI1', 1n))).toMatchObject({ code: 'ACQ.CONTEXT_INCONSISTENT' });
  expect(await query('ALI1')).toMatchObject({ answer: { state: 'open', said: 'ACQ.TRADE_NOT_EXIST', amount: null } });
  const url = created?.kind === 'ok' ? created.answer.url : '';
  expect(await (await fetch(url)).text()).toContain('确认付款');
  expect(await query('ALI1')).toMatchObject({
    answer: { state: 'open', said: 'WAIT_BUYER_PAY', amount: cny(1_250n) },
  });
  await fetch(`${url}/pay`, { method: 'POST' });
  await expect.poll(() => receiver.notices.length).toBe(1);
  const asked = await query('ALI1');
  expect(asked).toMatchObject({ answer: { state: 'paid', amount: cny(1_250n), said: 'TRADE_SUCCESS' } });
  const read = readIt(receiver.notices[0]?.body ?? '');
  expect(read).toMatchObject({ kind: 'payment', seen: asked?.kind === 'ok' ? asked.answer : {} });
  expect((await operate.closePayment?.(line, { tradeNo: 'ALI1', providerNo: null }))?.kind).toBe('refused');
});

test('an unscanned code cannot be closed, a scanned one can, twice', async () => {
  await operate.createPayment?.(line, order('ALI2'));
  const close = () => operate.closePayment?.(line, { tradeNo: 'ALI2', providerNo: null });
  expect(await close()).toMatchObject({ kind: 'refused', isUnknown: true });
  await control('POST', '/trades/ALI2/scan');
  expect([(await close())?.kind, (await close())?.kind]).toEqual(['ok', 'ok']);
  expect(await query('ALI2')).toMatchObject({ answer: { state: 'closed' } });
  const dollars = { ...order('ALI3'), amount: { minor: 1n, currency: 'USD' as const } };
  expect(await operate.createPayment?.(line, dollars)).toMatchObject({ kind: 'refused', code: 'currency' });
});

test('refunds are done at once and once each; all returned, the trade is closed and was paid', async () => {
  expect(await refund('ALI1', 'ALIR1', 1_000n)).toMatchObject({ answer: { state: 'done', doneAt: expect.any(Date) } });
  expect(await refund('ALI1', 'ALIR1', 1_000n)).toMatchObject({ answer: { state: 'asked', said: 'fund_change=N' } });
  expect(await askRefund('ALI1', 'ALIR1')).toMatchObject({ answer: { state: 'done', amount: cny(1_000n) } });
  expect(await askRefund('ALI1', 'ALIR9')).toMatchObject({ kind: 'refused', isUnknown: true });
  expect(await refund('ALI1', 'ALIR2', 251n)).toMatchObject({ code: 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL' });
  await refund('ALI1', 'ALIR3', 250n);
  expect(await query('ALI1')).toMatchObject({ answer: { state: 'paid', said: 'TRADE_CLOSED' } });
  await expect.poll(() => receiver.notices.length).toBe(3);
  const told = receiver.notices.slice(1).map(({ body }) => readIt(body));
  expect(told).toMatchObject([
    { kind: 'refund', seen: { refundNo: 'ALIR1', state: 'done' } },
    { kind: 'refund', seen: { refundNo: 'ALIR3', state: 'done' } },
  ]);
});

test('faults: what may have been done is unclear, and asking again makes no second one', async () => {
  for (const kind of ['lostConfirmation', 'garbled', 'httpError', 'dropBeforeEffect']) {
    await world.control('POST', '/faults', { kind, carrier: 'alipay', operation: 'createPayment', count: 1 });
    expect([kind, (await operate.createPayment?.(line, order(`ALI${kind}`)))?.kind]).toEqual([kind, 'unclear']);
    expect((await operate.createPayment?.(line, order(`ALI${kind}`)))?.kind).toBe('ok');
  }
  await operate.createPayment?.(line, order('ALI5'));
  await control('POST', '/trades/ALI5/pay');
  const fault = { kind: 'refuse', operation: 'refund', status: 'ACQ.SELLER_BALANCE_NOT_ENOUGH', count: 1 };
  await world.control('POST', '/faults', fault);
  expect(await refund('ALI5', 'ALIR5', 1n)).toMatchObject({ kind: 'refused', code: fault.status });
  await world.control('POST', '/faults', { kind: 'lostConfirmation', operation: 'refund', count: 1 });
  expect((await refund('ALI5', 'ALIR6', 5n))?.kind).toBe('unclear');
  expect((await refund('ALI5', 'ALIR6', 5n))?.kind).toBe('ok');
  expect(await askRefund('ALI5', 'ALIR6')).toMatchObject({ answer: { state: 'done', amount: cny(5n) } });
});

test('every forged notice is refused', async () => {
  await allNoticesSent(world, 'alipay');
  const sent = async (changes: object) => {
    const { sent } = (await control('POST', '/notices', { tradeNo: 'ALI5', ...changes })) as {
      sent: { attempts: { status: number; answer: string }[] }[];
    };
    return sent.map(({ attempts }) => attempts.at(-1)).map((last) => `${last?.status} ${last?.answer}`);
  };
  expect(await sent({ times: 2 })).toEqual(['200 success', '200 success']);
  expect(await sent({ sign: 'wrong' })).toEqual(['401 fail']);
  expect(await sent({ sign: 'missing' })).toEqual(['401 fail']);
  expect(await sent({ sign: 'unknownKey' })).toEqual(['401 fail']);
  expect(await sent({ merchantNo: '2021999999999999' })).toEqual(['401 fail']);
  expect(await sent({ currency: 'USD' })).toEqual(['200 success']);
  expect(readIt(receiver.notices.at(-1)?.body ?? '')).toMatchObject({ seen: { amount: { currency: 'USD' } } });
});

test('the bill of a day past is a zip of GBK sheets; a day without one may be late; its address does not last', async () => {
  const own = await openMerchant(world, 'alipay', { refundAfterMs: 0 });
  const of = { ...line, credentials: own.credentials };
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const told = async (asked = day, at: typeof line & { nextBudgetSlot?: () => Promise<boolean> } = of) =>
    operate.statement?.(at, { day: asked, cursor: null });
  await operate.createPayment?.(of, { ...order('AB00000001'), subject: '流量包, 3GB, 季付' });
  await world.control('POST', '/alipay/trades/AB00000001/pay');
  await operate.refund?.(of, {
    tradeNo: 'AB00000001',
    refundNo: 'ABR1',
    providerNo: null,
    amount: cny(1_000n),
    total: cny(1_250n),
    reason: '退款',
    noticeUrl: receiver.url,
  });
  expect(await told()).toMatchObject({ kind: 'refused', code: 'isv.invalid-arguments' });
  expect(await told('2020-01-01')).toMatchObject({ answer: { lines: [], next: null, mayBeLate: true } });
  await world.control('PUT', '/clock', { advanceMs: 86_400_000 });
  const heard = await told();
  const lines = heard?.kind === 'ok' ? heard.answer.lines : [];
  expect(lines.map(({ kind, ourNo, amount, fee }) => [kind, ourNo, amount.minor, fee])).toEqual([
    ['payment', 'AB00000001', 1_250n, 8n],
    ['refund', 'ABR1', 1_000n, -6n],
  ]);
  expect((await told(day, { ...of, nextBudgetSlot: async () => false }))?.kind).toBe('notSent');
  const late = new URLSearchParams({ userId: own.merchantNo, bizDates: day, fileId: String(Date.now()) });
  const { origin } = new URL(own.baseUrl);
  expect((await fetch(`${origin}/alipay/downloadBillFile.resource?${late}`)).status).toBe(403);
  await world.control('PUT', '/clock', { advanceMs: -86_400_000 });
});
