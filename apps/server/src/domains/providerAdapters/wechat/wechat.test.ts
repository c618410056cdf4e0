import { simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allNoticesSent, noticeReceiver, openMerchant } from '@cardinal/testing/paymentProviders.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Money } from '../protocol/operations.ts';
import { wechat } from './adapter.ts';
import { send } from './client.ts';

const world = await forThisFile(simulatedJasper());
const { operate } = wechat;
const merchant = await openMerchant(world, 'wechat', { refundAfterMs: null });
const policy = { allowLoopback: true };
const unopened = {
  baseUrl: merchant.baseUrl,
  credentials: merchant.credentials,
  timeoutMs: 5_000,
  policy,
  get now() {
    return new Date();
  },
};
const opened = await operate.openSession?.(unopened, {});
const session = opened?.kind === 'ok' ? opened.answer.token : '';
const line = { ...unopened, now: new Date(), session };
const receiver = await forThisFile(
  noticeReceiver(({ headers, body }) => {
    const account = { credentials: merchant.credentials, session, now: new Date() };
    const read = wechat.readNotice({ header: (name) => headers[name], body }, account);
    return read.kind === 'forged' ? wechat.noticeAnswers.forged : wechat.noticeAnswers.taken;
  }),
);
const control = (method: string, path: string, body?: unknown) => world.control(method, `/wechat${path}`, body);
const cny = (minor: bigint): Money => ({ minor, currency: 'CNY' });
const order = (tradeNo: string, minor = 1_250n) => ({
  tradeNo,
  amount: cny(minor),
  subject: '余额充值',
  expiresAt: new Date(Date.now() + 600_000),
  noticeUrl: receiver.url,
  returnUrl: 'https://cardinal.example',
});
/** Answers everything with what the provider said, signed, about another payment. */
async function replaying(tradeNo: string) {
  const url = new URL(`${merchant.baseUrl}/v3/pay/transactions/out-trade-no/${tradeNo}?mchid=${merchant.merchantNo}`);
  const sent = await send(line, 'GET', url);
  const { status, text, headers } = sent.kind === 'heard' ? sent.heard : { status: 500, text: '', headers: {} };
  const names = ['wechatpay-serial', 'wechatpay-timestamp', 'wechatpay-nonce', 'wechatpay-signature'];
  const signature = Object.fromEntries(names.map((name) => [name, String(headers[name as keyof typeof headers])]));
  return noticeReceiver(() => ({ status, body: text, headers: signature }));
}
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
beforeEach(async () => void (await world.control('DELETE', '/faults')));

test('what control opens has no fault; the account is named by its number, its certificate by its serial', () => {
  expect(wechat.checkCredentials(merchant.credentials, new Date())).toEqual([]);
  expect(wechat.factsOf(merchant.credentials)).toMatchObject({
    merchantNo: merchant.merchantNo,
    certificateSerial: expect.stringMatching(/^[0-9A-F]{40}$/),
  });
  const wrong = { mchid: '12', appid: '!', apiV3Key: 'short', certificate: 'x', privateKey: 'y', publicKeyId: 'z' };
  expect(wechat.checkCredentials(wrong, new Date()).map(({ field }) => field)).toEqual([
    'mchid',
    'appid',
    'apiV3Key',
    'certificate',
    'privateKey',
    'publicKeyId',
    'publicKey',
  ]);
});

test('proven with the right key only', async () => {
  expect(await operate.prove?.(line, {})).toMatchObject({ kind: 'ok' });
  const { privateKey = '' } = (await openMerchant(world, 'wechat')).credentials;
  const stranger = { ...line, credentials: { ...merchant.credentials, privateKey } };
  expect((await operate.prove?.(stranger, {}))?.kind).toBe('badCredentials');
  // Certificates sealed with another key open nothing: the answer cannot be verified.
  const other = { ...line, credentials: { ...merchant.credentials, apiV3Key: 'x'.repeat(32) } };
  expect((await operate.prove?.(other, {}))?.kind).toBe('unclear');
});

