import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { testApp } from '@cardinal/testing/app.ts';
import { addCards, commandsAsked, start, stopsOf, task, troubleStops } from '@cardinal/testing/cardsUnderTest.ts';
import { connectJasper, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { afterAll, expect, test } from 'vitest';
import { startKilledWorker } from '../../cardImports/imports/startKilledWorker.ts';

const CARDS = 150;
const KILLS = 2;

let worker: ChildProcess | undefined;

const host = await forThisFile(testApp({ demo: 'people' }));
// The workers of this file are separate processes and use the machine's clock.
host.clock.set(new Date());
const jasper = await forThisFile(simulatedJasper());
const accountId = await connectJasper(host.app, jasper, { callsPerSecond: 100, inFlight: 10, timeoutMs: 700 });
const under = { ...host, jasper, accountId, ctx: host.app.systemContext('test') };
afterAll(async () => {
  worker?.kill('SIGKILL');
});

function startWorker(): ChildProcess {
  const child = startKilledWorker(host);
  worker = child;
  return child;
}

/** Polls until the condition holds or the time is over. */
async function until(isSo: () => Promise<boolean>, seconds: number): Promise<void> {
  await expect.poll(isSo, { timeout: seconds * 1_000, interval: 100 }).toBe(true);
}

test('under timeouts, lost answers, repeats and killed workers every card is stopped once', async () => {
  const numbers = Array.from({ length: CARDS }, (_, at) => at + 1);
  await addCards(
    under,
    numbers.map((n) => ({ n })),
  );
  await troubleStops(under, 7);
  const agent = await host.as('agent');
  const { taskId } = await start(agent, 'stop_card', { kind: 'filter', query: { lifecycle: ['activated'] } });

  for (let kill = 1; kill <= KILLS; kill++) {
    const child = startWorker();
    const gone = once(child, 'exit');
    const goal = Math.round((CARDS * kill) / (KILLS + 2));
    await until(async () => (await commandsAsked(host)) >= goal, 60);
    child.kill('SIGKILL');
    await gone;
  }
  await jasper.control('DELETE', '/faults');
  startWorker();
  await until(async () => (await task(under, taskId)).drained_at !== null, 150);

  expect(await task(under, taskId)).toMatchObject({
    state: 'completed',
    total: CARDS,
    done: CARDS,
    failed: 0,
    confirming: 0,
  });
  expect(await stopsOf(under, numbers)).toEqual({
    byCount: { '1': CARDS },
    notStopped: [],
    pending: [],
    commands: ['confirmed'],
  });
}, 240_000);
