import { simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { noticeReceiver, openMerchant } from '@cardinal/testing/paymentProviders.ts';
import { beforeEach, expect, test } from 'vitest';
import { wechat } from './adapter.ts';

const world = await forThisFile(simulatedJasper());
const { operate } = wechat;
const policy = { allowLoopback: true };
const control = (method: string, path: string, body?: unknown) => world.control(method, `/wechat${path}`, body);
const realNames = { oAgent0001: '张三' };

async function opened(fields: object) {
  const merchant = await openMerchant(world, 'wechat', { realNames, ...fields });
  const unopened = { baseUrl: merchant.baseUrl, credentials: merchant.credentials, timeoutMs: 5_000, policy };
  const session = await operate.openSession?.({ ...unopened, now: new Date() }, {});
  const line = { ...unopened, now: new Date(), session: session?.kind === 'ok' ? session.answer.token : '' };
  return { ...merchant, line };
}
const merchant = await opened({});
const receiver = await forThisFile(noticeReceiver(() => wechat.noticeAnswers.taken));
const asked = (transferNo: string, minor = 9_940n, holder = '张三') => ({
  transferNo,
  amount: { minor, currency: 'CNY' as const },
  account: 'oAgent0001',
  holder,
  remark: `分润提现 ${transferNo}`,
  noticeUrl: receiver.url,
});
const transfer = (no: string, minor?: bigint, holder?: string, line = merchant.line) =>
  operate.transfer?.(line, asked(no, minor, holder));
const query = (transferNo: string) => operate.queryTransfer?.(merchant.line, { transferNo });
beforeEach(async () => void (await world.control('DELETE', '/faults')));

test.each([{ usesPublicKey: false }, { usesPublicKey: true }])(
  'waits for its receiver, who confirms: told by a query and by a notice ($usesPublicKey)',
  async (fields) => {
    const other = await opened(fields);
    const no = `CA${fields.usesPublicKey ? 1 : 2}`;
    const created = await transfer(no, 250_000n, '张三', other.line);
    expect(created).toMatchObject({ kind: 'ok', answer: { state: 'waitsForUser', confirmWith: expect.any(String) } });
    const seen = receiver.notices.length;
    const sheet = JSON.parse((created?.kind === 'ok' && created.answer.confirmWith) || '{}') as Record<string, string>;
    const { mchid, appid } = other.credentials;
    expect(sheet).toMatchObject({ mchId: mchid, appId: appid });
    const page = sheet['package'];
    expect(await (await fetch(`${page}/confirm`, { method: 'POST' })).text()).toContain('已收款');
    await expect.poll(() => receiver.notices.length).toBe(seen + 1);
    const { headers, body } = receiver.notices.at(-1) ?? { headers: {}, body: '' };
    const account = { credentials: other.credentials, session: other.line.session, now: new Date() };
    const read = wechat.readNotice({ header: (name) => headers[name], body }, account);
    const amount = { minor: 250_000n, currency: 'CNY' };
    expect(read).toMatchObject({ kind: 'transfer', seen: { transferNo: no, state: 'done', amount } });
    expect(await operate.queryTransfer?.(other.line, { transferNo: no })).toMatchObject({
      answer: { state: 'done', amount, failCode: null, endedAt: expect.any(Date) },
    });
    // The notice of one merchant is none of another.
    const stranger = {
      ...account,
      credentials: { ...merchant.credentials, apiV3Key: other.credentials['apiV3Key'] ?? '' },
    };
    expect(wechat.readNotice({ header: (name) => headers[name], body }, stranger).kind).not.toBe('transfer');
  },
);

test('the same number with the same terms is the same transfer, with other terms it is refused', async () => {
  const first = await transfer('CB1');
  expect(await transfer('CB1')).toMatchObject({ kind: 'ok', answer: first?.kind === 'ok' ? first.answer : {} });
  expect(await transfer('CB1', 9_941n)).toMatchObject({ kind: 'refused', code: 'ALREADY_EXISTS' });
});

test('a name that is not the receiver’s fails, in words', async () => {
  await transfer('CC1', 100n, '李四');
  await control('POST', '/transfers/CC1/confirm');
  const read = await query('CC1');
  expect(read).toMatchObject({ answer: { state: 'failed', failCode: 'NAME_NOT_CORRECT' } });
  expect(read?.kind === 'ok' && read.answer.failWords?.zh).toBe('收款人姓名不符');
  // Below 0.30 yuan no name is sent, so none can be wrong.
  await transfer('CC2', 29n, '李四');
  await control('POST', '/transfers/CC2/confirm');
  expect(await query('CC2')).toMatchObject({ answer: { state: 'done' } });
});

test('a merchant that is short has done nothing; the same number goes through later', async () => {
  const poor = await opened({ balance: 100 });
  expect(await transfer('CD1', 500n, '张三', poor.line)).toMatchObject({ kind: 'refused', code: 'payerShort' });
  expect(await operate.queryTransfer?.(poor.line, { transferNo: 'CD1' })).toMatchObject({
    kind: 'refused',
    isUnknown: true,
  });
  await control('PATCH', `/merchants/${poor.merchantNo}`, { balance: 500 });
  expect(await transfer('CD1', 500n, '张三', poor.line)).toMatchObject({ kind: 'ok' });
});

test('a lost answer is found by a query', async () => {
  await world.control('POST', '/faults', { kind: 'lostConfirmation', operation: 'transfer', count: 1 });
  expect((await transfer('CE1'))?.kind).toBe('unclear');
  expect(await query('CE1')).toMatchObject({ answer: { state: 'waitsForUser', confirmWith: null } });
});

test('is cancelled while nobody has confirmed it, and never after', async () => {
  await transfer('CF1');
  expect(await operate.cancelTransfer?.(merchant.line, { transferNo: 'CF1' })).toMatchObject({ kind: 'ok' });
  expect(await query('CF1')).toMatchObject({ answer: { state: 'cancelled' } });
  await transfer('CF2');
  await control('POST', '/transfers/CF2/confirm');
  expect(await operate.cancelTransfer?.(merchant.line, { transferNo: 'CF2' })).toMatchObject({ kind: 'refused' });
  expect(await query('CF2')).toMatchObject({ answer: { state: 'done' } });
});

test('an unknown state changes nothing; dollars are not sent as yuan', async () => {
  await transfer('CG1');
  await world.control('POST', '/faults', {
    kind: 'wrongStatus',
    operation: 'queryTransfer',
    status: 'NEW_WORD',
    count: 1,
  });
  expect(await query('CG1')).toMatchObject({ answer: { state: 'unknown', said: 'NEW_WORD' } });
  const dollars = { ...asked('CG2'), amount: { minor: 100n, currency: 'USD' as const } };
  expect(await operate.transfer?.(merchant.line, dollars)).toMatchObject({ kind: 'refused', code: 'currency' });
});