test('a payment is created once, paid by scanning, told by a notice and by a query', async () => {
  const created = await operate.createPayment?.(line, order('WX00000001'));
  expect(created).toMatchObject({ kind: 'ok', answer: { kind: 'code', providerNo: null } });
  expect(await operate.createPayment?.(line, order('WX00000001'))).toMatchObject({
    answer: created?.kind === 'ok' ? created.answer : {},
  });
  expect(await operate.createPayment?.(line, order('WX00000001', 1n))).toMatchObject({
    kind: 'refused',
    code: 'OUT_TRADE_NO_USED',
  });
  expect(await query('WX00000001')).toMatchObject({ answer: { state: 'open', amount: cny(1_250n), providerNo: null } });
  const url = created?.kind === 'ok' ? created.answer.url : '';
  expect(await (await fetch(url, { headers: { 'accept-language': 'en' } })).text()).toContain('Confirm payment');
  expect(await (await fetch(`${url}/pay`, { method: 'POST' })).text()).toContain('付款成功');
  await expect.poll(() => receiver.notices.length).toBe(1);
  const { headers, body } = receiver.notices[0] ?? { headers: {}, body: '' };
  const account = { credentials: merchant.credentials, session, now: new Date() };
  const read = wechat.readNotice({ header: (name) => headers[name], body }, account);
  const asked = await query('WX00000001');
  expect(asked).toMatchObject({ kind: 'ok', answer: { state: 'paid', amount: cny(1_250n) } });
  expect(read).toMatchObject({ kind: 'payment', seen: asked?.kind === 'ok' ? asked.answer : {} });
  expect(await operate.createPayment?.(line, order('WX00000001'))).toMatchObject({ code: 'ORDER_PAID' });
  const close = await operate.closePayment?.(line, { tradeNo: 'WX00000001', providerNo: null });
  expect(close).toMatchObject({ kind: 'refused', code: 'ORDERPAID' });
});

test('an older signed answer about another payment is not believed', async () => {
  await operate.createPayment?.(line, order('WX00000021'));
  const proxy = await replaying('WX00000001');
  try {
    const asked = await operate.queryPayment?.(
      { ...line, baseUrl: proxy.url },
      { tradeNo: 'WX00000021', providerNo: null },
    );
    expect(asked).toMatchObject({ kind: 'unclear', code: 'other' });
  } finally {
    await proxy.stop();
  }
});

test('a closed payment is closed again without a fault; an unknown one is named', async () => {
  await operate.createPayment?.(line, order('WX00000002'));
  const close = (tradeNo: string) => operate.closePayment?.(line, { tradeNo, providerNo: null });
  expect([(await close('WX00000002'))?.kind, (await close('WX00000002'))?.kind]).toEqual(['ok', 'ok']);
  expect(await query('WX00000002')).toMatchObject({ answer: { state: 'closed' } });
  expect(await close('WX00000009')).toMatchObject({ kind: 'refused', isUnknown: true });
  expect(await query('WX00000009')).toMatchObject({ kind: 'refused', isUnknown: true });
  const euros = { ...order('WX00000003'), amount: { minor: 1n, currency: 'EUR' as const } };
  expect(await operate.createPayment?.(line, euros)).toMatchObject({ kind: 'refused', code: 'currency' });
});

