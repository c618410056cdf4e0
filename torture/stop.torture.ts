import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { type TestApp, testApp } from '@cardinal/testing/app.ts';
import {
  addCards,
  type CardsUnderTest,
  commandsAsked,
  effects,
  start,
  stopsOf,
  task,
  troubleStops,
} from '@cardinal/testing/cardsUnderTest.ts';
import { connectJasper, type SimulatedJasper, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SEED, scale, serveOver, until, type WholeServer } from './wholeServer.ts';

const CARDS = scale('CARDS', 5_000);
const KILLS = scale('KILLS', 5);
const TAKEN_OVER_MS = 60_000;
const ALL_MS = 25 * 60_000;

let host: TestApp;
let jasper: SimulatedJasper;
let under: CardsUnderTest;
let server: WholeServer | undefined;
beforeAll(async () => {
  console.info(`SEED=${SEED}`);
  host = await testApp({ demo: 'people' });
  // The server that is killed lives by the machine's clock.
  host.clock.set(new Date());
  jasper = await simulatedJasper();
  const accountId = await connectJasper(host.app, jasper, { callsPerSecond: 200, inFlight: 20, timeoutMs: 700 });
  under = { ...host, jasper, accountId, ctx: host.app.systemContext('torture') };
});
afterAll(async () => {
  await server?.kill();
  await host?.stop();
  await jasper?.stop();
});

/** Cards told as done that the carrier has not stopped, at this moment. */
async function toldTooEarly(taskId: string, numbers: readonly number[]): Promise<string[]> {
  const told = await host.db
    .selectFrom('tasks.task_item')
    .select('target')
    .where('task_id', '=', taskId)
    .where('state', '=', 'done')
    .execute();
  const { devices } = await effects(under, numbers);
  const stopped = new Set(devices.filter((each) => each.status === 'DEACTIVATED').map((each) => each.iccid));
  return told.map((row) => row.target).filter((target) => !stopped.has(target));
}

it(`${CARDS} cards stopped under timeouts, lost confirmations, duplicates and ${KILLS} kills of the whole server`, async () => {
  const random = seededRandom(`${SEED}/stop`);
  const numbers = Array.from({ length: CARDS }, (_, at) => at + 1);
  await addCards(
    under,
    numbers.map((n) => ({ n })),
  );
  await troubleStops(under, random.int(1_000_000));
  const agent = await host.as('agent');
  const { taskId } = await start(agent, 'stop_card', { kind: 'filter', query: { lifecycle: ['activated'] } });
  const begun = performance.now();
  server = await serveOver(host);
  const takenOver: number[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const goal = Math.round((CARDS * (kill - 0.5 + random.int(500) / 1_000)) / (KILLS + 1));
    await until(`${goal} asked`, ALL_MS, async () => (await commandsAsked(host)) >= goal);
    await server.kill();
    expect(await toldTooEarly(taskId, numbers)).toEqual([]);
    await wait(random.int(2_000));
    const stood = await commandsAsked(host);
    const killedAt = performance.now();
    server = await serveOver(host);
    await until('somebody goes on', ALL_MS, async () => (await commandsAsked(host)) > stood);
    takenOver.push(Math.round(performance.now() - killedAt));
  }
  console.info(`went on ${takenOver.join(', ')} ms after each kill`);
  await jasper.control('DELETE', '/faults');
  await until('the task ends', ALL_MS, async () => (await task(under, taskId)).drained_at !== null);
  console.info(`${CARDS} cards in ${Math.round((performance.now() - begun) / 1_000)} s`);

  expect(Math.max(0, ...takenOver)).toBeLessThan(TAKEN_OVER_MS);
  expect(await task(under, taskId)).toMatchObject({
    state: 'completed',
    total: CARDS,
    done: CARDS,
    failed: 0,
    skipped: 0,
    confirming: 0,
  });
  expect(await stopsOf(under, numbers)).toEqual({
    byCount: { '1': CARDS },
    notStopped: [],
    pending: [],
    commands: ['confirmed'],
  });
});
