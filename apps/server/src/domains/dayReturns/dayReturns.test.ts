import { cancelCashOut } from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import { checkCashOuts } from '@cardinal/contract/api/cashOuts/checks.ts';
import { deleteReceiver, setCashOutRule } from '@cardinal/contract/api/cashOuts/receivers.ts';
import {
  countDayReturns,
  listDayReturns,
  notifyDayReturns,
  readNights,
  retryDayReturns,
  returnToManual,
} from '@cardinal/contract/api/dayReturns/dayReturns.ts';
import { readDaySwitch, setDaySwitch } from '@cardinal/contract/api/dayReturns/switches.ts';
import { type Caller, testApp } from '@cardinal/testing/app.ts';
import { control, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { cashOutsUnderTest } from '@cardinal/testing/cashOutsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { stepDue } from '../cashOuts/steps/steps.ts';
import { verifyLedger } from '../ledger/face.ts';
import { foldPostings } from '../ledger/foldPostings.ts';
import { workTasks } from '../tasks/leases/workTasks.ts';
import { workNights } from './nightly/night.ts';

const HOUR_MS = 3_600_000;
const it = await forThisFile(testApp({ demo: 'people' }));
const simulator = await forThisFile(simulatedJasper({ clock: it.clock }));
const [admin, agent, rival] = (await Promise.all(['admin', 'agent', 'rival'].map((name) => it.as(name)))) as [
  Caller,
  Caller,
  Caller,
];
const under = await cashOutsUnderTest(it, simulator, admin);
const { ctx } = under;
const AGENT = '10';
await it.work();

/** Nobody signs in again for each day that passes. */
async function turn(hours: number): Promise<void> {
  it.clock.advance(hours * HOUR_MS);
  const now = it.clock.now();
  await it.db
    .updateTable('identity.session')
    .set({ last_seen_at: now, created_at: now, expires_at: new Date(now.getTime() + HOUR_MS) })
    .execute();
}
const switchOn = async (given: { least?: string; hour?: number; isOn?: boolean } = {}) => {
  const { version } = await agent.ask(readDaySwitch, {});
  return agent.ask(setDaySwitch, { body: { version, isOn: true, least: '1.00', hour: 2, ...given } });
};
/** The next night comes. */
async function night(): Promise<void> {
  await turn(24);
  await settled();
}
/** Nothing of the night is due any more, whoever worked on it: the program's own minute may be at it, and not committed yet. */
const settled = () =>
  until(
    () => workNights(ctx).then(dueNow),
    (due) => due === 0,
  );
async function dueNow(): Promise<number> {
  const now = it.clock.now();
  const nights = await it.db
    .selectFrom('day_returns.switch')
    .select('customer_id')
    .where('next_at', '<=', now)
    .execute();
  const open = await it.db
    .selectFrom('day_returns.item')
    .select('id')
    .where('state', 'in', ['due', 'waiting'])
    .where('next_at', '<=', now)
    .execute();
  return nights.length + open.length;
}
const items = () =>
  it.db.selectFrom('day_returns.item').selectAll().where('customer_id', '=', AGENT).orderBy('id').execute();
const latest = async () => (await items()).at(-1) as Awaited<ReturnType<typeof items>>[number];
async function until<T>(look: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const value = await look();
    if (holds(value) || tries > 200) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const becomes = async (state: string, id?: string) => {
  const find = async () => (await items()).find((row) => row.id === id) ?? latest();
  expect(await until(find, (row) => row.state === state)).toMatchObject({ state });
  return find();
};
/** Sent, by whoever steps first, and taken by its receiver. */
async function arrive(cashOutNo: string | null): Promise<void> {
  const confirm = async () => {
    it.clock.advance(1_000);
    await stepDue(ctx);
    return under.confirm(cashOutNo ?? '').then(
      () => true,
      () => false,
    );
  };
  expect(await until(confirm, (isConfirmed) => isConfirmed)).toBe(true);
}
/** Tried again, whoever works on the task: the program's own minute may come between. */
const retry = async (ids: readonly string[], caller = admin) => {
  const answer = await caller.call(retryDayReturns, { body: { ids: [...ids] } });
  if (answer.code === '200')
    await until(
      () => workTasks(ctx, new AbortController().signal).then(openTasks),
      (open) => open === 0,
    );
  return answer;
};
const openTasks = async () =>
  (await it.db.selectFrom('tasks.task').select('id').where('state', 'in', ['untreated', 'processing']).execute())
    .length;
async function isTrue() {
  await foldPostings(ctx);
  expect(await verifyLedger(ctx)).toEqual([]);
}
const transfers = async () => (await under.transfers()).filter(({ state }) => state === 'done').length;

test('a customer without a receiver fails at night; sets one, is retried, transferred once and solved; the next night excludes it', async () => {
  await under.earn(AGENT, 5_000n);
  await switchOn();
  await night();
  const failed = await latest();
  expect(failed).toMatchObject({ state: 'failed', step: 'release', reason: 'noReceiver', amount: '5000', attempts: 1 });
  expect(await under.profitOf(AGENT)).toBe(5_000n);
  expect(await admin.ask(countDayReturns, {})).toEqual({ open: 1 });
  const { list, summary } = await admin.ask(listDayReturns, {});
  expect(list[0]).toMatchObject({
    id: failed.id,
    why: '收款账户不存在',
    nextAt: expect.any(String),
    offered: { retry: true, toManual: true, notify: true },
  });
  expect(summary).toMatchObject({ open: 1, last: { items: 1, failed: 1, done: 0 }, sums: [{ failed: '5000' }] });
  expect((await admin.ask(readNights, {})).nights).toHaveLength(1);
  // Its customer sees it and decides nothing; another sees nothing.
  expect((await agent.ask(listDayReturns, {})).list[0]?.offered).toEqual({
    retry: false,
    toManual: false,
    notify: false,
  });
  expect((await rival.ask(listDayReturns, {})).total).toBe(0);
  expect((await retry([failed.id], rival)).status).not.toBe(200);
  // Tried again without a receiver it fails again, told once.
  expect((await retry([failed.id])).code).toBe('200');
  expect(await latest()).toMatchObject({ state: 'failed', attempts: 2, told: 1 });
  const receiver = await under.receiver(agent);
  await Promise.all([retry([failed.id]), retry([failed.id])]);
  const again = await latest();
  expect(again).toMatchObject({ id: failed.id, state: 'underway', amount: '5000' });
  expect(await under.profitOf(AGENT)).toBe(0n);
  await under.earn(AGENT, 700n);
  const before = await transfers();
  await arrive(again.cash_out_no);
  await becomes('solved', failed.id);
  expect(await transfers()).toBe(before + 1);
  expect((await retry([failed.id])).code).toBe('4092120');
  await night();
  const next = await latest();
  expect(next).toMatchObject({ state: 'underway', amount: '700', failed_at: null });
  await arrive(next.cash_out_no);
  await becomes('done', next.id);
  await isTrue();
  await agent.ask(deleteReceiver, { body: { id: receiver } });
});

test('several runs of a night are one, and what waits for its receiver has not failed', async () => {
  const merchant = `/wechat/merchants/${under.merchant.merchantNo}`;
  await control(simulator, 'PATCH', merchant, { confirmWithinMs: 96 * HOUR_MS });
  await under.receiver(agent);
  await under.earn(AGENT, 3_000n);
  await turn(24);
  const nights = (await items()).length;
  await Promise.all([1, 2, 3].map(() => workNights(ctx)));
  expect(await items()).toHaveLength(nights + 1);
  const row = await latest();
  expect(row).toMatchObject({ state: 'underway', amount: '3000' });
  const asked = await it.db
    .selectFrom('cash_outs.cash_out')
    .select(['kind', 'asked_by'])
    .where('id', '=', row.cash_out_id ?? '')
    .executeTakeFirstOrThrow();
  expect(asked).toEqual({ kind: 2, asked_by: 'agent' });
  it.clock.advance(1_000);
  await stepDue(ctx);
  const waits = () => under.read(agent, row.cash_out_id ?? '');
  expect(await until(waits, ({ waitsFor }) => waitsFor === 'receiver')).toMatchObject({
    state: 4,
    waitsFor: 'receiver',
  });
  // Unconfirmed over the next night: still no failure, and the next one takes what there is besides.
  await under.earn(AGENT, 200n);
  await night();
  expect(await latest()).toMatchObject({ state: 'underway', amount: '200' });
  expect((await items()).find(({ id }) => id === row.id)?.failed_at).toBeNull();
  for (const each of await items())
    if (each.state === 'underway') {
      await arrive(each.cash_out_no);
      await becomes('done', each.id);
    }
  await isTrue();
});

test('less than the minimum is carried and no failure; a new receiver waits its day; above a limit the rest stays', async () => {
  await switchOn({ least: '50.00' });
  await under.earn(AGENT, 4_999n - (await under.profitOf(AGENT)));
  await night();
  expect(await latest()).toMatchObject({ state: 'carried', amount: '4999', failed_at: null });
  await under.earn(AGENT, 1n);
  const receiver = await it.db
    .selectFrom('cash_outs.receiver')
    .select('id')
    .where('customer_id', '=', AGENT)
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  const changed = (changed_at: Date) =>
    it.db.updateTable('cash_outs.receiver').set({ changed_at }).where('id', '=', receiver.id).execute();
  await turn(23);
  await changed(it.clock.now());
  await turn(1);
  await settled();
  expect(await latest()).toMatchObject({ state: 'waiting', amount: '5000', failed_at: null });
  await admin.ask(setCashOutRule, {
    body: { ...under.rule, method: 1, merchantId: under.merchantId, version: 1, most: '20.00', reviewFrom: '1000.00' },
  });
  await turn(23);
  await settled();
  // 23 hours later it is known, before the next night.
  expect(await latest()).toMatchObject({ state: 'underway', amount: '2000' });
  expect(await under.profitOf(AGENT)).toBe(3_000n);
  await arrive((await latest()).cash_out_no);
  await becomes('done');
  await admin.ask(setCashOutRule, {
    body: { ...under.rule, method: 1, merchantId: under.merchantId, version: 2, reviewFrom: '10.00' },
  });
  await isTrue();
});

test('rejected before it was sent it keeps its number; failed at the provider it gets a new one that names it', async () => {
  await switchOn({ least: '1.00' });
  await night();
  const row = await latest();
  expect(row).toMatchObject({ state: 'underway', amount: '3000' });
  await admin.ask(checkCashOuts, { body: { verdict: 'reject', ids: [row.cash_out_id ?? ''], reason: '请更换账户' } });
  expect(await becomes('failed', row.id)).toMatchObject({ step: 'review', reason: 'rejected', why_zh: '请更换账户' });
  expect(await under.profitOf(AGENT)).toBe(3_000n);
  await retry([row.id]);
  const same = await latest();
  expect(same).toMatchObject({ state: 'underway', cash_out_no: row.cash_out_no, cash_out_id: row.cash_out_id });
  expect(await under.profitOf(AGENT)).toBe(0n);
  await control(simulator, 'POST', '/faults', {
    kind: 'refuse',
    operation: 'transfer',
    status: 'OPENID_INVALID',
    count: 1,
  });
  await admin.ask(checkCashOuts, { body: { verdict: 'pass', ids: [row.cash_out_id ?? ''] } });
  it.clock.advance(1_000);
  await stepDue(ctx);
  expect(await becomes('failed', row.id)).toMatchObject({ step: 'transfer', reason: 'provider' });
  await retry([row.id]);
  const anew = await latest();
  expect(anew.cash_out_no).not.toBe(row.cash_out_no);
  expect(await under.read(agent, anew.cash_out_id ?? '')).toMatchObject({ retryOf: { id: row.cash_out_id } });
  await admin.ask(checkCashOuts, { body: { verdict: 'pass', ids: [anew.cash_out_id ?? ''] } });
  await arrive(anew.cash_out_no);
  await becomes('solved', row.id);
  await isTrue();
});

test('a later night includes what failed before and solves it; the earlier one is not retried beside it', async () => {
  await under.earn(AGENT, 1_000n);
  await night();
  const first = await latest();
  await agent.ask(cancelCashOut, { body: { id: first.cash_out_id ?? '' } });
  expect(await becomes('failed', first.id)).toMatchObject({ reason: 'cancelled' });
  await night();
  const second = await latest();
  expect(second).toMatchObject({ state: 'underway', amount: '1000' });
  await agent.ask(cancelCashOut, { body: { id: second.cash_out_id ?? '' } });
  await becomes('failed', second.id);
  expect((await retry([first.id])).code).toBe('4092121');
  await retry([first.id, second.id]);
  expect((await items()).filter(({ state }) => state === 'underway').map(({ id }) => id)).toEqual([second.id]);
  const again = await latest();
  await admin.ask(checkCashOuts, { body: { verdict: 'pass', ids: [again.cash_out_id ?? ''] } });
  await arrive(again.cash_out_no);
  await becomes('solved', second.id);
  expect((await items()).find(({ id }) => id === first.id)?.state).toBe('solved');
  await isTrue();
});

test('left to the customer, the nights are off; bad input, foreign and unknown ones change nothing', async () => {
  await under.earn(AGENT, 1_000n);
  await night();
  const row = await latest();
  await agent.ask(cancelCashOut, { body: { id: row.cash_out_id ?? '' } });
  await becomes('failed', row.id);
  const told = await admin.ask(notifyDayReturns, { body: { ids: [row.id] } });
  expect(told).toEqual({ told: 1 });
  expect((await agent.call(returnToManual, { body: { id: row.id } })).code).toBe('4031902');
  expect((await admin.call(returnToManual, { body: { id: '1' } })).status).toBe(404);
  expect((await admin.call(notifyDayReturns, { body: { ids: ['1'] } })).status).toBe(404);
  expect(await admin.ask(returnToManual, { body: { id: row.id } })).toEqual({ id: row.id, state: 'manual' });
  expect(await agent.ask(readDaySwitch, {})).toMatchObject({ isOn: false, nextAt: null });
  expect((await admin.call(returnToManual, { body: { id: row.id } })).code).toBe('4092120');
  await night();
  expect((await latest()).id).toBe(row.id);
  const { version } = await agent.ask(readDaySwitch, {});
  const set = (body: object, caller = agent) =>
    caller.call(setDaySwitch, { body: { version, isOn: true, least: '1.00', hour: 2, ...body } as never });
  expect(JSON.stringify(await set({ hour: 24 }))).toContain('hour');
  expect(JSON.stringify(await set({ least: '1.001' }))).toContain('"field":"least"');
  expect((await set({ version: version + 1 })).code).not.toBe('200');
  expect((await set({}, admin)).code).toBe('4001907');
  expect(await agent.ask(readDaySwitch, {})).toMatchObject({ isOn: false, version });
});

test('the nights of one below are its own: its parent reads none of them', async () => {
  const below = await it.anew('subagent');
  const { version } = await below.ask(readDaySwitch, {});
  await below.ask(setDaySwitch, { body: { version, isOn: true, least: '1.00', hour: 2 } });
  await under.earn('11', 2_000n);
  const before = (await agent.ask(listDayReturns, {})).total;
  await turn(24);
  await until(
    () => workNights(ctx).then(() => below.ask(listDayReturns, {})),
    ({ total }) => total > 0,
  );
  expect((await below.ask(listDayReturns, {})).total).toBe(1);
  expect((await agent.ask(listDayReturns, {})).total).toBe(before);
});
