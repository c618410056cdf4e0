import {
  explainDifference,
  fetchStatement,
  listStatementDifferences,
  listStatementLines,
  readPaymentLines,
  readStatementMonth,
} from '@cardinal/contract/api/statements/statements.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { control, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { statementsUnderTest } from '@cardinal/testing/statementsUnderTest.ts';
import { expect, test } from 'vitest';
import { fundsOf, verifyLedger } from '../ledger/face.ts';
import { foldPostings } from '../ledger/foldPostings.ts';
import { isPostedFor } from './matching/postFees.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const simulator = await forThisFile(simulatedJasper({ clock: it.clock }));
const under = await statementsUnderTest(it, simulator);
const fault = (body: object) => control(simulator, 'POST', '/faults', body);

const balanceOf = async (kind: 'clearing' | 'fee', ownerId: string) => {
  await foldPostings(under.ctx);
  const of = { owner: 'platform', ownerId, customerId: '1', currency: 'CNY', kind } as const;
  return (await fundsOf(under.ctx, of)).balance;
};
const clearing = () => balanceOf('clearing', under.merchantId);
const open = async (day: string) =>
  (await under.differences(day)).filter(({ solution }) => solution === null).map(({ kind }) => kind);

test('a day is fetched after ten of the next, matched to the cent, and its fee posted once', async () => {
  const day = under.today();
  const first = await under.pay('100.00');
  await under.pay('33.33');
  await under.refund(first.id, 4_000n);
  const before = await clearing();
  await under.step();
  expect(await under.dayOf(day)).toBeUndefined();

  await under.turn();
  expect(await under.dayOf(day)).toMatchObject({ state: 'read', lines: 3, reads: 1, changes: 0 });
  expect(await under.differences(day)).toEqual([]);
  // 0.60 + 0.20 − 0.24
  const sums = {
    came: '13333',
    returned: '4000',
    our_came: '13333',
    our_returned: '4000',
    fee: '56',
    fee_posted: '56',
  };
  expect(await under.sumsOf(day)).toMatchObject([sums]);
  expect((await clearing()) - before).toBe(56n);
  expect(await balanceOf('fee', '1')).toBe(-56n);

  // The next day it is looked at once more, and nothing changes.
  await under.turn();
  expect(await under.dayOf(day)).toMatchObject({ reads: 2, changes: 0, next_at: null });
  expect((await clearing()) - before).toBe(56n);
  const { lines } = await (await under.as('admin')).ask(readPaymentLines, { query: { id: first.id } });
  expect(lines).toMatchObject([
    { kind: 'payment', amount: '10000', fee: '60', feePosted: '56', providerNo: first.provider_no },
    { kind: 'refund', amount: '4000', fee: '-24', transactionId: lines[0]?.transactionId },
  ]);
  const { days } = await under.month(day.slice(0, 7));
  expect(days.find((each) => each.day === day)).toMatchObject({ state: 'matched', lines: 3, open: 0 });
});

test('a statement that is not there, garbled or lost on the way is asked for again, and read once', async () => {
  const day = under.today();
  await under.pay('10.00');
  // For every day: that of the day before is looked at once more.
  await fault({ kind: 'refuse', operation: 'statement', status: 'STATEMENTCREATING' });
  await under.turn();
  await control(simulator, 'DELETE', '/faults');
  const waits = await under.dayOf(day);
  expect(waits).toMatchObject({ state: 'waiting', tries: 1, said_zh: expect.stringContaining('账单生成中') });
  // The gate repeats a question by itself, so one lost answer delays nothing.
  await fault({ kind: 'garbled', operation: 'statementFile' });
  it.clock.set(waits?.next_at as Date);
  await under.step();
  const again = await under.dayOf(day);
  expect(again).toMatchObject({ state: 'waiting', tries: 2, lines: 0 });
  await control(simulator, 'DELETE', '/faults');
  await fault({ kind: 'dropBeforeEffect', operation: 'statementFile', count: 1 });
  it.clock.set(again?.next_at as Date);
  await under.step();
  expect(await under.dayOf(day)).toMatchObject({ state: 'read', tries: 0, lines: 1 });
  expect(await open(day)).toEqual([]);
});

