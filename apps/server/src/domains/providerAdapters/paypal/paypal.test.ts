import { simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import {
  allNoticesSent,
  noticeReceiver,
  openMerchant,
  type ReceivedNotice,
} from '@cardinal/testing/paymentProviders.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Money } from '../protocol/operations.ts';
import { paypal } from './adapter.ts';
import { statementLineOf } from './wire.ts';

const world = await forThisFile(simulatedJasper());
const { operate } = paypal;
const merchant = await openMerchant(world, 'paypal', { refundAfterMs: 0 });
const { baseUrl, credentials } = merchant;
const bare = { baseUrl, credentials, timeoutMs: 5_000, policy: { allowLoopback: true }, now: new Date() };
const opened = await operate.openSession?.(bare, {});
const line = { ...bare, session: opened?.kind === 'ok' ? opened.answer.token : '' };

const heardIn = ({ headers, body }: ReceivedNotice) => ({ header: (name: string) => headers[name], body });
const readIt = (notice: ReceivedNotice) =>
  paypal.readNotice(heardIn(notice), { credentials, session: line.session, now: new Date() });
async function isGenuine(notice: ReceivedNotice): Promise<boolean> {
  if (readIt(notice).kind === 'forged') return false;
  const asked = await operate.confirmNotice?.(line, { notice: heardIn(notice) });
  return asked?.kind === 'ok' && asked.answer.isGenuine;
}
const receiver = await forThisFile(noticeReceiver(() => paypal.noticeAnswers.taken));
const control = (method: string, path: string, body?: unknown) => world.control(method, `/paypal${path}`, body);
await control('PATCH', `/merchants/${merchant.merchantNo}`, { webhookUrl: receiver.url });

const usd = (minor: bigint): Money => ({ minor, currency: 'USD' });
const create = (tradeNo: string, amount = usd(1_250n)) =>
  operate.createPayment?.(line, {
    tradeNo,
    amount,
    subject: '余额充值',
    expiresAt: new Date(Date.now() + 600_000),
    noticeUrl: receiver.url,
    returnUrl: 'https://cardinal.example/back',
  });
async function created(tradeNo: string, amount = usd(1_250n)) {
  const reply = await create(tradeNo, amount);
  if (reply?.kind !== 'ok') throw new Error(`Not created: ${JSON.stringify(reply)}`);
  return { tradeNo, providerNo: reply.answer.providerNo, url: reply.answer.url };
}
type Named = { tradeNo: string; providerNo: string | null };
const query = ({ tradeNo, providerNo }: Named) => operate.queryPayment?.(line, { tradeNo, providerNo });
const capture = ({ tradeNo, providerNo }: Named) => operate.capturePayment?.(line, { tradeNo, providerNo });
const close = ({ tradeNo, providerNo }: Named) => operate.closePayment?.(line, { tradeNo, providerNo });
async function paid(tradeNo: string) {
  const made = await created(tradeNo);
  await control('POST', `/trades/${tradeNo}/pay`);
  const reply = await capture(made);
  return { ...made, providerNo: reply?.kind === 'ok' ? reply.answer.providerNo : null };
}
const refund = ({ tradeNo, providerNo }: Named, refundNo: string, amount: bigint) =>
  operate.refund?.(line, {
    tradeNo,
    providerNo,
    refundNo,
    amount: usd(amount),
    total: usd(1_250n),
    reason: '退款',
    noticeUrl: receiver.url,
  });
const askRefund = ({ tradeNo, providerNo }: Named, refundNo: string, refundProviderNo: string | null = null) =>
  operate.queryRefund?.(line, { tradeNo, providerNo, refundNo, refundProviderNo });
beforeEach(async () => void (await world.control('DELETE', '/faults')));

test('credentials are judged at their field; token and endpoint prove them', async () => {
  expect(paypal.checkCredentials(credentials, new Date())).toEqual([]);
  expect(paypal.factsOf(credentials).merchantNo).toBe(merchant.merchantNo);
  const wrong = { clientId: '1', clientSecret: '?', webhookId: '-' };
  expect(paypal.checkCredentials(wrong, new Date()).map(({ field }) => field)).toEqual(Object.keys(wrong));
  expect(opened).toMatchObject({ kind: 'ok', answer: { livesSeconds: 32_400 } });
  expect(await operate.prove?.(line, {})).toMatchObject({ kind: 'ok' });
  const other = { ...credentials, clientSecret: 'not-the-secret', webhookId: 'WH000000' };
  expect((await operate.openSession?.({ ...bare, credentials: other }, {}))?.kind).toBe('badCredentials');
  expect(await operate.prove?.({ ...line, credentials: other }, {})).toMatchObject({
    kind: 'refused',
    isUnknown: true,
  });
  expect((await operate.prove?.({ ...line, session: 'old' }, {}))?.kind).toBe('sessionGone');
});

test('the buyer approves on the page; our capture takes the money once', async () => {
  const made = await created('PP1');
  expect(await created('PP1')).toEqual(made);
  expect(await create('PP1', usd(1n))).toMatchObject({ kind: 'refused', code: 'PAYPAL_REQUEST_ID_MISMATCH' });
  expect(await query(made)).toMatchObject({
    answer: { state: 'open', amount: usd(1_250n), providerNo: made.providerNo },
  });
  expect(await capture(made)).toMatchObject({ kind: 'refused', code: 'ORDER_NOT_APPROVED' });
  await fetch(`${made.url}/pay`, { method: 'POST' });
  expect(await query(made)).toMatchObject({ answer: { state: 'approved' } });
  expect(await close(made)).toMatchObject({ kind: 'refused', code: 'APPROVED' });
  await expect.poll(() => receiver.notices.length).toBe(1);
  expect(readIt(receiver.notices[0] as ReceivedNotice)).toMatchObject({
    kind: 'payment',
    seen: { tradeNo: 'PP1', state: 'approved', providerNo: made.providerNo },
  });
  const first = await capture(made);
  expect(first).toMatchObject({ answer: { tradeNo: 'PP1', state: 'paid', amount: usd(1_250n) } });
  const seen = first?.kind === 'ok' ? first.answer : undefined;
  expect(seen?.providerNo).toMatch(new RegExp(`^${made.providerNo}/\\w+$`));
  expect(await capture(made)).toMatchObject({ answer: seen });
  // Asked with either number, it is the same.
  expect(await query({ tradeNo: 'PP1', providerNo: seen?.providerNo ?? null })).toMatchObject({ answer: seen });
  await expect.poll(() => receiver.notices.length).toBe(2);
  expect(readIt(receiver.notices[1] as ReceivedNotice)).toMatchObject({ kind: 'payment', seen });
  expect(await isGenuine(receiver.notices[1] as ReceivedNotice)).toBe(true);
  expect(await close(made)).toMatchObject({ kind: 'refused', code: 'COMPLETED' });
  expect(await query({ ...made, tradeNo: 'PP9' })).toMatchObject({ kind: 'unclear', code: 'other' });
});

test('an order nobody approved is given up; one never created is unknown without a question', async () => {
  const made = await created('PP2');
  expect((await close(made))?.kind).toBe('ok');
  const never = { tradeNo: 'PP3', providerNo: null };
  for (const reply of [await query(never), await capture(never), await close(never), await refund(never, 'PPR9', 1n)]) {
    expect(reply).toMatchObject({ kind: 'refused', isUnknown: true });
  }
  expect(await query({ tradeNo: 'PP3', providerNo: 'NONE' })).toMatchObject({ isUnknown: true });
  await control('POST', '/trades/PP2/close');
  expect(await query(made)).toMatchObject({ answer: { state: 'closed' } });
});

test('yen are whole, yuan are not offered', async () => {
  const made = await created('PPJ', { minor: 300n, currency: 'JPY' });
  expect(await control('GET', '/trades/PPJ')).toMatchObject({ total: 300, currency: 'JPY' });
  expect(await query(made)).toMatchObject({ answer: { amount: { minor: 300n, currency: 'JPY' } } });
  expect(await create('PPC', { minor: 1n, currency: 'CNY' })).toMatchObject({ kind: 'refused', code: 'currency' });
});

test('refunds return the capture, once each, and are told', async () => {
  const open = await created('PP4');
  expect(await refund(open, 'PPR0', 1n)).toMatchObject({ kind: 'refused', code: 'notPaid' });
  const made = await paid('PP5');
  const first = await refund(made, 'PPR1', 1_000n);
  expect(first).toMatchObject({ answer: { refundNo: 'PPR1', state: 'done', amount: usd(1_000n) } });
  // The capture is found by the order's number alone, too.
  const [orderId = ''] = (made.providerNo ?? '').split('/');
  expect(await refund({ tradeNo: 'PP5', providerNo: orderId }, 'PPR1', 1_000n)).toMatchObject({
    answer: first && 'answer' in first ? first.answer : {},
  });
  expect(await refund(made, 'PPR2', 251n)).toMatchObject({ kind: 'refused', code: 'REFUND_AMOUNT_EXCEEDED' });
  const no = first?.kind === 'ok' ? first.answer.providerNo : null;
  for (const reply of [await askRefund(made, 'PPR1'), await askRefund(made, 'PPR1', no)]) {
    expect(reply).toMatchObject({ answer: { refundNo: 'PPR1', state: 'done', amount: usd(1_000n) } });
  }
  expect(await askRefund(made, 'PPR9')).toMatchObject({ kind: 'refused', isUnknown: true });
  expect(await askRefund(made, 'PPR9', no)).toMatchObject({ kind: 'unclear' });
  await expect.poll(() => receiver.notices.map((each) => readIt(each).kind)).toContain('refund');
  expect(receiver.notices.map(readIt).find(({ kind }) => kind === 'refund')).toMatchObject({
    seen: { refundNo: 'PPR1', state: 'done', providerNo: no, amount: usd(1_000n) },
  });
  expect(await query(made)).toMatchObject({ answer: { state: 'paid', said: 'PARTIALLY_REFUNDED' } });
});

test('faults: what may have been done is unclear, and asking again makes no second one', async () => {
  for (const kind of ['lostConfirmation', 'garbled', 'httpError', 'dropBeforeEffect']) {
    await world.control('POST', '/faults', { kind, carrier: 'paypal', operation: 'createPayment', count: 1 });
    expect([kind, (await create(`PP${kind}`))?.kind]).toEqual([kind, 'unclear']);
    expect((await create(`PP${kind}`))?.kind).toBe('ok');
  }
  for (const kind of ['lostConfirmation', 'garbled']) {
    const made = await created(`PPcapture${kind}`);
    await control('POST', `/trades/PPcapture${kind}/pay`);
    await world.control('POST', '/faults', { kind, carrier: 'paypal', operation: 'capturePayment', count: 1 });
    expect((await capture(made))?.kind).toBe('unclear');
    expect(await capture(made)).toMatchObject({ answer: { state: 'paid', amount: usd(1_250n) } });
  }
  const made = await paid('PP6');
  await world.control('POST', '/faults', { kind: 'lostConfirmation', operation: 'refund', count: 1 });
  expect((await refund(made, 'PPR5', 5n))?.kind).toBe('unclear');
  expect((await refund(made, 'PPR5', 5n))?.kind).toBe('ok');
  expect(await control('GET', '/trades/PP6')).toMatchObject({ refunds: [{ refundNo: 'PPR5', amount: 5 }] });
  await world.control('POST', '/faults', { kind: 'wrongStatus', operation: 'queryPayment', status: 'NEW', count: 1 });
  expect(await query(made)).toMatchObject({ answer: { state: 'unknown' } });
});

test('a day of the history is read, with what PayPal kept, and only what moved', async () => {
  const day = '2026-03-01';
  for (const [tradeNo, at] of [
    ['PPB1', '2026-02-28T16:00:00Z'],
    ['PPB2', '2026-03-01T15:59:59Z'],
    ['PPB3', '2026-03-01T16:00:00Z'],
  ] as const)
    await control('POST', '/trades', {
      merchantNo: merchant.merchantNo,
      tradeNo,
      providerNo: `CAP${tradeNo}`,
      amount: 1_000,
      currency: 'USD',
      paidMs: Date.parse(at),
    });
  const read = await operate.statement?.(line, { day, cursor: null });
  expect(read).toMatchObject({
    kind: 'ok',
    answer: {
      lines: [
        { kind: 'payment', ourNo: 'PPB1', providerNo: 'CAPPPB1', amount: usd(1_000n), fee: 6n },
        { ourNo: 'PPB2', at: new Date('2026-03-01T15:59:59Z') },
      ],
      next: null,
    },
  });
  const line0 = { transaction_id: 'T1', transaction_event_code: 'T0006', transaction_status: 'S' };
  const info = (changes: object) => ({
    transaction_info: {
      ...line0,
      transaction_initiation_date: new Date(),
      transaction_amount: { currency_code: 'USD', value: '1.00' },
      fee_amount: null,
      custom_field: null,
      ...changes,
    },
  });
  expect(statementLineOf(info({}))).toMatchObject({ kind: 'payment', ourNo: '', fee: null });
  expect(statementLineOf(info({ transaction_status: 'P' }))).toBe('nothing');
  expect(statementLineOf(info({ transaction_event_code: 'T0400' }))).toBe('nothing');
  expect(statementLineOf(info({ transaction_amount: { currency_code: 'USD', value: '-1.00' } }))).toBe('nothing');
  expect(statementLineOf(info({ transaction_amount: { currency_code: 'USD', value: 'x' } }))).toBeUndefined();
});

test('forged notices are refused, by their form or by PayPal', async () => {
  await allNoticesSent(world, 'paypal');
  const sent = async (changes: object) => {
    await control('POST', '/notices', { tradeNo: 'PP6', ...changes });
    return receiver.notices.at(-1) as ReceivedNotice;
  };
  expect(await isGenuine(await sent({}))).toBe(true);
  expect(await isGenuine(await sent({ sign: 'wrong' }))).toBe(false);
  expect(await isGenuine(await sent({ sign: 'missing' }))).toBe(false);
  expect(await isGenuine(await sent({ sign: 'unknownKey' }))).toBe(false);
  const genuine = await sent({ ageSeconds: 3_600 });
  // Repeated for days; its number makes it count once.
  expect(await isGenuine(genuine)).toBe(true);
  expect(await isGenuine({ ...genuine, body: genuine.body.replace('12.50', '99.00') })).toBe(false);
  expect(await isGenuine({ ...genuine, headers: { ...genuine.headers, 'paypal-transmission-id': 'x' } })).toBe(false);
  expect(readIt(await sent({ amount: 1, currency: 'EUR' }))).toMatchObject({
    seen: { amount: { minor: 1n, currency: 'EUR' } },
  });
  await world.control('POST', '/faults', { kind: 'httpError', operation: 'confirmNotice', count: 1 });
  expect((await operate.confirmNotice?.(line, { notice: heardIn(genuine) }))?.kind).toBe('unclear');
});
