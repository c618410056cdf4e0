import { simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { openMerchant } from '@cardinal/testing/paymentProviders.ts';
import { beforeEach, expect, test } from 'vitest';
import { wechat } from './adapter.ts';

const world = await forThisFile(simulatedJasper());
const { operate } = wechat;
const policy = { allowLoopback: true };
const control = (method: string, path: string, body?: unknown) => world.control(method, `/wechat${path}`, body);

async function opened(fields: object) {
  const merchant = await openMerchant(world, 'wechat', { splitAfterMs: 0, refundAfterMs: 0, ...fields });
  const unopened = { baseUrl: merchant.baseUrl, credentials: merchant.credentials, timeoutMs: 5_000, policy };
  const session = await operate.openSession?.({ ...unopened, now: new Date() }, {});
  const line = { ...unopened, now: new Date(), session: session?.kind === 'ok' ? session.answer.token : '' };
  return { ...merchant, line };
}
const merchant = await opened({ realNames: { '1900000110': '甲公司' } });
const { line } = merchant;
const AGENT = { kind: 'merchant' as const, account: '1900000110', holder: '甲公司' };
const PERSON = { kind: 'person' as const, account: 'oPerson00000000000000001', holder: '张三' };
const part = (amount: bigint, receiver: typeof AGENT | typeof PERSON = AGENT) => ({
  ...receiver,
  amount,
  description: '分润',
});
const total = { minor: 10_000n, currency: 'CNY' as const };
/** A payment of 100.00 that was paid; answers WeChat's number. */
async function paid(tradeNo: string, isFrozen = true): Promise<string> {
  await operate.createPayment?.(line, {
    tradeNo,
    amount: total,
    subject: tradeNo,
    expiresAt: new Date(Date.now() + 600_000),
    noticeUrl: 'http://127.0.0.1:1/none',
    returnUrl: 'http://127.0.0.1:1',
    ...(isFrozen ? { isFrozen: true as const } : {}),
  });
  await control('POST', `/trades/${tradeNo}/pay`, {});
  const seen = await operate.queryPayment?.(line, { tradeNo, providerNo: null });
  return (seen?.kind === 'ok' && seen.answer.providerNo) || '';
}
const split = (splitNo: string, paymentNo: string, parts: readonly ReturnType<typeof part>[], unfreezes = false) =>
  operate.splitPayment?.(line, { splitNo, paymentNo, parts, unfreezes });
const query = (splitNo: string, paymentNo: string) => operate.querySplit?.(line, { splitNo, paymentNo });
const left = async (paymentNo: string) => {
  const heard = await operate.querySplittable?.(line, { paymentNo });
  return heard?.kind === 'ok' ? heard.answer.amount : heard;
};
const refund = (tradeNo: string, refundNo: string, minor: bigint) =>
  operate.refund?.(line, {
    tradeNo,
    providerNo: null,
    refundNo,
    amount: { minor, currency: 'CNY' },
    total,
    reason: '',
    noticeUrl: 'http://127.0.0.1:1/none',
  });
await operate.addReceiver?.(line, AGENT);
await operate.addReceiver?.(line, PERSON);
beforeEach(async () => void (await world.control('DELETE', '/faults')));

test('a receiver with another name is refused, the same one again is not', async () => {
  expect(await operate.addReceiver?.(line, { ...AGENT, holder: '乙公司' })).toMatchObject({ kind: 'refused' });
  expect(await operate.addReceiver?.(line, AGENT)).toMatchObject({ kind: 'ok' });
  const gone = { kind: 'merchant' as const, account: '1900000199' };
  expect(await operate.removeReceiver?.(line, gone)).toMatchObject({ kind: 'refused', isUnknown: true });
});

test.each([{ usesPublicKey: false }, { usesPublicKey: true }])(
  'names are encrypted for the key that WeChat signs with ($usesPublicKey)',
  async (fields) => {
    const other = await opened(fields);
    expect(await operate.addReceiver?.(other.line, AGENT)).toMatchObject({ kind: 'ok' });
    const { receivers } = (await control('GET', '/receivers')) as { receivers: { merchantNo: string; name: string }[] };
    expect(receivers.find(({ merchantNo }) => merchantNo === other.merchantNo)?.name).toBe('甲公司');
  },
);

test('frozen until it is split and unfrozen: told per receiver, the same number splits once', async () => {
  const paymentNo = await paid('SA0001');
  expect(await left(paymentNo)).toBe(10_000n);
  const asked = await split('S1', paymentNo, [part(1_000n), part(500n, PERSON)]);
  expect(asked).toMatchObject({ kind: 'ok', answer: { state: 'running', splitNo: 'S1' } });
  expect(await split('S1', paymentNo, [part(1_000n), part(500n, PERSON)])).toMatchObject({ kind: 'ok' });
  expect(await split('S1', paymentNo, [part(1_001n)])).toMatchObject({ kind: 'refused', code: 'INVALID_REQUEST' });
  expect(await query('S1', paymentNo)).toMatchObject({
    answer: {
      state: 'finished',
      parts: [
        { kind: 'merchant', account: AGENT.account, amount: 1_000n, state: 'done', said: 'SUCCESS' },
        { kind: 'person', account: PERSON.account, amount: 500n, state: 'done' },
      ],
    },
  });
  expect(await left(paymentNo)).toBe(8_500n);
  const unfrozen = { splitNo: 'S2', paymentNo, description: '解冻' };
  expect(await operate.unfreezePayment?.(line, unfrozen)).toMatchObject({ kind: 'ok', answer: { splitNo: 'S2' } });
  expect(await query('S2', paymentNo)).toMatchObject({ answer: { state: 'finished', parts: [] } });
  expect(await left(paymentNo)).toBe(0n);
  expect(await split('S3', paymentNo, [part(1n)])).toMatchObject({ kind: 'refused', code: 'NOT_ENOUGH' });
});

test('refuses more than the ratio, a payment that is not frozen, a refund during a split; an unregistered one gets nothing', async () => {
  const paymentNo = await paid('SB0001');
  expect(await split('S10', paymentNo, [part(3_001n)])).toMatchObject({
    kind: 'refused',
    code: 'RULE_LIMIT',
    words: { zh: '超过商户分账最高比例' },
  });
  const plain = await paid('SB0002', false);
  expect(await split('S11', plain, [part(1n)])).toMatchObject({ kind: 'refused', code: 'INVALID_REQUEST' });
  await control('PATCH', `/merchants/${merchant.merchantNo}`, { splitAfterMs: null });
  await split('S12', paymentNo, [part(100n), part(50n, { ...AGENT, account: '1900000177', holder: '丙' })]);
  expect(await refund('SB0001', 'FSB1', 100n)).toMatchObject({ kind: 'refused' });
  await control('POST', '/splits/S12/end');
  await control('PATCH', `/merchants/${merchant.merchantNo}`, { splitAfterMs: 0 });
  expect(await query('S12', paymentNo)).toMatchObject({
    answer: {
      parts: [{ state: 'done' }, { state: 'closed', failCode: 'NO_RELATION', failWords: { zh: '分账关系已解除' } }],
    },
  });
  expect(await refund('SB0001', 'FSB1', 100n)).toMatchObject({ kind: 'ok' });
});

test('a merchant gives back once and never more than it got; a person gives nothing back', async () => {
  const paymentNo = await paid('SC0001');
  await split('S20', paymentNo, [part(1_000n), part(500n, PERSON)], true);
  await query('S20', paymentNo);
  const back = (returnNo: string, amount: bigint, account = AGENT.account) =>
    operate.returnSplit?.(line, { returnNo, splitNo: 'S20', account, amount, description: '退款' });
  expect(await back('R1', 400n)).toMatchObject({ kind: 'ok', answer: { state: 'running' } });
  expect(await back('R1', 400n)).toMatchObject({ kind: 'ok' });
  expect(await operate.queryReturn?.(line, { returnNo: 'R1', splitNo: 'S20' })).toMatchObject({
    answer: { state: 'done', amount: 400n },
  });
  expect(await back('R2', 601n)).toMatchObject({ kind: 'refused' });
  expect(await back('R3', 1n, PERSON.account)).toMatchObject({ kind: 'refused' });
  await control('PATCH', `/merchants/${merchant.merchantNo}`, { returnFails: { [AGENT.account]: 'ACCOUNT_ABNORMAL' } });
  await back('R4', 100n);
  expect(await operate.queryReturn?.(line, { returnNo: 'R4', splitNo: 'S20' })).toMatchObject({
    answer: { state: 'failed', failCode: 'ACCOUNT_ABNORMAL', failWords: { zh: '分账接收账户异常' } },
  });
});

test('a lost answer is found by a query, a lost request is unknown, an unknown word changes nothing', async () => {
  const paymentNo = await paid('SD0001');
  await world.control('POST', '/faults', { kind: 'lostConfirmation', operation: 'splitPayment', count: 1 });
  expect((await split('S30', paymentNo, [part(10n)]))?.kind).toBe('unclear');
  expect(await query('S30', paymentNo)).toMatchObject({ answer: { state: 'finished' } });
  await world.control('POST', '/faults', { kind: 'dropBeforeEffect', operation: 'splitPayment', count: 1 });
  expect((await split('S31', paymentNo, [part(10n)]))?.kind).toBe('unclear');
  expect(await query('S31', paymentNo)).toMatchObject({ kind: 'refused', isUnknown: true });
  await world.control('POST', '/faults', { kind: 'wrongStatus', operation: 'querySplit', status: 'NEW', count: 1 });
  expect(await query('S30', paymentNo)).toMatchObject({ answer: { state: 'unknown', said: 'NEW' } });
});