test('what is wrong with a line is named, and theirs less ours is what the differences say', async () => {
  const day = under.today();
  const [gone, less, double, unheard] = [
    await under.pay('20.00'),
    await under.pay('30.00'),
    await under.pay('40.00'),
    await under.begin('50.00'),
  ];
  await under.edit([
    { no: gone.trade_no, times: 0 },
    { no: less.trade_no, amount: 2_990 },
    { no: double.trade_no, times: 2 },
  ]);
  // Paid, and we hear nothing of it.
  await control(simulator, 'PATCH', `/wechat/merchants/${under.merchant.merchantNo}`, { withholdsNotices: true });
  await control(simulator, 'POST', `/wechat/trades/${unheard.trade_no}/pay`, {});
  // Returned at the provider's console, which we never asked for.
  await control(simulator, 'POST', `/wechat/trades/${less.trade_no}/refund`, { amount: 100 });
  await under.turn();
  const found = await under.differences(day);
  expect(found.map(({ kind, our_no }) => [kind, our_no]).sort()).toEqual(
    [
      ['missingThere', gone.trade_no],
      ['amount', less.trade_no],
      ['twice', double.trade_no],
      ['state', unheard.trade_no],
      ['missingHere', expect.stringMatching(/^SIM/)],
    ].sort(([a], [b]) => String(a).localeCompare(String(b))),
  );
  const [sums] = await under.sumsOf(day);
  const said = (kind: string) =>
    found
      .filter(({ line_kind }) => line_kind === kind)
      .reduce((all, each) => all + BigInt(each.their_amount ?? 0) - BigInt(each.our_amount ?? 0), 0n);
  expect(BigInt(sums?.came ?? 0) - BigInt(sums?.our_came ?? 0)).toBe(said('payment'));
  expect(BigInt(sums?.returned ?? 0) - BigInt(sums?.our_returned ?? 0)).toBe(said('refund'));

  // A person asks again: the payment is found paid, and that difference solves itself. The file is as it was.
  const fetched = await (await under.as('admin')).ask(fetchStatement, { body: { merchantId: under.merchantId, day } });
  expect(fetched).toMatchObject({ state: 'differs', open: 4 });
  expect((await under.rowOf(unheard.id)).state).toBe('paid');
  expect((await under.differences(day)).find(({ kind }) => kind === 'state')?.solution).toBe('laterAnswer');

  // The provider mends its file: what it explains is solved by it; the fee is posted anew.
  const fees = await balanceOf('fee', '1');
  await under.edit([]);
  await under.turn();
  expect(await under.dayOf(day)).toMatchObject({ changes: 1 });
  expect(await open(day)).toEqual(['missingHere']);
  const solved = (await under.differences(day)).filter(({ solution }) => solution === 'laterFile');
  expect(solved.map(({ kind }) => kind).sort()).toEqual(['amount', 'missingThere', 'twice']);
  const [mended] = await under.sumsOf(day);
  expect(mended).toMatchObject({ postings: 2, fee_posted: mended?.fee });
  expect((await balanceOf('fee', '1')) - fees).toBe(BigInt(sums?.fee ?? 0) - BigInt(mended?.fee ?? 0));

  // What nothing explains, a person does, once; it stays explained.
  const [left] = (
    await (
      await under.as('admin')
    ).ask(listStatementDifferences, { query: { merchantId: [under.merchantId], open: 'true' } as never })
  ).list;
  const body = { id: left?.id ?? '', reason: '渠道后台人工退款，已核实' };
  await (await under.as('admin')).ask(explainDifference, { body });
  expect((await (await under.as('admin')).call(explainDifference, { body })).code).toBe('4092060');
  await under.turn();
  expect(await open(day)).toEqual([]);
  expect(await verifyLedger(under.ctx)).toEqual([]);
  await control(simulator, 'PATCH', `/wechat/merchants/${under.merchant.merchantNo}`, { withholdsNotices: false });
});

test('what a provider counts to the day before or after is no difference', async () => {
  const day = under.today();
  const late = new Date(`${day}T23:30:00+08:00`);
  it.clock.set(late);
  under.signOut();
  const payment = await under.pay('12.00');
  await under.edit([{ no: payment.trade_no, laterMs: 3_600_000 }]);
  await under.turn();
  expect(await under.dayOf(day)).toMatchObject({ state: 'read' });
  // Its line may still be in the next one.
  expect(await under.differences(day)).toEqual([]);
  await under.turn();
  expect(await under.differences(day)).toEqual([]);
  expect(await open(under.today())).toEqual([]);
});

test('the fees posted are the fees of all statements, however often they were read and changed', async () => {
  const sums = await it.db.selectFrom('statements.day_sum').select(['fee', 'fee_posted']).execute();
  const lines = await it.db.selectFrom('statements.line').select(['fee', 'times']).execute();
  const total = lines.reduce((all, { fee, times }) => all + BigInt(fee ?? 0) * BigInt(times), 0n);
  expect(sums.reduce((all, { fee_posted }) => all + BigInt(fee_posted), 0n)).toBe(total);
  expect(sums.every(({ fee, fee_posted }) => fee === fee_posted)).toBe(true);
  expect(await balanceOf('fee', '1')).toBe(-total);
  // The cash of an agent's merchant is not in the ledger, so its fee is not either.
  expect([await isPostedFor(under.ctx, '1'), await isPostedFor(under.ctx, '10')]).toEqual([true, false]);
});

test('only its owner’s staff decides; what is foreign is not found', async () => {
  const day = await it.db.selectFrom('statements.difference').select(['id', 'day']).executeTakeFirstOrThrow();
  under.signOut();
  const [agent, finance, rival] = [await under.as('agent'), await under.as('finance'), await under.as('rival')];
  const { merchantId } = under;
  const month = { query: { merchantId, month: under.today().slice(0, 7) } };
  for (const caller of [agent, rival]) {
    expect((await caller.call(readStatementMonth, month)).code).toMatch(/^40[34]/);
    expect((await caller.call(explainDifference, { body: { id: day.id, reason: '与我无关' } })).code).toMatch(
      /^40[34]/,
    );
    expect((await caller.call(fetchStatement, { body: { merchantId, day: day.day } })).code).toMatch(/^40[34]/);
    const lines = await caller.call(listStatementLines, { query: {} as never });
    if (lines.code === '200') expect(lines.data).toMatchObject({ total: 0 });
  }
  expect((await finance.call(readStatementMonth, month)).code).toMatch(/^200|^403/);
  const admin = await under.as('admin');
  const tooNew = await admin.call(fetchStatement, { body: { merchantId, day: under.today() } });
  expect(tooNew.code).toBe('4002060');
  expect((await admin.call(explainDifference, { body: { id: '1', reason: '不存在的差异' } })).code).toBe('4042060');
});