test('refunds run to their end, once each, and never beyond what was paid', async () => {
  await operate.createPayment?.(line, order('WX00000004'));
  await control('POST', '/trades/WX00000004/pay');
  const asked = await refund('WX00000004', 'WXR1', 1_000n);
  expect(asked).toMatchObject({ kind: 'ok', answer: { refundNo: 'WXR1', state: 'asked', amount: cny(1_000n) } });
  expect(await refund('WX00000004', 'WXR1', 1_000n)).toEqual({ ...asked, reference: expect.any(String) });
  expect(await refund('WX00000004', 'WXR2', 251n)).toMatchObject({ kind: 'refused', code: 'INVALID_REQUEST' });
  await control('POST', '/refunds/WXR1', { state: 'done' });
  const ask = (refundNo: string) =>
    operate.queryRefund?.(line, { tradeNo: 'WX00000004', refundNo, providerNo: null, refundProviderNo: null });
  expect(await ask('WXR1')).toMatchObject({ answer: { state: 'done', doneAt: expect.any(Date) } });
  expect(await ask('WXR9')).toMatchObject({ kind: 'refused', isUnknown: true });
  expect(await query('WX00000004')).toMatchObject({ answer: { state: 'paid', said: 'REFUND' } });
  await refund('WX00000004', 'WXR3', 250n);
  await control('POST', '/refunds/WXR3', { state: 'abnormal' });
  expect(await ask('WXR3')).toMatchObject({ answer: { state: 'abnormal' } });
  await control('PATCH', `/merchants/${merchant.merchantNo}`, { balance: 10 });
  await operate.createPayment?.(line, order('WX00000005'));
  await control('POST', '/trades/WX00000005/pay');
  expect(await refund('WX00000005', 'WXR5', 11n)).toMatchObject({ kind: 'refused', code: 'NOT_ENOUGH' });
  await control('PATCH', `/merchants/${merchant.merchantNo}`, { balance: null });
});

test('a statement of a day past holds what was paid and returned; today has none yet', async () => {
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  expect(await operate.statement?.(line, { day: today, cursor: null })).toMatchObject({ kind: 'refused' });
  expect(await operate.statement?.(line, { day: '2020-01-01', cursor: null })).toMatchObject({
    answer: { lines: [], next: null },
  });
  await world.control('PUT', '/clock', { advanceMs: 86_400_000 });
  const told = await operate.statement?.({ ...line, nextBudgetSlot: async () => true }, { day: today, cursor: null });
  const lines = told?.kind === 'ok' ? told.answer.lines : [];
  expect(lines.map(({ kind, ourNo, amount, fee }) => [kind, ourNo, amount.minor, fee])).toEqual([
    ['payment', 'WX00000001', 1_250n, 8n],
    ['payment', 'WX00000004', 1_250n, 8n],
    ['payment', 'WX00000005', 1_250n, 8n],
    ['refund', 'WXR1', 1_000n, -6n],
    ['refund', 'WXR3', 250n, -2n],
  ]);
  const stopped = { ...line, nextBudgetSlot: async () => false };
  expect((await operate.statement?.(stopped, { day: today, cursor: null }))?.kind).toBe('notSent');
  await world.control('PUT', '/clock', { advanceMs: -86_400_000 });
});

test('faults: what may have been done is unclear, and asking again makes no second one', async () => {
  for (const [kind, expected] of [
    ['lostConfirmation', 'unclear'],
    ['garbled', 'unclear'],
    ['httpError', 'unclear'],
    ['dropBeforeEffect', 'unclear'],
  ] as const) {
    await world.control('POST', '/faults', { kind, carrier: 'wechat', operation: 'createPayment', count: 1 });
    const tradeNo = `WX-${kind}`;
    expect([kind, (await operate.createPayment?.(line, order(tradeNo)))?.kind]).toEqual([kind, expected]);
    expect((await operate.createPayment?.(line, order(tradeNo)))?.kind).toBe('ok');
  }
  await world.control('POST', '/faults', { kind: 'refuse', operation: 'refund', status: 'NOT_ENOUGH', count: 1 });
  expect(await refund('WX00000005', 'WXR6', 1n)).toMatchObject({
    code: 'NOT_ENOUGH',
    words: { en: expect.any(String) },
  });
  const limited = { kind: 'refuse', operation: 'queryPayment', status: 'FREQUENCY_LIMITED', count: 1 };
  await world.control('POST', '/faults', limited);
  expect((await query('WX00000005'))?.kind).toBe('tooMany');
  const timeout = { kind: 'timeout', operation: 'queryPayment', count: 1 };
  await world.control('POST', '/faults', timeout);
  expect((await operate.queryPayment?.({ ...line, timeoutMs: 200 }, { tradeNo: 'x', providerNo: null }))?.kind).toBe(
    'unclear',
  );
});

