import { setTimeout as wait } from 'node:timers/promises';
import { testApp } from '@cardinal/testing/app.ts';
import { control, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { statementsUnderTest } from '@cardinal/testing/statementsUnderTest.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { statementSweep } from './fetching/statementJobs.ts';

const DAY_MS = 86_400_000;
const PAYMENTS = 6;
const host = await forThisFile(testApp({ demo: 'people' }));
// The worker reads the machine's clock; the payments are of days past.
host.clock.set(new Date());
const simulator = await forThisFile(simulatedJasper({ clock: host.clock }));
const under = await statementsUnderTest(host, simulator);

const workers = await forThisFile(killableWorkers(host));
const sweep = () => under.ctx.enqueue(statementSweep, {});
const fault = (body: object) => control(simulator, 'POST', '/faults', body);

test('the worker killed again and again while statements are fetched: each line is kept and each fee posted once', {
  timeout: 300_000,
}, async () => {
  const days: string[] = [];
  for (const ago of [5, 4, 3]) {
    host.clock.set(new Date(Date.now() - ago * DAY_MS));
    under.signOut();
    days.push(under.today());
    for (let n = 0; n < PAYMENTS / 3; n += 1) await under.pay('10.00');
  }
  host.clock.set(new Date());
  await host.db
    .updateTable('payment_providers.merchant')
    .set({ created_at: new Date(Date.now() - 5 * DAY_MS) })
    .where('id', '=', under.merchantId)
    .execute();
  await fault({ kind: 'lostConfirmation', operation: 'statement', probability: 0.3, seed: 3 });
  await fault({ kind: 'garbled', operation: 'statementFile', probability: 0.3, seed: 4 });
  await fault({ kind: 'slow', operation: 'statementFile', delayMs: 60 });
  const all = () =>
    host.db
      .selectFrom('statements.day')
      .select(['day', 'state', 'lines'])
      .where('merchant_id', '=', under.merchantId)
      .orderBy('day')
      .execute();
  const isRead = async () => {
    const rows = await all();
    return rows.length > 0 && rows.every(({ state }) => state === 'read');
  };
  const goOn = async () => {
    // What failed waits minutes; they are turned here, beside the worker that reads the machine's clock.
    await host.db.updateTable('statements.day').set({ next_at: new Date() }).where('state', '=', 'waiting').execute();
    await sweep();
  };
  for (let kills = 0; kills < 3; kills += 1) {
    const worker = await workers.start();
    for (const until = performance.now() + 300 + 150 * kills; performance.now() < until; await wait(60)) await goOn();
    await worker.kill();
  }
  await workers.start();
  for (const until = performance.now() + 120_000; performance.now() < until && !(await isRead()); await wait(300))
    await goOn();
  expect((await all()).filter(({ lines }) => lines > 0)).toEqual(
    days.map((day) => ({ day, state: 'read', lines: PAYMENTS / 3 })),
  );
  const lines = await host.db.selectFrom('statements.line').select('payment_id').execute();
  expect(new Set(lines.map(({ payment_id }) => payment_id)).size).toBe(PAYMENTS);
  expect(await host.db.selectFrom('statements.difference').select('id').execute()).toEqual([]);
  const posted = await host.db
    .selectFrom('ledger.transaction')
    .select(['business_key', 'step'])
    .where('kind', '=', 'providerFee')
    .execute();
  expect(posted.map(({ step }) => step)).toEqual(['post', 'post', 'post']);
  expect(await verifyLedger(under.ctx)).toEqual([]);
});
