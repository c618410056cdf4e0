import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { type TestApp, testApp } from '@cardinal/testing/app.ts';
import { commandsAsked, start } from '@cardinal/testing/cardsUnderTest.ts';
import {
  STOPPED_CARRIERS,
  type StoppedCarrierName,
  type StopsUnderTest,
  stopsUnderTest,
} from '@cardinal/testing/stopsUnderTest.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SEED, scale, serveOver, until, type WholeServer } from './wholeServer.ts';

const CARDS = scale('CARDS', 5_000);
const KILLS = scale('KILLS', 5);
/** Ten seconds, and as long again for the server to start on a busy machine. */
const TAKEN_OVER_MS = 20_000;
const ALL_MS = 25 * 60_000;
const LIMITS = { callsPerSecond: 200, inFlight: 20, timeoutMs: 700 };
/** `CARRIER=onelink,cmp` stops cards of these alone. */
const CARRIERS = (process.env['CARRIER']?.split(',') ?? Object.keys(STOPPED_CARRIERS)) as StoppedCarrierName[];

let host: TestApp;
let under: StopsUnderTest | undefined;
let server: WholeServer | undefined;
beforeEach(async () => {
  console.info(`SEED=${SEED}`);
  host = await testApp({ demo: 'people' });
  // The server that is killed lives by the machine's clock.
  host.clock.set(new Date());
});
afterEach(async () => {
  await server?.kill();
  server = undefined;
  await host?.stop();
  await under?.close();
});

/** Cards told as done that the carrier has not stopped, at this moment. */
async function toldTooEarly(taskId: string, stops: StopsUnderTest): Promise<string[]> {
  const told = await host.db
    .selectFrom('tasks.task_item')
    .select('target')
    .where('task_id', '=', taskId)
    .where('state', '=', 'done')
    .execute();
  const stopped = await stops.stopped();
  return told.map((row) => row.target).filter((target) => !stopped.has(target));
}

const taskRow = (id: string) =>
  host.db.selectFrom('tasks.task').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe.each(CARRIERS)('%s', (carrier) => {
  it(`${CARDS} cards stopped under timeouts, lost confirmations, duplicates and ${KILLS} kills of the whole server`, async () => {
    const random = seededRandom(`${SEED}/stop`);
    const stops = await stopsUnderTest(host, carrier, { cards: CARDS, limits: LIMITS });
    under = stops;
    await stops.trouble(random.int(1_000_000));
    const agent = await host.as('agent');
    const { taskId } = await start(agent, 'stop_card', { kind: 'filter', query: { lifecycle: ['activated'] } });
    const begun = performance.now();
    server = await serveOver(host);
    const [takenOver, startedAfter]: [number[], number[]] = [[], []];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const goal = Math.round((CARDS * (kill - 0.5 + random.int(500) / 1_000)) / (KILLS + 1));
      await until(`${goal} asked`, ALL_MS, async () => (await commandsAsked(host)) >= goal);
      await server.kill();
      expect(await toldTooEarly(taskId, stops)).toEqual([]);
      await wait(random.int(2_000));
      const stood = await commandsAsked(host);
      const killedAt = performance.now();
      server = await serveOver(host);
      startedAfter.push(Math.round(performance.now() - killedAt));
      await until('somebody goes on', ALL_MS, async () => (await commandsAsked(host)) > stood);
      takenOver.push(Math.round(performance.now() - killedAt));
    }
    console.info(
      `${carrier}: went on ${takenOver.join(', ')} ms after each kill, the server there after ${startedAfter.join(', ')}`,
    );
    await stops.noTrouble();
    await until('the task ends', ALL_MS, async () => (await taskRow(taskId)).drained_at !== null);
    const { peakPerSecond, byOperation } = await stops.calls();
    console.info(
      `${carrier}: ${CARDS} cards in ${Math.round((performance.now() - begun) / 1_000)} s, at most ${peakPerSecond} calls a second, ${JSON.stringify(byOperation)}`,
    );

    expect(Math.max(0, ...takenOver)).toBeLessThan(TAKEN_OVER_MS);
    expect(peakPerSecond).toBeLessThanOrEqual(LIMITS.callsPerSecond);
    expect(await taskRow(taskId)).toMatchObject({
      state: 'completed',
      total: CARDS,
      done: CARDS,
      failed: 0,
      skipped: 0,
      confirming: 0,
    });
    expect(await stops.outcome()).toEqual({
      byCount: { '1': CARDS },
      notStopped: 0,
      pending: 0,
      commands: ['confirmed'],
    });
  });
});
