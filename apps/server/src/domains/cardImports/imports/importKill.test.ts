import * as api from '@cardinal/contract/api/cardImports/imports.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { sheetOf } from '@cardinal/testing/sheets.ts';
import { expect, test } from 'vitest';
import { openCarrierAccount } from '../../carriers/accounts/openAccount.ts';
import { workTasks } from '../../tasks/leases/workTasks.ts';
import { checkImportJob } from './importJobs.ts';
import { startKilledWorker } from './startKilledWorker.ts';

const ROWS = 45_000;

const host = await forThisFile(testApp({ demo: 'people' }));
const ctx = host.app.systemContext('test');
const agent = await host.as('agent');

/** A checked batch of good cards with one wrong row, accepted for import. */
async function decidedBatch(): Promise<string> {
  const carrierAccountId = await openCarrierAccount(ctx, {
    customerId: '1',
    name: '联通测试',
    adapter: 'jasper',
    baseUrl: 'http://127.0.0.1:9',
  });
  const productCode = await sellProduct(ctx, { carrierAccountId, customerIds: ['10'] });
  const rows = Array.from({ length: ROWS }, (_, n) => [withCheckDigit(`898601${String(n).padStart(13, '0')}`)]);
  rows[100] = ['bad'];
  const { batchId } = await agent.ask(api.uploadImport, {
    body: { carrierAccountId, kind: 1, productCode },
    file: { name: 'cards.xlsx', content: await sheetOf(['ICCID'], rows) },
  });
  await checkImportJob.run(ctx, { batchId }, new AbortController().signal);
  await agent.ask(api.decideImport, { body: { batchId, choice: 'goodOnly' } });
  return batchId;
}

/** A worker in a separate process on the same database, killed as soon as it reports written rows. */
async function killInTheMiddle(): Promise<void> {
  const worker = startKilledWorker(host);
  const stopHearing = ctx.subscribe(({ topic, data }) => {
    if (topic === api.IMPORT_PROGRESS && (data as { imported: number }).imported > 0) worker.kill('SIGKILL');
  });
  const signal = await new Promise((resolve) => worker.once('exit', (_code, by) => resolve(by)));
  stopHearing();
  expect(signal).toBe('SIGKILL');
}

const count = async (table: 'cards.card' | 'cards.card_identifier' | 'cards.card_event') => {
  const { n } = await host.db
    .selectFrom(table)
    .select((on) => on.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
};

test('killed in the middle it goes on behind the last row that was kept, and nothing is there twice', async () => {
  const batchId = await decidedBatch();
  await killInTheMiddle();
  const atKill = await agent.ask(api.readImport, { query: { batchId } });
  expect(atKill.state).toBe('running');
  expect(atKill.imported).toBeGreaterThan(0);
  expect(atKill.imported).toBeLessThan(ROWS - 1);

  // The worker used the machine's clock; its lease must have expired by the test's clock.
  const present = host.clock.now();
  const leases = await host.db.selectFrom('tasks.task_lane').select('leased_until').execute();
  for (const { leased_until } of leases) if (leased_until) host.clock.set(new Date(leased_until.getTime() + 1_000));
  await workTasks(ctx, new AbortController().signal);
  host.clock.set(present);

  const done = await agent.ask(api.readImport, { query: { batchId } });
  expect(done).toMatchObject({ state: 'done', imported: ROWS - 1, good: ROWS - 1, bad: 1 });
  expect(await count('cards.card')).toBe(ROWS - 1);
  expect(await count('cards.card_identifier')).toBe(2 * (ROWS - 1));
  expect(await count('cards.card_event')).toBe(ROWS - 1);
  const task = await host.db
    .selectFrom('tasks.task')
    .select(['state', 'total', 'done', 'failed'])
    .where('id', '=', String(done.taskId))
    .executeTakeFirstOrThrow();
  expect(task).toEqual({ state: 'completed', total: ROWS - 1, done: ROWS - 1, failed: 0 });
});
