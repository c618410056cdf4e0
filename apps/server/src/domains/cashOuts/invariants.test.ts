import { setTimeout as wait } from 'node:timers/promises';
import { askCashOut, cancelCashOut, listCashOuts, retryCashOut } from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import { checkCashOuts, queryCashOut } from '@cardinal/contract/api/cashOuts/checks.ts';
import { setCashOutRule } from '@cardinal/contract/api/cashOuts/receivers.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { type Caller, DEMO_PASSWORD, testApp } from '@cardinal/testing/app.ts';
import { control, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { cashOutsUnderTest } from '@cardinal/testing/cashOutsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { foldPostings } from '../ledger/foldPostings.ts';
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
const PATIENCE_MS = 120_000;
let people: Record<'admin' | 'finance' | 'agent', Caller> = { admin, finance, agent };
let signedInAt = it.clock.now().getTime();
/** Sessions end when they are idle, and with the hours that are turned. */
const stayIn = async () => {
  const now = it.clock.now().getTime();
  for (const person of Object.values(people)) await person.call(listCashOuts, {});
  if (now - signedInAt < 10 * 3_600_000) return;
  signedInAt = now;
  people = { admin: await it.anew('admin'), finance: await it.anew('finance'), agent: await it.anew('agent') };
};
let calls = 0;
/** From a place of its own, since the pace of a place counts by the machine's clock. */
const given = <T extends object>(body: T) => {
  calls += 1;
  return { body, address: `10.9.${calls >> 8}.${calls & 255}` };
};
const REVIEWERS = ['admin', 'finance'] as const;
const right = await under.receiver(agent);
const wrong = await under.receiver(agent, { holder: '他人' });
const receivers = [right, right, wrong];
let version = 1;
let earned = 0n;

const setRule = async (isPaused: boolean) => {
  const body = { ...under.rule, method: 1 as const, merchantId: under.merchantId, version, isPaused };
  await people.admin.ask(setCashOutRule, given({ ...body, reviewFrom: '50.00', twoFrom: '80.00' }));
  version += 1;
};
await setRule(false);

const FAULTS = [
  { kind: 'lostConfirmation', operation: 'transfer' },
  { kind: 'dropBeforeEffect', operation: 'transfer' },
  { kind: 'lostConfirmation', operation: 'queryTransfer' },
  { kind: 'swallow', operation: 'notifyTransfer' },
  { kind: 'duplicate', operation: 'notifyTransfer' },
];
const anOperation = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('ask' as const),
      cents: fc.integer({ min: 100, max: 12_000 }),
      to: fc.nat(2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('earn' as const), cents: fc.integer({ min: -6_000, max: 20_000 }) }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('pass' as const), by: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('reject' as const), by: fc.nat(1), at: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('cancel' as const), at: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('retry' as const), at: fc.nat(20), to: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('query' as const), at: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.constant({ does: 'confirm' as const }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('pause' as const), isPaused: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('fault' as const), which: fc.nat(FAULTS.length - 1) }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('step' as const), minutes: fc.integer({ min: 0, max: 30 }) }) },
);
type Operation = typeof anOperation extends fc.Arbitrary<infer T> ? T : never;

const rows = () => it.db.selectFrom('cash_outs.cash_out').selectAll().orderBy('id').execute();
async function confirmAll() {
  for (const { transferNo, state } of await under.transfers())
    if (state === 'waitsForUser') await under.confirm(transferNo).catch(() => undefined);
}
async function step(minutes: number) {
  it.clock.advance(minutes * 60_000 + 1_000);
  await stayIn();
  await stepDue(under.ctx);
}

const check = async (by: number, body: BodyOf<typeof checkCashOuts>) =>
  void (await people[REVIEWERS[by] ?? 'admin'].call(checkCashOuts, given(body)));

async function perform(operation: Operation): Promise<void> {
  const all = await rows();
  const one = (at: number) => all[at % Math.max(1, all.length)]?.id ?? '1';
  switch (operation.does) {
    case 'ask': {
      const amount = (operation.cents / 100).toFixed(2);
      const receiverId = receivers[operation.to] as string;
      return void (await people.agent.call(askCashOut, given({ receiverId, amount, password: DEMO_PASSWORD })));
    }
    case 'earn':
      if (operation.cents === 0) return;
      earned += BigInt(operation.cents);
      return under.earn(AGENT, BigInt(operation.cents)).then(() => undefined);
    case 'pass': {
      const ids = all.filter(({ state }) => state === 1).map(({ id }) => id);
      if (ids.length === 0) return;
      return check(operation.by, { verdict: 'pass', ids: ids.slice(0, 100) });
    }
    case 'reject': {
      return check(operation.by, { verdict: 'reject', ids: [one(operation.at)], reason: '更换账户' });
    }
    case 'cancel':
      return void (await people.agent.call(cancelCashOut, given({ id: one(operation.at) })));
    case 'retry': {
      const receiverId = receivers[operation.to] as string;
      return void (await people.agent.call(
        retryCashOut,
        given({ id: one(operation.at), receiverId, password: DEMO_PASSWORD }),
      ));
    }
    case 'query':
      return void (await people.admin.call(queryCashOut, given({ id: one(operation.at) })));
    case 'confirm':
      return confirmAll();
    case 'pause':
      return setRule(operation.isPaused);
    case 'fault':
      return void (await control(simulator, 'POST', '/faults', {
        ...FAULTS[operation.which],
        probability: 0.5,
        seed: operation.which,
      }));
    default:
      return step(operation.minutes);
  }
}

