import { setTimeout as wait } from 'node:timers/promises';
import { commandsAsked, stopsOf, troubleStops } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import {
  cardEnding,
  createStrategy,
  firingsOf,
  strategiesUnderTest,
  turn,
} from '@cardinal/testing/strategiesUnderTest.ts';
import { expect, test } from 'vitest';
import { sweepJob, sweepStrategies } from './firing/sweepStrategies.ts';

const CARDS = 60;
const under = await forThisFile(strategiesUnderTest());
// The workers read the machine's clock.
under.clock.set(new Date());
const workers = await forThisFile(killableWorkers(under));

test('the worker killed between fact, firing and command, and answers lost: each card fires once and is stopped once', {
  timeout: 300_000,
}, async () => {
  const agent = await under.as('agent');
  const ended = [];
  for (let n = 0; n < CARDS; n += 1) ended.push(await cardEnding(under, -1));
  await troubleStops(under, 7);
  const id = await createStrategy(agent, { brake: 10_000 });
  await turn(agent, id, 'on', true);
  const sweep = () => under.ctx.transact((inside) => inside.enqueue(sweepJob, {}));
  for (let kills = 0; kills < 3; kills += 1) {
    const worker = await workers.start();
    await sweep();
    await sweep();
    await wait(60 + 350 * kills);
    await worker.kill();
  }
  // Something was cut off, or the kills prove nothing.
  expect(await commandsAsked(under)).toBeLessThan(CARDS);
  await under.jasper.control('DELETE', '/faults');
  await workers.start();
  await sweep();
  const isDone = async () => {
    under.clock.set(new Date());
    await sweepStrategies(under.ctx);
    const states = (await firingsOf(under, id)).map(({ state }) => state);
    return states.length >= CARDS && states.every((state) => state === 'confirmed');
  };
  for (const until = performance.now() + 200_000; performance.now() < until && !(await isDone()); ) await wait(500);
  const fired = await firingsOf(under, id);
  expect(fired.map(({ card_id, state }) => [card_id, state]).sort()).toEqual(
    ended.map((each) => [each.id, 'confirmed']).sort(),
  );
  expect(
    await stopsOf(
      under,
      ended.map(({ n }) => n),
    ),
  ).toEqual({ byCount: { '1': CARDS }, notStopped: [], pending: [], commands: ['confirmed'] });
});
