import { setTimeout as wait } from 'node:timers/promises';
import type { Caller } from '@cardinal/testing/app.ts';
import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import { sourceUnderTest } from '@cardinal/testing/sourcesUnderTest.ts';
import { expect, test } from 'vitest';

const under = await forThisFile(cardsUnderTest());
// The worker reads the machine's clock.
under.clock.set(new Date());
const RIGHTS = (['view', 'sync', 'config', 'map', 'accept'] as const).map(
  (verb) => `outPackagemanage.${verb}` as const,
);
await allow(under, 'operator', RIGHTS);
const operator: Caller = await under.as('operator');
const workers = await forThisFile(killableWorkers(under));

test('a worker killed while it syncs leaves nothing half: another reads the source to its end, once', {
  timeout: 200_000,
}, async () => {
  const source = await sourceUnderTest(under, operator);
  for (let n = 0; n < 450; n += 1) await source.sells(`K-${String(n).padStart(3, '0')}`);
  await control(under.jasper, 'POST', '/faults', {
    kind: 'slow',
    carrier: 'source',
    operation: 'packages',
    delayMs: 700,
  });
  const state = () =>
    under.db
      .selectFrom('external_packages.source')
      .select(['sync_state', 'sync_read'])
      .where('id', '=', source.id)
      .executeTakeFirstOrThrow();
  const offers = async () =>
    (await under.db.selectFrom('external_packages.offer').select('code').where('source_id', '=', source.id).execute())
      .length;
  const until = async (reached: () => Promise<boolean>) => {
    for (const end = performance.now() + 90_000; performance.now() < end && !(await reached()); ) await wait(50);
    expect(await reached()).toBe(true);
  };
  const worker = await workers.start();
  await until(async () => (await state()).sync_read === 200);
  await worker.kill();
  // Something was cut off, or the kill proves nothing.
  expect(await state()).toMatchObject({ sync_state: 'running' });
  expect(await offers()).toBe(0);
  await workers.start();
  await until(async () => (await state()).sync_state === 'done');
  expect(await offers()).toBe(450);
});