/** Cash-outs and both accounts at one moment: a notice of the provider may come in between two questions. */
const atOnce = () =>
  it.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (moment) => {
      const balanceOf = async (kind: 'frozen' | 'profit') => {
        const account = moment.selectFrom('ledger.account').select('balance').where('kind', '=', kind);
        const found = await account
          .where('owner_kind', '=', 'customer')
          .where('owner_id', '=', AGENT)
          .executeTakeFirst();
        return BigInt(found?.balance ?? 0);
      };
      const all = await moment.selectFrom('cash_outs.cash_out').selectAll().execute();
      return { all, frozen: await balanceOf('frozen'), profit: await balanceOf('profit') };
    });

/** All that was earned is profit, frozen for what has not ended, or paid out; and nobody was paid twice. */
async function isWhole() {
  const { all, frozen, profit } = await atOnce();
  const sum = (states: readonly number[], of: 'amount' | 'net' = 'amount') =>
    all.filter(({ state }) => states.includes(state)).reduce((total, row) => total + BigInt(row[of]), 0n);
  expect(frozen).toBe(sum([0, 1, 4]));
  expect(profit).toBe(earned - sum([0, 1, 2, 4]));
  for (const row of all.filter(({ needs_two, state }) => needs_two && state !== 1 && state !== 3))
    expect(new Set([row.first_by_id, row.checked_by_id]).size).toBe(2);
  const transfers = await under.transfers();
  expect(new Set(transfers.map(({ transferNo }) => transferNo)).size).toBe(transfers.length);
}

test('asked, reviewed, cancelled, retried, refunded, confirmed, lost and found in any order: nothing is lost, made or paid twice', async () => {
  let ended = { done: 0, failed: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(anOperation, { minLength: 15, maxLength: 40 }), async (operations) => {
      for (const operation of operations) {
        await perform(operation);
        await isWhole();
      }
      // In the end everything has one.
      await control(simulator, 'DELETE', '/faults');
      await setRule(false);
      // Both ends are reached, whatever came before: paid, and given back for a name that is not the account's.
      await perform({ does: 'earn', cents: 40_000 });
      for (const to of [0, 2]) await perform({ does: 'ask', cents: 2_000, to });
      const isOver = async () => (await rows()).every(({ ended_at }) => ended_at !== null);
      // A breaker that faults have opened closes by the database's clock: then there is nothing to do but to wait.
      for (
        const until = performance.now() + PATIENCE_MS;
        performance.now() < until && !(await isOver());
        await wait(100)
      ) {
        for (const by of [0, 1]) await perform({ does: 'pass', by });
        await step(2);
        await confirmAll();
      }
      await isWhole();
      const all = await rows();
      expect(all.filter(({ ended_at }) => ended_at === null)).toEqual([]);
      const transfers = new Map((await under.transfers()).map(({ transferNo, state }) => [transferNo, state]));
      for (const { cash_out_no, state } of all)
        expect([cash_out_no, transfers.get(cash_out_no) === 'done']).toEqual([cash_out_no, state === 2]);
      await foldPostings(under.ctx);
      expect(await verifyLedger(under.ctx)).toEqual([]);
      const clearing = await it.db
        .selectFrom('ledger.account')
        .select('balance')
        .where('owner_id', '=', under.merchantId)
        .where('kind', '=', 'clearing')
        .executeTakeFirst();
      const paid = all.filter(({ state }) => state === 2);
      expect(BigInt(clearing?.balance ?? 0)).toBe(paid.reduce((total, { net }) => total + BigInt(net), 0n));
      ended = { done: paid.length, failed: all.length - paid.length };
    }),
    {
      numRuns: Number(process.env['CASH_OUT_RUNS'] ?? 4),
      ...(process.env['SEED'] ? { seed: Number(process.env['SEED']) } : {}),
      endOnFailure: true,
    },
  );
  // The runs reached both ends.
  expect(ended.done).toBeGreaterThan(0);
  expect(ended.failed).toBeGreaterThan(0);
}, 600_000);
