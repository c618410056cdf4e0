import { simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import {
  allNoticesSent,
  newKeyPair,
  noticeReceiver,
  openMerchant,
  type ReceivedNotice,
} from '@cardinal/testing/paymentProviders.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Money } from '../protocol/operations.ts';
import { lianlian } from './adapter.ts';
import { readAnswer } from './client.ts';
import { created as createdAnswer, signatureOf } from './wire.ts';

const world = await forThisFile(simulatedJasper());
const { operate } = lianlian;
const merchant = await openMerchant(world, 'lianlian', { refundAfterMs: 0 });
const { baseUrl, credentials } = merchant;
const line = { baseUrl, credentials, timeoutMs: 5_000, policy: { allowLoopback: true }, now: new Date() };
const other = await newKeyPair('other', new Date(), new Date(Date.now() + 86_400_000));
const readIt = ({ body, headers }: ReceivedNotice, with_ = credentials) =>
  lianlian.readNotice(
    { header: (name) => headers[name], body },
    { credentials: with_, session: undefined, now: new Date() },
  );
const receiver = await forThisFile(
  noticeReceiver((notice) =>
    readIt(notice).kind === 'forged' ? lianlian.noticeAnswers.forged : lianlian.noticeAnswers.taken,
  ),
);
const control = (method: string, path: string, body?: unknown) => world.control(method, `/lianlian${path}`, body);

const cny = (minor: bigint): Money => ({ minor, currency: 'CNY' });
const create = (tradeNo: string, amount = cny(1_250n)) =>
  operate.createPayment?.(line, {
    tradeNo,
    amount,
    subject: '余额充值',
    expiresAt: new Date(Date.now() + 600_000),
    noticeUrl: receiver.url,
    returnUrl: 'https://cardinal.example/back',
  });
async function created(tradeNo: string, amount = cny(1_250n)) {
  const reply = await create(tradeNo, amount);
  if (reply?.kind !== 'ok') throw new Error(`Not created: ${JSON.stringify(reply)}`);
  return { tradeNo, ...reply.answer };
}
const query = (tradeNo: string) => operate.queryPayment?.(line, { tradeNo, providerNo: null });
const close = (tradeNo: string) => operate.closePayment?.(line, { tradeNo, providerNo: null });
const refund = (tradeNo: string, refundNo: string, minor: bigint) =>
  operate.refund?.(line, {
    tradeNo,
    providerNo: null,
    refundNo,
    amount: cny(minor),
    total: cny(1_250n),
    reason: '重复支付',
    noticeUrl: receiver.url,
  });
beforeEach(async () => void (await world.control('DELETE', '/faults')));

test('credentials are judged at their field, and proven with the right key only', async () => {
  expect(lianlian.checkCredentials(credentials, new Date())).toEqual([]);
  expect(lianlian.factsOf(credentials).merchantNo).toBe(merchant.merchantNo);
  const wrong = { oidPartner: '12', payMethod: 'CASH', privateKey: 'x', lianlianPublicKey: 'y' };
  expect(lianlian.checkCredentials(wrong, new Date()).map(({ field }) => field)).toEqual(Object.keys(wrong));
  expect((await operate.prove?.(line, {}))?.kind).toBe('ok');
  const proven = async (changes: object) =>
    (await operate.prove?.({ ...line, credentials: { ...credentials, ...changes } }, {}))?.kind;
  // The answer to a wrong request is signed by Lianlian all the same.
  expect(await proven({ privateKey: other.privateKey })).toBe('badCredentials');
  expect(await proven({ lianlianPublicKey: other.publicKey })).toBe('unclear');
  expect(await proven({ oidPartner: '9'.repeat(18) })).toBe('badCredentials');
});

test('a payment is paid by its code, and told by a notice and by a query', async () => {
  const made = await created('LL0001');
  expect(made).toMatchObject({ kind: 'code' });
  expect(made.url).toContain('/lianlian/pay/');
  // Asked for again it is the same order.
  expect((await created('LL0001')).providerNo).toBe(made.providerNo);
  expect(await create('LL0001', cny(1n))).toMatchObject({ kind: 'refused', code: '1002' });
  expect(await query('LL0001')).toMatchObject({
    answer: { tradeNo: 'LL0001', state: 'open', amount: cny(1_250n), providerNo: made.providerNo },
  });
  expect(await query('LL9999')).toMatchObject({ kind: 'refused', isUnknown: true });
  await fetch(`${made.url}/pay`, { method: 'POST' });
  await expect.poll(() => receiver.notices.length).toBe(1);
  expect(await query('LL0001')).toMatchObject({ answer: { state: 'paid', said: 'TRADE_SUCCESS' } });
  expect(readIt(receiver.notices[0] as ReceivedNotice)).toMatchObject({
    kind: 'payment',
    noticeId: 'LL0001 TRADE_SUCCESS',
    seen: { tradeNo: 'LL0001', state: 'paid', amount: cny(1_250n), providerNo: made.providerNo },
  });
  expect((await close('LL0001'))?.kind).toBe('refused');
});

test('a page leads to a bank; what is closed is unpayable; another currency is not asked for', async () => {
  const bank = await openMerchant(world, 'lianlian', { payMethod: 'EBANK_B2B' });
  const reply = await operate.createPayment?.(
    { ...line, credentials: bank.credentials },
    {
      tradeNo: 'LL0002',
      amount: cny(100n),
      subject: 'x',
      expiresAt: new Date(),
      noticeUrl: receiver.url,
      returnUrl: 'https://cardinal.example/back',
    },
  );
  expect(reply).toMatchObject({ kind: 'ok', answer: { kind: 'page' } });
  await created('LL0003');
  expect((await close('LL0003'))?.kind).toBe('ok');
  expect(await query('LL0003')).toMatchObject({ answer: { state: 'closed', said: 'TRADE_CLOSE' } });
  expect(await create('LL0004', { minor: 100n, currency: 'USD' })).toMatchObject({ code: 'currency' });
});

test('a refund is made once, and never more than was paid', async () => {
  await created('LL0005');
  expect(await refund('LL0005', 'FL0001', 500n)).toMatchObject({ kind: 'refused', code: 'notPaid' });
  await control('POST', '/trades/LL0005/pay');
  expect(await refund('LL0005', 'FL0001', 500n)).toMatchObject({ kind: 'ok', answer: { state: 'asked' } });
  expect(await refund('LL0005', 'FL0001', 500n)).toMatchObject({ kind: 'ok', answer: { state: 'done' } });
  expect(
    await operate.queryRefund?.(line, {
      tradeNo: 'LL0005',
      providerNo: null,
      refundNo: 'FL0001',
      refundProviderNo: null,
    }),
  ).toMatchObject({ answer: { state: 'done', amount: cny(500n) } });
  expect(await refund('LL0005', 'FL0002', 800n)).toMatchObject({ kind: 'refused' });
  await world.control('POST', '/faults', { kind: 'lostConfirmation', operation: 'refund', count: 1 });
  expect((await refund('LL0005', 'FL0003', 750n))?.kind).toBe('unclear');
  expect(await refund('LL0005', 'FL0003', 750n)).toMatchObject({ kind: 'ok', answer: { state: 'done' } });
  const { refunds } = (await control('GET', '/refunds')) as { refunds: { refundNo: string }[] };
  expect(refunds.map(({ refundNo }) => refundNo)).toEqual(['FL0001', 'FL0003']);
});

test('faults: what may have been done is unclear, and asking again makes no second one', async () => {
  for (const operation of ['createPayment', 'payGateway']) {
    for (const kind of ['lostConfirmation', 'garbled', 'httpError', 'dropBeforeEffect']) {
      await world.control('POST', '/faults', { kind, carrier: 'lianlian', operation, count: 1 });
      expect([kind, (await create(`LL${operation}${kind}`))?.kind]).toEqual([kind, 'unclear']);
      expect((await create(`LL${operation}${kind}`))?.kind).toBe('ok');
    }
  }
  await world.control('POST', '/faults', { kind: 'wrongStatus', operation: 'queryPayment', status: 'NEW', count: 1 });
  expect(await query('LL0001')).toMatchObject({ answer: { state: 'unknown', said: 'NEW' } });
});

test('a success counts only with Lianlian’s signature, an error never with a wrong one', () => {
  const pair = { lianlianPublicKey: other.publicKey };
  const judged = (body: string, signature: string | undefined, status = 200) =>
    readAnswer(
      { status, text: body, headers: signature === undefined ? {} : { 'signature-data': signature } },
      createdAnswer,
      pair,
    );
  const done = JSON.stringify({ ret_code: '0000', txn_seqno: 'LL1' });
  const right = signatureOf(done, other.privateKey);
  expect(judged(done, right).kind).toBe('ok');
  expect(judged(done, undefined)).toMatchObject({ kind: 'unclear', code: 'signature' });
  expect(judged(`${done} `, right)).toMatchObject({ kind: 'unclear', code: 'signature' });
  const error = JSON.stringify({ ret_code: '1005', ret_msg: '支付处理失败' });
  expect(judged(error, undefined)).toMatchObject({ kind: 'refused', code: '1005' });
  expect(judged(error, right)).toMatchObject({ kind: 'unclear', code: 'signature' });
  expect(judged(JSON.stringify({ ret_code: '9999' }), undefined).kind).toBe('unclear');
  expect(judged('<html>', undefined, 502).kind).toBe('unclear');
  expect(judged(done, right, 429).kind).toBe('tooMany');
});

test('every forged notice is refused; a late one is taken', async () => {
  await allNoticesSent(world, 'lianlian');
  const sent = async (changes: object) => {
    const { sent } = (await control('POST', '/notices', { tradeNo: 'LL0001', ...changes })) as {
      sent: { attempts: { status: number }[] }[];
    };
    return sent.map(({ attempts }) => attempts.at(-1)?.status);
  };
  expect(await sent({ times: 2 })).toEqual([200, 200]);
  for (const sign of ['wrong', 'missing', 'unknownKey']) expect(await sent({ sign })).toEqual([401]);
  expect(await sent({ merchantNo: '1'.repeat(18) })).toEqual([401]);
  expect(await sent({ amount: 1 })).toEqual([200]);
  expect(readIt(receiver.notices.at(-1) as ReceivedNotice)).toMatchObject({ seen: { amount: cny(1n) } });
});
