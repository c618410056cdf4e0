import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { EXAMPLE_SECRETS_KEY } from '@cardinal/server/runtime/secretsKey.ts';
import { type TestApp, testApp } from '@cardinal/testing/app.ts';
import { addCards, type CardsUnderTest, effects, start, task } from '@cardinal/testing/cardsUnderTest.ts';
import { connectJasper, type SimulatedJasper, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort, SEED, scale, startServer, until, type WholeServer } from './wholeServer.ts';

const CARDS = scale('CARDS', 5_000);
const KILLS = scale('KILLS', 5);
const TAKEN_OVER_MS = 60_000;
const ALL_MS = 25 * 60_000;
const FAULTS = [
  ['timeout', 0.1],
  ['lostConfirmation', 0.05],
  ['duplicate', 0.05],
] as const;

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

const serve = async (): Promise<WholeServer> => {
  const started = startServer({
    PORT: String(await freePort()),
    DATA_DIR: host.dataDirectory,
    DATABASE_URL: host.superuserUrl,
    SECRETS_KEY: EXAMPLE_SECRETS_KEY,
  });
  await started.ready(60_000);
  return started;
};

/** How far it is, in commands that have left. */
async function asked(): Promise<number> {
  const { n } = await host.db
    .selectFrom('cards.card_command')
    .select((row) => row.fn.countAll<string>().as('n'))
    .where('state', '!=', 'queued')
    .executeTakeFirstOrThrow();
  return Number(n);
}

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
  for (const [kind, probability] of FAULTS) {
    const seed = random.int(1_000_000);
    await jasper.control('POST', '/faults', { kind, probability, operation: 'editDevice', seed });
  }
  const agent = await host.as('agent');
  const { taskId } = await start(agent, 'stop_card', { kind: 'filter', query: { lifecycle: ['activated'] } });
  const begun = performance.now();
  server = await serve();
  const takenOver: number[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const goal = Math.round((CARDS * (kill - 0.5 + random.int(500) / 1_000)) / (KILLS + 1));
    await until(`${goal} asked`, ALL_MS, async () => (await asked()) >= goal);
    await server.kill();
    expect(await toldTooEarly(taskId, numbers)).toEqual([]);
    await wait(random.int(2_000));
    const stood = await asked();
    const killedAt = performance.now();
    server = await serve();
    await until('somebody goes on', ALL_MS, async () => (await asked()) > stood);
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
  const { summary, devices } = await effects(under, numbers);
  expect(summary.byCount).toEqual({ '1': CARDS });
  expect(devices.every((device) => device.status === 'DEACTIVATED')).toBe(true);
  const pending = await host.db.selectFrom('cards.card').select('id').where('pending_action', 'is not', null).execute();
  expect(pending).toEqual([]);
  const states = await host.db.selectFrom('cards.card_command').select('state').distinct().execute();
  expect(states).toEqual([{ state: 'confirmed' }]);
});
