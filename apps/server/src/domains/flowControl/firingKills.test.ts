import { setTimeout as wait } from 'node:timers/promises';
import { commandsAsked, stopsOf, troubleStops } from '@cardinal/testing/cardsUnderTest.ts';
import {
  createFlow,
  flowFirings,
  flowsUnderTest,
  MB,
  meteredCard,
  newPackageId,
  stopAt,
} from '@cardinal/testing/flowsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { expect, test } from 'vitest';
import { settleFlows } from './firing/settleFlows.ts';

const CARDS = 60;
const under = await forThisFile(flowsUnderTest());
// The workers read the machine's clock.
const past = Date.now() - (CARDS + 5) * 60_000;
under.clock.set(new Date(past));
const workers = await forThisFile(killableWorkers(under));

test('a reading undone after it fired fires once when it is read again; workers killed and answers lost: each card is stopped once', {
  timeout: 300_000,
}, async () => {
  const packageId = newPackageId();
  const agent = await under.as('agent');
  const cards = [];
  for (let n = 0; n < CARDS; n += 1) cards.push(await meteredCard(under, packageId, 10 * MB));
  const id = await createFlow(under, agent, { name: '反复中断', packageId, rules: [stopAt('100')], state: 'on' });
  under.clock.set(new Date());
  await troubleStops(under, 7);
  for (const card of cards) await expect(card.read(12 * MB, under.clock.now(), true)).rejects.toThrow('died');
  expect(await flowFirings(under, id)).toEqual([]);
  expect(await commandsAsked(under)).toBe(0);
  for (const card of cards) await card.read(12 * MB);
  for (let kills = 0; kills < 3; kills += 1) {
    const worker = await workers.start();
    await wait(60 + 350 * kills);
    await worker.kill();
  }
  // Something was cut off, or the kills prove nothing.
  expect(await commandsAsked(under)).toBeLessThan(CARDS);
  await under.jasper.control('DELETE', '/faults');
  await workers.start();
  const isDone = async () => {
    under.clock.set(new Date());
    await settleFlows(under.ctx);
    const states = (await flowFirings(under, id)).map(({ state }) => state);
    return states.length >= CARDS && states.every((state) => state === 'confirmed');
  };
  for (const until = performance.now() + 200_000; performance.now() < until && !(await isDone()); ) await wait(500);
  const fired = await flowFirings(under, id);
  expect(fired.map(({ card_id, state }) => [card_id, state]).sort()).toEqual(
    cards.map((each) => [each.id, 'confirmed']).sort(),
  );
  expect(
    await stopsOf(
      under,
      cards.map(({ n }) => n),
    ),
  ).toEqual({ byCount: { '1': CARDS }, notStopped: [], pending: [], commands: ['confirmed'] });
});
