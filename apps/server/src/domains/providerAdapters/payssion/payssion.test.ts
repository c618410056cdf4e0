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
import { payssion } from './adapter.ts';

const world = await forThisFile(simulatedJasper());
const { operate } = payssion;
const merchant = await openMerchant(world, 'payssion', { refundAfterMs: 0 });
const { baseUrl, credentials } = merchant;
const line = { baseUrl, credentials, timeoutMs: 5_000, policy: { allowLoopback: true }, now: new Date() };
const readIt = ({ body }: ReceivedNotice) =>
  payssion.readNotice({ header: () => undefined, body }, { credentials, session: undefined, now: new Date() });
const receiver = await forThisFile(
  noticeReceiver((notice) =>
    readIt(notice).kind === 'forged' ? payssion.noticeAnswers.forged : payssion.noticeAnswers.taken,
  ),
);
const control = (method: string, path: string, body?: unknown) => world.control(method, `/payssion${path}`, body);

const usd = (minor: bigint): Money => ({ minor, currency: 'USD' });
const create = (tradeNo: string, amount = usd(1_250n)) =>
  operate.createPayment?.(line, {
    tradeNo,
    amount,
    subject: '余额充值 | & more',
    expiresAt: new Date(Date.now() + 600_000),
    noticeUrl: receiver.url,
    returnUrl: 'https://cardinal.example/back',
  });
async function created(tradeNo: string, amount = usd(1_250n)) {
  const reply = await create(tradeNo, amount);
  if (reply?.kind !== 'ok') throw new Error(`Not created: ${JSON.stringify(reply)}`);
  return { tradeNo, providerNo: reply.answer.providerNo, url: reply.answer.url };
}
const query = ({ tradeNo, providerNo }: { tradeNo: string; providerNo: string | null }) =>
  operate.queryPayment?.(line, { tradeNo, providerNo });
beforeEach(async () => void (await world.control('DELETE', '/faults')));

test('credentials are judged at their field, and proven with the right secret only', async () => {
  expect(payssion.checkCredentials(credentials, new Date())).toEqual([]);
  expect(payssion.factsOf(credentials).merchantNo).toBe(merchant.merchantNo);
  const wrong = { apiKey: '?', secretKey: '', pmId: 'Alipay CN' };
  expect(payssion.checkCredentials(wrong, new Date()).map(({ field }) => field)).toEqual(Object.keys(wrong));
  expect(await operate.prove?.(line, {})).toMatchObject({ kind: 'ok', answer: { words: '412' } });
  const proven = async (changes: object) =>
    (await operate.prove?.({ ...line, credentials: { ...credentials, ...changes } as typeof credentials }, {}))?.kind;
  expect(await proven({ secretKey: 'other' })).toBe('badCredentials');
  expect(await proven({ apiKey: 'other' })).toBe('badCredentials');
});

test('a payment is paid on its page, and told by a notice and by a query', async () => {
  const made = await created('PS1');
  expect(made.url).toContain('/payssion/pay/');
  expect(await create('PS1')).toMatchObject({ kind: 'refused', code: '413' });
  expect(await query(made)).toMatchObject({
    answer: { tradeNo: 'PS1', state: 'open', amount: usd(1_250n), providerNo: made.providerNo },
  });
  // Our number alone is enough.
  expect(await query({ ...made, providerNo: null })).toMatchObject({ answer: { providerNo: made.providerNo } });
  expect(await query({ tradeNo: 'PS9', providerNo: null })).toMatchObject({ kind: 'refused', isUnknown: true });
  await fetch(`${made.url}/pay`, { method: 'POST' });
  await expect.poll(() => receiver.notices.length).toBe(1);
  expect(await query(made)).toMatchObject({ answer: { state: 'paid', amount: usd(1_250n), said: 'completed' } });
  expect(readIt(receiver.notices[0] as ReceivedNotice)).toMatchObject({
    kind: 'payment',
    noticeId: 'PS1 completed',
    seen: { tradeNo: 'PS1', state: 'paid', amount: usd(1_250n), providerNo: null },
  });
  expect(operate.closePayment ?? operate.refund ?? operate.queryRefund).toBeUndefined();
});

