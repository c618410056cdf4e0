import { simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { openMerchant } from '@cardinal/testing/paymentProviders.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Payee } from '../protocol/operations.ts';
import { partsOf } from './accounts.ts';
import { lianlian } from './adapter.ts';

const world = await forThisFile(simulatedJasper());
const { baseUrl, credentials } = await openMerchant(world, 'lianlian', { refundAfterMs: 0 });
const line = { baseUrl, credentials, timeoutMs: 5_000, policy: { allowLoopback: true }, now: new Date() };
const { operate } = lianlian;
const control = (method: string, path: string, body?: unknown) => world.control(method, `/lianlian${path}`, body);
const noticeUrl = 'http://127.0.0.1:1/none';
const cny = (minor: bigint) => ({ minor, currency: 'CNY' as const });

const holderOf = (userNo: string, isCompany = false) => ({
  userNo,
  isCompany,
  holder: isCompany ? '甲代理有限公司' : '张三',
  idNo: isCompany ? '91310000MA1FL4QQ0X' : '11010519491231002X',
  phone: '13800138000',
});
const apply = (userNo: string, applyNo: string, isCompany = false) =>
  operate.openAccount?.(line, { ...holderOf(userNo, isCompany), applyNo, bankCard: '6225880012345678', noticeUrl });
const accountOf = async (userNo: string) => {
  const { accounts } = (await control('GET', '/accounts')) as {
    accounts: { userId: string; code: string; held: number }[];
  };
  return accounts.find(({ userId }) => userId === userNo) as { code: string; held: number };
};
async function opened(userNo: string, isCompany = false) {
  const applied = await apply(userNo, `A${userNo}`, isCompany);
  if (applied?.kind !== 'ok') throw new Error(JSON.stringify(applied));
  const { token } = applied.answer;
  const { code } = await accountOf(userNo);
  return operate.confirmAccount?.(line, { userNo, isCompany, applyNo: `A${userNo}`, token, code });
}
const pay = (tradeNo: string, payees: readonly Payee[]) =>
  operate.createPayment?.(line, {
    tradeNo,
    amount: cny(1_500n),
    subject: '月包',
    expiresAt: new Date(Date.now() + 600_000),
    noticeUrl,
    returnUrl: 'https://cardinal.example/back',
    payees,
  });
const refund = (tradeNo: string, refundNo: string, minor: bigint, payees: readonly Payee[]) =>
  operate.refund?.(line, {
    tradeNo,
    providerNo: null,
    refundNo,
    amount: cny(minor),
    total: cny(1_500n),
    reason: '退订',
    noticeUrl,
    payees,
  });
beforeEach(async () => void (await world.control('DELETE', '/faults')));

test('an account is applied for, opened by the code its holder got, asked after and closed', async () => {
  const applied = await apply('S1', 'A1');
  expect(applied).toMatchObject({ kind: 'ok', answer: { seen: { state: 'waitsForCode', said: '8888' } } });
  expect(await operate.queryAccount?.(line, { userNo: 'S1' })).toMatchObject({ answer: { state: 'pending' } });
  // Applied for again, the first token counts no more.
  const again = await apply('S1', 'A2');
  const tokens = [applied, again].map((reply) => (reply?.kind === 'ok' ? reply.answer.token : ''));
  const confirm = (applyNo: string, token = '', code = '000000') =>
    operate.confirmAccount?.(line, { userNo: 'S1', isCompany: false, applyNo, token, code });
  const { code } = await accountOf('S1');
  expect(await confirm('A1', tokens[0], code)).toMatchObject({ kind: 'refused', code: '1004' });
  expect(await confirm('A2', tokens[1], code === '111111' ? '222222' : '111111')).toMatchObject({ code: '5001' });
  expect(await confirm('A2', tokens[1], code)).toMatchObject({ kind: 'ok', answer: { state: 'open', said: 'NORMAL' } });
  expect(await operate.queryAccount?.(line, { userNo: 'S1' })).toMatchObject({
    answer: { userNo: 'S1', state: 'open', balance: cny(0n) },
  });
  expect(await operate.queryAccount?.(line, { userNo: 'S9' })).toMatchObject({ kind: 'refused', isUnknown: true });
  expect((await operate.closeAccount?.(line, { ...holderOf('S1'), closeNo: 'C1', noticeUrl }))?.kind).toBe('ok');
  expect(await operate.queryAccount?.(line, { userNo: 'S1' })).toMatchObject({
    answer: { state: 'closed', said: 'CANCEL', balance: null },
  });
});

test('a company is looked at first; a state that is not known is unknown', async () => {
  expect(await opened('S2', true)).toMatchObject({ answer: { state: 'reviewing', said: 'CHECK_PENDING' } });
  await control('POST', '/accounts/S2/open');
  expect(await operate.queryAccount?.(line, { userNo: 'S2' })).toMatchObject({ answer: { state: 'open' } });
  await world.control('POST', '/faults', { kind: 'wrongStatus', operation: 'queryAccount', status: 'NEW', count: 1 });
  expect(await operate.queryAccount?.(line, { userNo: 'S2' })).toMatchObject({
    answer: { state: 'unknown', said: 'NEW', balance: null },
  });
});

test('a payment is split at the source, and a refund takes its parts back or fails as a whole', async () => {
  await opened('S3');
  await opened('S4');
  const payees = [
    { userNo: 'S3', amount: 560n },
    { userNo: 'S4', amount: 140n },
  ];
  expect((await pay('SP1', payees))?.kind).toBe('ok');
  // The same number with other parts is another payment.
  expect(await pay('SP1', [])).toMatchObject({ kind: 'refused', code: '1002' });
  await control('POST', '/trades/SP1/pay');
  expect([(await accountOf('S3')).held, (await accountOf('S4')).held]).toEqual([560, 140]);
  expect((await refund('SP1', 'SF1', 750n, [{ userNo: 'S3', amount: 280n }]))?.kind).toBe('ok');
  expect((await accountOf('S3')).held).toBe(280);
  await control('POST', '/accounts/S4/withdraw', { amount: 100 });
  const rest = [
    { userNo: 'S3', amount: 280n },
    { userNo: 'S4', amount: 140n },
  ];
  expect(await refund('SP1', 'SF2', 750n, rest)).toMatchObject({ kind: 'refused', code: '5003' });
  expect([(await accountOf('S3')).held, (await accountOf('S4')).held]).toEqual([280, 40]);
  // Nobody gives back more than it got, whatever it holds.
  expect(await refund('SP1', 'SF3', 750n, [{ userNo: 'S3', amount: 281n }])).toMatchObject({ kind: 'refused' });
  expect(await pay('SP2', [{ userNo: 'S9', amount: 1n }])).toMatchObject({ kind: 'refused' });
});

test('the parts are the amount: the merchant gets the rest, nobody less than a cent, and there are at most ten', () => {
  const ones = (count: number, amount = 1n) => Array.from({ length: count }, (_, n) => ({ userNo: `U${n}`, amount }));
  const sums = (payees: readonly Payee[]) =>
    partsOf(cny(1_500n), 'M', payees)?.map(({ payee_id, yuan }) => `${payee_id} ${yuan}`);
  expect(sums([])).toEqual(['M 15.00']);
  expect(sums([{ userNo: 'U0', amount: 700n }])).toEqual(['M 8.00', 'U0 7.00']);
  expect(sums([{ userNo: 'U0', amount: 1_500n }])).toEqual(['U0 15.00']);
  expect(sums([{ userNo: 'U0', amount: 1_501n }])).toBeUndefined();
  expect(sums([{ userNo: 'U0', amount: 0n }])).toBeUndefined();
  expect(sums([...ones(1), ...ones(1)])).toBeUndefined();
  expect(sums(ones(9))).toHaveLength(10);
  expect(sums(ones(10))).toBeUndefined();
});