test('every forged notice is refused, a true one is taken again', async () => {
  await allNoticesSent(world, 'wechat');
  const sent = async (changes: object) => {
    const { sent } = (await control('POST', '/notices', { tradeNo: 'WX00000005', ...changes })) as {
      sent: { attempts: { status: number }[] }[];
    };
    return sent.map(({ attempts }) => attempts.at(-1)?.status);
  };
  expect(await sent({ times: 2 })).toEqual([204, 204]);
  expect(await sent({ sign: 'wrong' })).toEqual([401]);
  expect(await sent({ sign: 'missing' })).toEqual([401]);
  expect(await sent({ ageSeconds: 400 })).toEqual([401]);
  expect(await sent({ merchantNo: '1900000999' })).toEqual([401]);
  // Well signed: whether it fits is for who keeps the payment.
  expect(await sent({ amount: 1 })).toEqual([204]);
  expect(await sent({ currency: 'USD' })).toEqual([204]);
  const last = receiver.notices.at(-1);
  const read = wechat.readNotice(
    { header: (name) => last?.headers[name], body: last?.body ?? '' },
    { credentials: merchant.credentials, session, now: new Date() },
  );
  expect(read).toMatchObject({ kind: 'payment', seen: { amount: { minor: 1_250n, currency: 'USD' } } });
});

test('on a phone a page opens WeChat and leads back; the address it was begun from is told', async () => {
  const onPhone = { ...order('WX00000051'), phone: { address: '203.0.113.7' }, returnUrl: receiver.url };
  const created = await operate.createPayment?.(line, onPhone);
  expect(created).toMatchObject({ kind: 'ok', answer: { kind: 'page', providerNo: null } });
  const url = new URL(created?.kind === 'ok' ? created.answer.url : '');
  expect(url.searchParams.get('redirect_url')).toBe(receiver.url);
  const page = await (await fetch(url)).text();
  const [, action = ''] = /action="([^"]+\/pay[^"]*)"/.exec(page) ?? [];
  const address = new URL(action.replaceAll('&#38;', '&'), url);
  const paid = await fetch(address, { method: 'POST', redirect: 'manual' });
  expect([paid.status, paid.headers.get('location')]).toEqual([303, receiver.url]);
  expect(await query('WX00000051')).toMatchObject({ answer: { state: 'paid', amount: cny(1_250n) } });
  const nowhere = { ...order('WX00000052'), phone: { address: 'unknown' } };
  expect(await operate.createPayment?.(line, nowhere)).toMatchObject({ kind: 'refused', code: 'PARAM_ERROR' });
});

test('new platform keys: an answer says that the session is gone, a notice that keys are unknown', async () => {
  await allNoticesSent(world, 'wechat');
  await control('POST', '/keys');
  expect((await query('WX00000005'))?.kind).toBe('sessionGone');
  await control('POST', '/notices', { tradeNo: 'WX00000005' });
  const last = receiver.notices.at(-1);
  const heard = { header: (name: string) => last?.headers[name], body: last?.body ?? '' };
  const account = { credentials: merchant.credentials, session, now: new Date() };
  expect(wechat.readNotice(heard, account)).toEqual({ kind: 'keysUnknown' });
  const again = await operate.openSession?.(unopened, {});
  const renewed = again?.kind === 'ok' ? again.answer.token : '';
  expect(wechat.readNotice(heard, { ...account, session: renewed })).toMatchObject({ kind: 'payment' });
});

test('with a public key no session is fetched', async () => {
  const modern = await openMerchant(world, 'wechat', { usesPublicKey: true });
  expect(wechat.checkCredentials(modern.credentials, new Date())).toEqual([]);
  const own = { ...line, credentials: modern.credentials };
  expect(await operate.openSession?.({ ...own, baseUrl: 'http://127.0.0.1:9' }, {})).toMatchObject({
    answer: { token: '{}' },
  });
  expect(await operate.prove?.({ ...own, session: '{}' }, {})).toMatchObject({ kind: 'ok' });
  expect(await operate.createPayment?.(own, order('WX00000008'))).toMatchObject({ kind: 'ok' });
});