test('less than asked is partly paid; what failed, ended or went back grants nothing', async () => {
  const partly = await created('PS2');
  await control('POST', '/trades/PS2/pay', { amount: 400 });
  expect(await query(partly)).toMatchObject({ answer: { state: 'partly', amount: usd(400n) } });
  await expect
    .poll(() => receiver.notices.map((each) => readIt(each)))
    .toContainEqual(
      expect.objectContaining({ event: 'paid_partial', seen: expect.objectContaining({ state: 'partly' }) }),
    );
  const failed = await created('PS3');
  await control('POST', '/trades/PS3/fail');
  expect(await query(failed)).toMatchObject({ answer: { state: 'failed' } });
  const ended = await created('PS4');
  await control('POST', '/trades/PS4/close');
  expect(await query(ended)).toMatchObject({ answer: { state: 'closed', said: 'expired' } });
  await control('POST', '/trades/PS1/refund');
  await expect
    .poll(() => receiver.notices.map((each) => readIt(each)))
    .toContainEqual(
      expect.objectContaining({
        event: 'refunded',
        seen: expect.objectContaining({ tradeNo: 'PS1', state: 'unknown' }),
      }),
    );
});

test('a currency it does not take is not asked for', async () => {
  expect(await create('PS5', { minor: 300n, currency: 'JPY' })).toMatchObject({ kind: 'refused', code: 'currency' });
  expect(await query(await created('PS6', { minor: 7n, currency: 'EUR' }))).toMatchObject({
    answer: { amount: { minor: 7n, currency: 'EUR' } },
  });
});

test('faults: a lost answer is unclear, and the number makes no second transaction', async () => {
  for (const kind of ['lostConfirmation', 'garbled']) {
    await world.control('POST', '/faults', { kind, carrier: 'payssion', operation: 'createPayment', count: 1 });
    expect([kind, (await create(`PS${kind}`))?.kind]).toEqual([kind, 'unclear']);
    expect(await create(`PS${kind}`)).toMatchObject({ kind: 'refused', code: '413' });
    expect(await query({ tradeNo: `PS${kind}`, providerNo: null })).toMatchObject({ answer: { state: 'open' } });
  }
  for (const kind of ['httpError', 'dropBeforeEffect']) {
    await world.control('POST', '/faults', { kind, carrier: 'payssion', operation: 'createPayment', count: 1 });
    expect([kind, (await create(`PS${kind}`))?.kind]).toEqual([kind, 'unclear']);
    expect((await create(`PS${kind}`))?.kind).toBe('ok');
  }
  await world.control('POST', '/faults', { kind: 'wrongStatus', operation: 'queryPayment', status: 'new', count: 1 });
  expect(await query({ tradeNo: 'PS2', providerNo: null })).toMatchObject({
    answer: { state: 'unknown', said: 'new' },
  });
});

test('every forged notice is refused; a late one is taken', async () => {
  await allNoticesSent(world, 'payssion');
  const sent = async (changes: object) => {
    const { sent } = (await control('POST', '/notices', { tradeNo: 'PS2', ...changes })) as {
      sent: { attempts: { status: number }[] }[];
    };
    return sent.map(({ attempts }) => attempts.at(-1)?.status);
  };
  expect(await sent({ times: 2 })).toEqual([200, 200]);
  for (const sign of ['wrong', 'missing', 'unknownKey']) expect(await sent({ sign })).toEqual([401]);
  expect(await sent({ ageSeconds: 86_400 })).toEqual([200]);
  expect(await sent({ amount: 1, currency: 'EUR' })).toEqual([200]);
  expect(readIt(receiver.notices.at(-1) as ReceivedNotice)).toMatchObject({
    seen: { amount: { minor: 1n, currency: 'EUR' } },
  });
});
