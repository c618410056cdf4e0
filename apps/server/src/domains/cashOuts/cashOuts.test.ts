import {
  askCashOut,
  cancelCashOut,
  confirmCashOut,
  listCashOuts,
  previewCashOut,
  readCashOut,
  retryCashOut,
} from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import {
  checkCashOuts,
  confirmBankPayout,
  listCashOutChecks,
  queryCashOut,
  readCashOutComposition,
  readPayoutVoucher,
  recordBankPayout,
} from '@cardinal/contract/api/cashOuts/checks.ts';
import { addReceiver, deleteReceiver, setCashOutRule } from '@cardinal/contract/api/cashOuts/receivers.ts';
import { type Caller, DEMO_PASSWORD, testApp } from '@cardinal/testing/app.ts';
import { control, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { cashOutsUnderTest } from '@cardinal/testing/cashOutsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { foldPostings } from '../ledger/foldPostings.ts';
import { stepDue } from './steps/steps.ts';

const HOUR_MS = 3_600_000;
const it = await forThisFile(testApp({ demo: 'people' }));
const simulator = await forThisFile(simulatedJasper({ clock: it.clock }));
const [admin, finance, agent, subagent, rival] = (await Promise.all(
  ['admin', 'finance', 'agent', 'subagent', 'rival'].map((name) => it.as(name)),
)) as [Caller, Caller, Caller, Caller, Caller];
const under = await cashOutsUnderTest(it, simulator, admin);
const { ctx } = under;
const AGENT = '10';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const FILE = { name: 'voucher.png', content: PNG };

await under.earn(AGENT, 100_000n);
const receiver = await under.receiver(agent);

const at = (path: string, body: object = {}) => control(simulator, 'POST', path, body);
const read = (id: string, caller = agent) => under.read(caller, id);
const check = (ids: readonly string[], caller = admin) =>
  caller.call(checkCashOuts, { body: { verdict: 'pass', ids: [...ids] } });
const steps = async (minutes = 0) => {
  it.clock.advance(minutes * 60_000 + 1_000);
  await stepDue(ctx);
};
async function until<T>(look: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const value = await look();
    if (holds(value) || tries > 100) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
/** Sent to the provider, where it waits for its receiver. */
async function sent(amount = '100.00', to = receiver, caller = agent) {
  const asked = await under.ask(caller, to, amount);
  await steps();
  expect(await read(asked.id, caller)).toMatchObject({ state: 4, waitsFor: 'receiver' });
  return asked;
}
const ended = (id: string) =>
  until(
    () => read(id),
    ({ endedAt }) => endedAt !== null,
  );
async function isTrue() {
  await foldPostings(ctx);
  expect(await verifyLedger(ctx)).toEqual([]);
  const open = await it.db
    .selectFrom('cash_outs.cash_out')
    .select('amount')
    .where('customer_id', '=', AGENT)
    .where('ended_at', 'is', null)
    .execute();
  expect(await under.frozenOf(AGENT)).toBe(open.reduce((sum, { amount }) => sum + BigInt(amount), 0n));
}
beforeEach(async () => void (await control(simulator, 'DELETE', '/faults')));

describe('a cash-out', () => {
  test('is frozen at once with its costs, sent, confirmed by the receiver, and done once', async () => {
    const before = await under.profitOf(AGENT);
    const shown = await agent.ask(previewCashOut, {});
    expect(shown.receivers.find(({ id }) => id === receiver)).toMatchObject({
      isNew: false,
      feePercent: '0.6',
      least: '100',
    });
    const asked = await under.ask(agent, receiver);
    expect(asked).toMatchObject({ state: 0, amount: '10000', fee: '60', tax: '0', net: '9940' });
    expect(await under.profitOf(AGENT)).toBe(before - 10_000n);
    await steps();
    const waiting = await read(asked.id);
    expect(waiting).toMatchObject({
      state: 4,
      waitsFor: 'receiver',
      offered: { cancel: true, confirm: true, retry: false },
    });
    await under.confirm(asked.cashOutNo);
    expect(await ended(asked.id)).toMatchObject({ state: 2, waitsFor: null, providerNo: expect.any(String) });
    // Told again by notice and by query, it is done once.
    expect(await agent.ask(confirmCashOut, { body: { id: asked.id } })).toMatchObject({ state: 2 });
    expect(await under.profitOf(AGENT)).toBe(before - 10_000n);
    const proof = await read(asked.id, admin);
    expect(proof.transactions.map(({ step }) => step)).toEqual(['hold', 'settle']);
    expect(proof.calls.map(({ operation }) => operation)).toContain('transfer');
    expect(proof.notices[0]).toMatchObject({ event: 'MCHTRANSFER.BILL.FINISHED', said: 'SUCCESS' });
    expect(proof.receiveAt).toBeNull();
    // What the platform's merchant was asked is no business of the customer.
    expect(await read(asked.id)).toMatchObject({ calls: [], notices: [], merchantName: null });
    await isTrue();
  });

  test('is refused beyond what is there, outside the limits, without the password, and to the receiver of another', async () => {
    const before = await under.profitOf(AGENT);
    const refused = async (body: object, name: string, field: string, caller = agent) => {
      const answer = await caller.call(askCashOut, {
        body: { receiverId: receiver, amount: '100.00', password: DEMO_PASSWORD, ...body } as never,
      });
      expect(answer.code, JSON.stringify(answer)).not.toBe('200');
      expect(JSON.stringify(answer)).toContain(name);
      expect(JSON.stringify(answer)).toContain(`"field":"${field}"`);
    };
    await refused({ amount: '0.99' }, '低于最低提现金额', 'amount');
    await refused({ amount: '100.001' }, '小数', 'amount');
    await refused({ amount: '90000.00' }, '可提现余额不足', 'amount');
    await refused({ password: 'wrong' }, '密码', 'password');
    await refused({ receiverId: '1' }, '收款账户不存在', 'receiverId');
    await refused({}, '收款账户不存在', 'receiverId', rival);
    await refused({}, '平台没有收款账户', 'receiverId', admin);
    await admin.ask(setCashOutRule, {
      body: {
        ...under.rule,
        method: 1,
        merchantId: under.merchantId,
        version: 1,
        most: '500.00',
        dayMost: '500.00',
        reviewFrom: '1000.00',
      },
    });
    await refused({ amount: '500.01' }, '超过单笔限额', 'amount');
    await refused({ amount: '450.00' }, '超过当日限额', 'amount');
    await admin.ask(setCashOutRule, {
      body: { ...under.rule, method: 1, merchantId: under.merchantId, version: 2, reviewFrom: '1000.00' },
    });
    expect(await under.profitOf(AGENT)).toBe(before);
    await isTrue();
  });

  test('is cancelled by its own customer before it is sent, and at the provider while nobody has confirmed', async () => {
    const before = await under.profitOf(AGENT);
    const large = await under.ask(agent, receiver, '100.00');
    expect((await rival.call(cancelCashOut, { body: { id: large.id } })).status).toBe(404);
    expect((await admin.call(cancelCashOut, { body: { id: large.id } })).status).toBe(404);
    expect(await agent.ask(cancelCashOut, { body: { id: large.id } })).toMatchObject({ state: 3 });
    expect(await read(large.id)).toMatchObject({
      reason: '已撤销',
      transactions: [{ step: 'hold' }, { step: 'release' }],
    });
    const asked = await sent();
    expect(await agent.ask(cancelCashOut, { body: { id: asked.id } })).toMatchObject({ state: 4 });
    await steps();
    expect(await ended(asked.id)).toMatchObject({ state: 3, reason: '已撤销' });
    expect((await agent.call(cancelCashOut, { body: { id: asked.id } })).message).toBe('当前状态不能撤销');
    expect(await under.profitOf(AGENT)).toBe(before);
    await isTrue();
  });

  test('that the receiver does not confirm in time is profit again, in words', async () => {
    const before = await under.profitOf(AGENT);
    const merchant = `/wechat/merchants/${under.merchant.merchantNo}`;
    await control(simulator, 'PATCH', merchant, { confirmWithinMs: 60_000 });
    const asked = await sent();
    await control(simulator, 'PATCH', merchant, { confirmWithinMs: 24 * HOUR_MS });
    await steps(2);
    expect(await ended(asked.id)).toMatchObject({ state: 3, reason: '用户超时未确认' });
    expect(await under.profitOf(AGENT)).toBe(before);
  });

  test('whose answer is lost is found by a query: one transfer, done once', async () => {
    const before = await under.profitOf(AGENT);
    await at('/faults', { kind: 'lostConfirmation', operation: 'transfer', count: 1 });
    await at('/faults', { kind: 'swallow', operation: 'notifyTransfer', count: 1 });
    const asked = await under.ask(agent, receiver);
    await steps();
    expect(await read(asked.id)).toMatchObject({ state: 4, waitsFor: 'provider' });
    await under.confirm(asked.cashOutNo);
    await steps(1);
    expect(await read(asked.id)).toMatchObject({ state: 2 });
    expect((await under.transfers()).filter(({ transferNo }) => transferNo === asked.cashOutNo)).toHaveLength(1);
    expect(await under.profitOf(AGENT)).toBe(before - 10_000n);
  });

  test('that never arrived is sent again under its number; what confirms it is learned again', async () => {
    await at('/faults', { kind: 'dropBeforeEffect', operation: 'transfer', count: 1 });
    const asked = await under.ask(agent, receiver);
    await steps();
    await steps(1);
    await steps(1);
    expect(await read(asked.id)).toMatchObject({ state: 4, waitsFor: 'receiver', receiveAt: expect.any(String) });
    await under.confirm(asked.cashOutNo);
    expect(await ended(asked.id)).toMatchObject({ state: 2 });
  });

  test('with the name of another fails at the provider, and is asked for again to another receiver', async () => {
    const wrong = await under.receiver(agent, { holder: '他人' });
    const before = await under.profitOf(AGENT);
    const asked = await sent('50.00', wrong);
    await under.confirm(asked.cashOutNo);
    expect(await ended(asked.id)).toMatchObject({ state: 3, reason: '收款人姓名不符', offered: { retry: true } });
    expect(await under.profitOf(AGENT)).toBe(before);
    const body = { id: asked.id, receiverId: receiver, password: DEMO_PASSWORD };
    expect((await rival.call(retryCashOut, { body })).status).toBe(404);
    const again = await agent.ask(retryCashOut, { body });
    expect(again.amount).toBe('5000');
    expect(await read(asked.id)).toMatchObject({ retriedBy: { id: again.id }, offered: { retry: false } });
    expect((await agent.call(retryCashOut, { body })).code).toBe('4091905');
    await steps();
    await under.confirm(again.cashOutNo);
    expect(await ended(again.id)).toMatchObject({ state: 2, retryOf: { id: asked.id } });
    await agent.ask(deleteReceiver, { body: { id: wrong } });
    await isTrue();
  });

  test('waits while its merchant is short, and goes through once it is not', async () => {
    const no = under.merchant.merchantNo;
    await control(simulator, 'PATCH', `/wechat/merchants/${no}`, { balance: 100 });
    const asked = await under.ask(agent, receiver);
    await steps();
    expect(await read(asked.id)).toMatchObject({
      state: 4,
      waitsFor: 'payer',
      reason: expect.stringContaining('商户余额不足'),
    });
    await control(simulator, 'PATCH', `/wechat/merchants/${no}`, { balance: null });
    await steps(2);
    await steps(2);
    expect(await read(asked.id)).toMatchObject({ state: 4, waitsFor: 'receiver', reason: null });
    await under.confirm(asked.cashOutNo);
    expect(await ended(asked.id)).toMatchObject({ state: 2 });
  });

  test('that the provider refuses is profit again; while transfers are paused it waits', async () => {
    const before = await under.profitOf(AGENT);
    await at('/faults', { kind: 'refuse', operation: 'transfer', status: 'OPENID_INVALID', count: 1 });
    const asked = await under.ask(agent, receiver);
    await steps();
    expect(await read(asked.id)).toMatchObject({ state: 3, reason: expect.stringContaining('OPENID_INVALID') });
    expect(await under.profitOf(AGENT)).toBe(before);
    const rule = { ...under.rule, method: 1 as const, merchantId: under.merchantId, reviewFrom: '1000.00' };
    await admin.ask(setCashOutRule, { body: { ...rule, version: 3, isPaused: true } });
    const paused = await under.ask(agent, receiver);
    await steps();
    expect(await read(paused.id)).toMatchObject({ state: 0, waitsFor: 'queue' });
    await admin.ask(setCashOutRule, { body: { ...rule, version: 4 } });
    await steps();
    expect(await read(paused.id)).toMatchObject({ state: 4 });
    await agent.ask(cancelCashOut, { body: { id: paused.id } });
    await steps();
  });

  test('is read by its own customer and the platform, by nobody else', async () => {
    const asked = await under.ask(agent, receiver);
    expect((await rival.call(readCashOut, { query: { id: asked.id } })).status).toBe(404);
    expect((await subagent.call(readCashOut, { query: { id: asked.id } })).status).toBe(404);
    expect((await agent.ask(listCashOuts, { query: { cashOutNo: asked.cashOutNo } })).total).toBe(1);
    expect((await rival.ask(listCashOuts, { query: { cashOutNo: asked.cashOutNo } })).total).toBe(0);
    const all = await admin.ask(listCashOuts, { query: { cashOutNo: asked.cashOutNo } });
    expect(all.list[0]).toMatchObject({ offered: { cancel: false, confirm: false, retry: false } });
    await agent.ask(cancelCashOut, { body: { id: asked.id } });
  });
});

describe('the review', () => {
  test('takes what goes to a new receiver or is large; nobody but the platform decides', async () => {
    const fresh = await under.receiver(agent, { isOld: false });
    const asked = await under.ask(agent, fresh);
    expect(asked.state).toBe(1);
    const { list } = await admin.ask(listCashOutChecks, { query: { open: 'true', cashOutNo: asked.cashOutNo } });
    expect(list[0]).toMatchObject({
      risks: expect.arrayContaining(['newReceiver']),
      offered: { pass: true, reject: true },
    });
    expect((await check([asked.id], agent)).status).toBe(403);
    expect((await check([asked.id], rival)).status).toBe(403);
    const { list: none } = await admin.ask(listCashOutChecks, { query: { open: 'true', risk: 'profitBelowZero' } });
    expect(none).toEqual([]);
    expect((await check(['1'])).data).toMatchObject({ done: 0, refused: [{ id: '1' }] });
    expect(await admin.ask(readCashOutComposition, { query: { id: asked.id } })).toMatchObject({ orders: 0 });
    expect((await agent.call(readCashOutComposition, { query: { id: asked.id } })).status).toBe(403);
    const before = await under.profitOf(AGENT);
    await admin.ask(checkCashOuts, { body: { verdict: 'reject', ids: [asked.id], reason: '请更换账户' } });
    expect(await read(asked.id)).toMatchObject({ state: 3, reason: '请更换账户' });
    expect(await under.profitOf(AGENT)).toBe(before + 10_000n);
    // A day later the receiver is known.
    await it.db
      .updateTable('cash_outs.receiver')
      .set({ changed_at: new Date(it.clock.now().getTime() - 24 * HOUR_MS) })
      .where('id', '=', fresh)
      .execute();
    const known = await under.ask(agent, fresh);
    expect(known.state).toBe(0);
    await agent.ask(cancelCashOut, { body: { id: known.id } });
    await under.earn(AGENT, 200_000n);
    expect((await under.ask(agent, receiver, '1000.00')).state).toBe(1);
  });

  test('passes a batch of ten; the one with a wrong name fails, its profit is back, and nine nets clear', async () => {
    const wrong = await under.receiver(agent, { holder: '他人' });
    await admin.ask(setCashOutRule, {
      body: { ...under.rule, method: 1, merchantId: under.merchantId, version: 5, reviewFrom: '1.00' },
    });
    const clearing = async () => {
      await foldPostings(ctx);
      const row = await it.db
        .selectFrom('ledger.account')
        .select('balance')
        .where('owner_id', '=', under.merchantId)
        .where('kind', '=', 'clearing')
        .executeTakeFirst();
      return BigInt(row?.balance ?? 0);
    };
    const [before, cleared] = [await under.profitOf(AGENT), await clearing()];
    const asked = [];
    for (let n = 0; n < 10; n++) asked.push(await under.ask(agent, n === 4 ? wrong : receiver, '10.00'));
    const cancelled = await under.ask(agent, receiver, '10.00');
    await agent.ask(cancelCashOut, { body: { id: cancelled.id } });
    const answer = await check([...asked.map(({ id }) => id), cancelled.id]);
    expect(answer.data).toMatchObject({
      done: 10,
      refused: [{ cashOutNo: cancelled.cashOutNo, why: expect.any(String) }],
    });
    await steps();
    for (const { cashOutNo } of asked) await under.confirm(cashOutNo);
    const states = [];
    for (const { id } of asked) states.push((await ended(id)).state);
    expect(states).toEqual([2, 2, 2, 2, 3, 2, 2, 2, 2, 2]);
    expect((await read(asked[4]?.id ?? '')).reason).toBe('收款人姓名不符');
    expect(await under.profitOf(AGENT)).toBe(before - 9_000n);
    expect((await clearing()) - cleared).toBe(9n * 994n);
    await isTrue();
  });

  test('asks the provider by hand for what is there', async () => {
    const { list } = await admin.ask(listCashOutChecks, { query: { state: [1] } });
    await check([list[0]?.id ?? '']);
    await steps();
    const id = list[0]?.id ?? '';
    expect(await admin.ask(queryCashOut, { body: { id } })).toMatchObject({ state: 4 });
    expect((await agent.call(queryCashOut, { body: { id } })).status).toBe(403);
    expect((await admin.call(queryCashOut, { body: { id: '1' } })).status).toBe(404);
    await under.confirm(list[0]?.cashOutNo ?? '');
    await ended(id);
    expect((await admin.call(queryCashOut, { body: { id } })).code).toBe('4091907');
  });
});

describe('a payment at the bank', () => {
  const bank = { method: 3 as const, accountNumber: '6225 8800 1234 5678', holder: '甲代理有限公司', bank: '招商银行' };

  test('is recorded with its voucher by one, confirmed by another, and then done', async () => {
    const { id: to } = await agent.ask(addReceiver, { body: bank });
    const before = await under.profitOf(AGENT);
    const asked = await under.ask(agent, to);
    await check([asked.id]);
    expect(await read(asked.id)).toMatchObject({ state: 0, waitsFor: 'bank' });
    const body = { id: asked.id, voucherNo: 'PAY-1' };
    expect((await rival.call(recordBankPayout, { body, file: FILE })).status).toBe(403);
    expect((await admin.call(recordBankPayout, { body, file: { name: 'a.exe', content: PNG } })).code).toBe('4001672');
    expect(await admin.ask(recordBankPayout, { body, file: FILE })).toMatchObject({ state: 4 });
    expect((await admin.call(confirmBankPayout, { body: { id: asked.id, verdict: 'confirm' } })).code).toBe('4031901');
    expect((await rival.call(confirmBankPayout, { body: { id: asked.id, verdict: 'confirm' } })).status).toBe(403);
    expect(
      (await finance.ask(confirmBankPayout, { body: { id: asked.id, verdict: 'reject', reason: '金额不符' } })).state,
    ).toBe(0);
    await admin.ask(recordBankPayout, { body, file: FILE });
    expect((await finance.ask(confirmBankPayout, { body: { id: asked.id, verdict: 'confirm' } })).state).toBe(2);
    expect(await read(asked.id)).toMatchObject({ state: 2, voucherNo: 'PAY-1', hasVoucher: true });
    const voucher = await agent.call(readPayoutVoucher, { query: { id: asked.id } });
    expect(Buffer.from(voucher.data as unknown as Buffer).equals(PNG)).toBe(true);
    expect((await rival.call(readPayoutVoucher, { query: { id: asked.id } })).status).toBe(404);
    expect(await under.profitOf(AGENT)).toBe(before - 10_000n);
    const second = await under.ask(agent, to);
    await check([second.id]);
    expect((await admin.call(recordBankPayout, { body: { id: second.id, voucherNo: 'PAY-1' }, file: FILE })).code).toBe(
      '4091909',
    );
    await admin.ask(checkCashOuts, { body: { verdict: 'reject', ids: [second.id], reason: '账户有误' } });
    expect(await under.profitOf(AGENT)).toBe(before - 10_000n);
    await isTrue();
  });
});
