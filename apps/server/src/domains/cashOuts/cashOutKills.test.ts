import { testApp } from '@cardinal/testing/app.ts';
import { control, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { cashOutsUnderTest } from '@cardinal/testing/cashOutsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { workUnderKills } from '@cardinal/testing/underKills.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { stepDue } from './steps/steps.ts';

const AGENT = '10';
const CASH_OUTS = 16;
const host = await forThisFile(testApp({ demo: 'people' }));
// The worker reads the machine's clock.
host.clock.set(new Date());
const simulator = await forThisFile(simulatedJasper({ clock: host.clock }));
const [admin, agent] = [await host.anew('admin'), await host.anew('agent')];
const under = await cashOutsUnderTest(host, simulator, admin);

const workers = await forThisFile(killableWorkers(host));

const fault = (body: object) => control(simulator, 'POST', '/faults', body);
const rows = () => host.db.selectFrom('cash_outs.cash_out').select(['cash_out_no', 'state', 'net', 'amount']).execute();

test('answers and notices lost, and the worker killed again and again: each is paid once or given back whole', {
  timeout: 300_000,
}, async () => {
  await under.earn(AGENT, 100_000n);
  const [right, wrong] = [await under.receiver(agent), await under.receiver(agent, { holder: '他人' })];
  await fault({ kind: 'lostConfirmation', operation: 'transfer', probability: 0.3, seed: 7 });
  await fault({ kind: 'dropBeforeEffect', operation: 'transfer', probability: 0.2, seed: 8 });
  await fault({ kind: 'lostConfirmation', operation: 'queryTransfer', probability: 0.2, seed: 9 });
  await fault({ kind: 'swallow', operation: 'notifyTransfer', probability: 0.4, seed: 10 });
  await fault({ kind: 'duplicate', operation: 'notifyTransfer', probability: 0.3, seed: 11 });
  const before = await under.profitOf(AGENT);
  for (let n = 0; n < CASH_OUTS; n++) await under.ask(agent, n % 4 === 3 ? wrong : right, '10.01');
  expect(await under.profitOf(AGENT)).toBe(before - BigInt(CASH_OUTS) * 1_001n);
  const confirmAll = async () => {
    for (const { transferNo, state } of await under.transfers())
      if (state === 'waitsForUser') await under.confirm(transferNo).catch(() => undefined);
  };
  const isDone = async () => (await rows()).every(({ state }) => state === 2 || state === 3);
  const livesMs = [700, 1_000, 1_300, 1_600];
  const step = () => stepDue(under.ctx);
  await workUnderKills({ clock: host.clock, workers, livesMs, beside: confirmAll, step, isDone });
  const ended = await rows();
  expect(ended.filter(({ state }) => state === 2)).toHaveLength((CASH_OUTS * 3) / 4);
  expect(ended.filter(({ state }) => state === 3)).toHaveLength(CASH_OUTS / 4);
  const transfers = await under.transfers();
  expect(transfers).toHaveLength(CASH_OUTS);
  for (const { cash_out_no, state } of ended) {
    const there = transfers.filter(({ transferNo }) => transferNo === cash_out_no).map((transfer) => transfer.state);
    expect(there).toEqual([state === 2 ? 'done' : 'failed']);
  }
  expect(await under.profitOf(AGENT)).toBe(before - BigInt((CASH_OUTS * 3) / 4) * 1_001n);
  expect(await under.frozenOf(AGENT)).toBe(0n);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});
