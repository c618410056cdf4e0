import { dayText } from '@cardinal/primitives/time.ts';
import { simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { noticeReceiver, openMerchant, type ReceivedNotice } from '@cardinal/testing/paymentProviders.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Money } from '../protocol/operations.ts';
import { stripe } from './adapter.ts';

const world = await forThisFile(simulatedJasper());
const { operate } = stripe;
const merchant = await openMerchant(world, 'stripe', { refundAfterMs: 0 });
const { baseUrl, credentials } = merchant;
const line = { baseUrl, credentials, timeoutMs: 5_000, policy: { allowLoopback: true }, now: new Date() };
const readIt = ({ headers, body }: ReceivedNotice) =>
  stripe.readNotice({ header: (name) => headers[name], body }, { credentials, session: undefined, now: new Date() });
const receiver = await forThisFile(
  noticeReceiver((notice) =>
    readIt(notice).kind === 'forged' ? stripe.noticeAnswers.forged : stripe.noticeAnswers.taken,
  ),
);
const control = (method: string, path: string, body?: unknown) => world.control(method, `/stripe${path}`, body);
await control('PATCH', `/merchants/${merchant.merchantNo}`, { webhookUrl: receiver.url });

const usd = (minor: bigint): Money => ({ minor, currency: 'USD' });
const expiresAt = new Date(Date.now() + 600_000);
const create = (tradeNo: string, amount = usd(1_250n)) =>
  operate.createPayment?.(line, {
    tradeNo,
    amount,
    subject: '余额充值 & more',
    expiresAt,
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

test('credentials are judged at their field, and proven for their account only', async () => {
  expect(stripe.checkCredentials(credentials, new Date())).toEqual([]);
  expect(stripe.factsOf(credentials).merchantNo).toBe(merchant.merchantNo);
  const wrong = { accountId: '1', secretKey: 'pk_1', webhookSecret: 'x' };
  expect(stripe.checkCredentials(wrong, new Date()).map(({ field }) => field)).toEqual(Object.keys(wrong));
  expect(await operate.prove?.(line, {})).toMatchObject({ kind: 'ok', answer: { words: merchant.merchantNo } });
  const proven = (changes: object) =>
    operate.prove?.({ ...line, credentials: { ...credentials, ...changes } as typeof credentials }, {});
  expect(await proven({ secretKey: 'sk_test_none' })).toMatchObject({ kind: 'badCredentials' });
  expect(await proven({ accountId: 'acct_other' })).toMatchObject({ kind: 'refused', code: 'otherAccount' });
});

test('a payment is paid on its page, and told by a notice and by a query', async () => {
  const made = await created('ST1');
  expect(made.url).toContain('/stripe/pay/');
  expect(await created('ST1')).toEqual(made);
  expect(await create('ST1', usd(1n))).toMatchObject({ kind: 'refused', code: 'idempotency_error' });
  expect(await query(made)).toMatchObject({ answer: { state: 'open', amount: usd(1_250n) } });
  expect(await query({ ...made, tradeNo: 'ST9' })).toMatchObject({ kind: 'unclear', code: 'other' });
  await fetch(`${made.url}/pay`, { method: 'POST' });
  await expect.poll(() => receiver.notices.length).toBe(1);
  const asked = await query(made);
  expect(asked).toMatchObject({ answer: { tradeNo: 'ST1', state: 'paid', amount: usd(1_250n) } });
  expect(readIt(receiver.notices[0] as ReceivedNotice)).toMatchObject({
    kind: 'payment',
    seen: { tradeNo: 'ST1', state: 'paid', providerNo: made.providerNo, amount: usd(1_250n) },
  });
  expect(await operate.closePayment?.(line, made)).toMatchObject({ kind: 'refused', code: 'complete' });
});

test('an open page is closed, twice; what was never created is unknown without a question', async () => {
  const made = await created('ST2');
  const close = (named: Named) => operate.closePayment?.(line, named);
  expect([(await close(made))?.kind, (await close(made))?.kind]).toEqual(['ok', 'ok']);
  expect(await query(made)).toMatchObject({ answer: { state: 'closed' } });
  const never = { tradeNo: 'ST3', providerNo: null };
  for (const reply of [await query(never), await close(never), await refund(never, 'STR9', 1n)]) {
    expect(reply).toMatchObject({ kind: 'refused', isUnknown: true });
  }
  expect(await query({ tradeNo: 'ST3', providerNo: 'cs_test_none' })).toMatchObject({ isUnknown: true });
});

test('yen are whole', async () => {
  const made = await created('STJ', { minor: 300n, currency: 'JPY' });
  expect(await control('GET', '/trades/STJ')).toMatchObject({ total: 300, currency: 'JPY' });
  expect(await query(made)).toMatchObject({ answer: { amount: { minor: 300n, currency: 'JPY' } } });
});

test('what fails after the page is failed', async () => {
  const made = await created('STF');
  await control('POST', '/trades/STF/fail');
  expect(await query(made)).toMatchObject({ answer: { state: 'failed' } });
});

test('refunds are made once each, and told', async () => {
  const made = await created('ST4');
  expect(await refund(made, 'STR0', 1n)).toMatchObject({ kind: 'refused', code: 'notPaid' });
  await control('POST', '/trades/ST4/pay');
  const before = receiver.notices.length;
  const first = await refund(made, 'STR1', 1_000n);
  expect(first).toMatchObject({ answer: { refundNo: 'STR1', state: 'done', amount: usd(1_000n) } });
  expect(await refund(made, 'STR1', 1_000n)).toEqual(
    expect.objectContaining({ answer: first && 'answer' in first ? first.answer : null }),
  );
  expect(await refund(made, 'STR2', 251n)).toMatchObject({ kind: 'refused', code: 'amount_too_large' });
  const no = first?.kind === 'ok' ? first.answer.providerNo : null;
  for (const reply of [await askRefund(made, 'STR1'), await askRefund(made, 'STR1', no)]) {
    expect(reply).toMatchObject({ answer: { refundNo: 'STR1', state: 'done', amount: usd(1_000n) } });
  }
  expect(await askRefund(made, 'STR9')).toMatchObject({ kind: 'refused', isUnknown: true });
  expect(await askRefund(made, 'STR9', no)).toMatchObject({ kind: 'unclear' });
  await expect.poll(() => receiver.notices.slice(before).map((each) => readIt(each).kind)).toContain('refund');
  expect(receiver.notices.map(readIt).find(({ kind }) => kind === 'refund')).toMatchObject({
    seen: { refundNo: 'STR1', state: 'done', amount: usd(1_000n) },
  });
  expect(await query(made)).toMatchObject({ answer: { state: 'paid' } });
});

test('faults: what may have been done is unclear, and asking again makes no second one', async () => {
  for (const kind of ['lostConfirmation', 'garbled', 'httpError', 'dropBeforeEffect']) {
    await world.control('POST', '/faults', { kind, carrier: 'stripe', operation: 'createPayment', count: 1 });
    expect([kind, (await create(`ST${kind}`))?.kind]).toEqual([kind, 'unclear']);
    expect((await create(`ST${kind}`))?.kind).toBe('ok');
  }
  const made = await created('ST5');
  await control('POST', '/trades/ST5/pay');
  await world.control('POST', '/faults', { kind: 'lostConfirmation', operation: 'refund', count: 1 });
  expect((await refund(made, 'STR5', 5n))?.kind).toBe('unclear');
  expect((await refund(made, 'STR5', 5n))?.kind).toBe('ok');
  expect(await control('GET', '/trades/ST5')).toMatchObject({ refunds: [{ refundNo: 'STR5', amount: 5 }] });
  await world.control('POST', '/faults', {
    kind: 'refuse',
    operation: 'refund',
    status: 'balance_insufficient',
    count: 1,
  });
  expect(await refund(made, 'STR6', 5n)).toMatchObject({ kind: 'refused', code: 'balance_insufficient' });
  await world.control('POST', '/faults', { kind: 'wrongStatus', operation: 'queryPayment', status: 'new', count: 1 });
  expect(await query(made)).toMatchObject({ answer: { state: 'unknown' } });
  expect(
    await operate.closePayment?.({ ...line, nextBudgetSlot: async () => false }, await created('ST6')),
  ).toMatchObject({
    kind: 'notSent',
  });
});

test('a day of the balance is read page by page, with what Stripe kept', async () => {
  const other = await openMerchant(world, 'stripe', { refundAfterMs: 0, feeRate: 290 });
  const own = { ...line, credentials: other.credentials };
  const paidMs = Date.parse('2026-03-01T15:30:00Z');
  for (let n = 0; n < 103; n += 1)
    await control('POST', '/trades', {
      merchantNo: other.merchantNo,
      tradeNo: `STB${n}`,
      providerNo: `pi_${n}`,
      amount: 1_000,
      currency: 'USD',
      paidMs,
    });
  await control('POST', '/trades/STB7/refund', { amount: 400 });
  const page = async (day: string, cursor: string | null = null) => {
    const reply = await operate.statement?.(own, { day, cursor });
    if (reply?.kind !== 'ok') throw new Error(`Not read: ${JSON.stringify(reply)}`);
    return reply.answer;
  };
  const first = await page('2026-03-01');
  expect(first.lines).toHaveLength(100);
  expect(first.lines[0]).toMatchObject({ kind: 'payment', amount: usd(1_000n), fee: 29n, at: new Date(paidMs) });
  const rest = await page('2026-03-01', first.next);
  expect(rest).toMatchObject({ next: null });
  expect(new Set([...first.lines, ...rest.lines].map(({ ourNo }) => ourNo)).size).toBe(103);
  expect(await page('2026-03-02')).toEqual({ lines: [], next: null });
  // Returned at Stripe's console: it has no number of ours.
  const today = dayText(new Date());
  expect((await page(today)).lines).toMatchObject([{ kind: 'refund', ourNo: '', amount: usd(400n), fee: -12n }]);
  await world.control('POST', '/faults', { kind: 'garbled', operation: 'statement', count: 1 });
  expect((await operate.statement?.(own, { day: today, cursor: null }))?.kind).toBe('unclear');
});

test('every forged or late notice is refused', async () => {
  const sent = async (changes: object) => {
    const { sent } = (await control('POST', '/notices', { tradeNo: 'ST5', ...changes })) as {
      sent: { attempts: { status: number }[] }[];
    };
    return sent.map(({ attempts }) => attempts.at(-1)?.status);
  };
  expect(await sent({ times: 2 })).toEqual([200, 200]);
  expect(await sent({ sign: 'wrong' })).toEqual([401]);
  expect(await sent({ sign: 'missing' })).toEqual([401]);
  expect(await sent({ sign: 'unknownKey' })).toEqual([401]);
  expect(await sent({ ageSeconds: 301 })).toEqual([401]);
  expect(await sent({ amount: 1, currency: 'EUR' })).toEqual([200]);
  expect(readIt(receiver.notices.findLast(({ body }) => body.includes('"eur"')) as ReceivedNotice)).toMatchObject({
    seen: { amount: { minor: 1n, currency: 'EUR' } },
  });
});
