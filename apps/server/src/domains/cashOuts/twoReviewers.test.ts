import { cancelCashOut } from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import { checkCashOuts, listCashOutChecks } from '@cardinal/contract/api/cashOuts/checks.ts';
import { readReceivers, setCashOutRule } from '@cardinal/contract/api/cashOuts/receivers.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { simulatedJasper } from '@cardinal/testing/carriers.ts';
import { cashOutsUnderTest } from '@cardinal/testing/cashOutsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { stepDue } from './steps/steps.ts';

const it = await forThisFile(testApp({ demo: 'people' }));
const simulator = await forThisFile(simulatedJasper({ clock: it.clock }));
const [admin, finance, agent] = (await Promise.all(['admin', 'finance', 'agent'].map((name) => it.as(name)))) as [
  Caller,
  Caller,
  Caller,
];
const under = await cashOutsUnderTest(it, simulator, admin);
const AGENT = '10';
await under.earn(AGENT, 300_000n);
const receiver = await under.receiver(agent);
const body = { ...under.rule, method: 1 as const, merchantId: under.merchantId, version: 1, twoFrom: '200.00' };
await admin.ask(setCashOutRule, { body });

const pass = (caller: Caller, ids: readonly string[]) =>
  caller.ask(checkCashOuts, { body: { verdict: 'pass', ids: [...ids] } });
const offered = async (caller: Caller, id: string) =>
  (await caller.ask(listCashOutChecks, { query: { ids: [id] } })).list[0]?.offered.pass;
const steps = async () => {
  it.clock.advance(1_000);
  await stepDue(under.ctx);
};

test('from the amount of the rule on two different people pass it before anything is sent', async () => {
  expect((await admin.ask(readReceivers, {})).rules.find(({ method }) => method === 1)?.twoFrom).toBe('20000');
  // Below it nobody is asked, since the rule names no other amount.
  expect(await under.ask(agent, receiver, '199.99')).toMatchObject({ state: 0 });
  const { id } = await under.ask(agent, receiver, '200.00');
  expect(await under.read(admin, id)).toMatchObject({ state: 1, waitsFor: 'review' });
  expect(await pass(admin, [id])).toEqual({ done: 1, waiting: 1, refused: [] });
  expect(await under.read(admin, id)).toMatchObject({ state: 1, waitsFor: 'secondReview' });
  await steps();
  expect((await under.read(admin, id)).calls).toEqual([]);
  expect([await offered(admin, id), await offered(finance, id)]).toEqual([false, true]);
  const again = await pass(admin, [id]);
  expect(again).toMatchObject({ done: 0, waiting: 0, refused: [{ id, why: '您已审核通过，须由另一人复核' }] });
  expect(await pass(finance, [id])).toEqual({ done: 1, waiting: 0, refused: [] });
  await steps();
  expect(await under.read(admin, id)).toMatchObject({ state: 4, waitsFor: 'receiver' });
  const [row] = (await admin.ask(listCashOutChecks, { query: { ids: [id] } })).list;
  expect(row).toMatchObject({ firstBy: 'admin', checkedBy: 'finance' });
});

test('of two at once each counts once; one person at once twice is one', async () => {
  const { id } = await under.ask(agent, receiver, '200.00');
  const both = await Promise.all([pass(admin, [id]), pass(admin, [id])]);
  expect(both.map(({ done }) => done).sort()).toEqual([0, 1]);
  expect(await under.read(admin, id)).toMatchObject({ state: 1, waitsFor: 'secondReview' });
  const other = await under.ask(agent, receiver, '200.00');
  const two = await Promise.all([pass(admin, [other.id]), pass(finance, [other.id])]);
  expect(two.map(({ waiting }) => waiting).sort()).toEqual([0, 1]);
  expect(await under.read(admin, other.id)).toMatchObject({ state: 0 });
});

test('one person rejects what one has passed, its customer takes it back, and the money is profit again', async () => {
  const before = await under.profitOf(AGENT);
  const [one, other] = [await under.ask(agent, receiver, '200.00'), await under.ask(agent, receiver, '200.00')];
  await pass(admin, [one.id, other.id]);
  await admin.ask(checkCashOuts, { body: { verdict: 'reject', ids: [one.id], reason: '收款人有误' } });
  await agent.ask(cancelCashOut, { body: { id: other.id } });
  expect((await under.read(admin, one.id)).state).toBe(3);
  expect(await under.profitOf(AGENT)).toBe(before);
});

test('the database refuses to let out what two have not passed', async () => {
  const { id } = await under.ask(agent, receiver, '200.00');
  await pass(admin, [id]);
  const out = { state: 0 as const, waits_for: 'queue' as const, checked_by_id: null as string | null };
  const write = (change: object) =>
    it.db
      .updateTable('cash_outs.cash_out')
      .set({ ...out, ...change })
      .where('id', '=', id)
      .execute();
  await expect(write({})).rejects.toThrow('cash_out_two_reviewers');
  const { first_by_id } = await it.db
    .selectFrom('cash_outs.cash_out')
    .select('first_by_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await expect(write({ checked_by_id: first_by_id })).rejects.toThrow('cash_out_two_reviewers');
});
