import { commandsAsked, effects, stopsOf } from '@cardinal/testing/cardsUnderTest.ts';
import {
  drawingCard,
  fill,
  flowPoolFaults,
  flowPoolsUnderTest,
  newFlowPool,
  poolPackage,
  runFlowPool,
} from '@cardinal/testing/flowPoolsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { balanceOf, fund } from '@cardinal/testing/ordersUnderTest.ts';
import { workBesideLast } from '@cardinal/testing/underKills.ts';
import { expect, test } from 'vitest';
import { passFeeds } from './filling/passFeeds.ts';
import { settleStopsJob } from './thresholds/stops.ts';

const CARDS = 40;
const under = await forThisFile(flowPoolsUnderTest());
await fund(under, '10', 10_000_000);
// The workers read the machine's clock.
under.clock.set(new Date(Date.now() - (CARDS + 10) * 60_000));
const workers = await forThisFile(killableWorkers(under));
const now = () => under.clock.set(new Date());

/** What workers left is done by a last one. */
async function underKills(isDone: () => Promise<boolean>): Promise<void> {
  const { cutOff } = await workBesideLast({
    clock: under.clock,
    workers,
    livesMs: [60, 300, 600],
    step: async () => {
      await passFeeds(under.ctx);
      await settleStopsJob.run(under.ctx, {}, new AbortController().signal);
    },
    isDone,
  });
  // Something was cut off, or the kills prove nothing.
  expect(cutOff).toBe(true);
}

test('a pool that is used up and filled again, workers killed: each card is stopped once and runs again once', {
  timeout: 500_000,
}, async () => {
  const agent = await under.as('agent');
  const pool = await newFlowPool(agent, { exhaustedAction: 1 });
  const { id: packageId } = await poolPackage(under, 1_000);
  await fill(agent, pool.id, packageId);
  const cards: Awaited<ReturnType<typeof drawingCard>>[] = [];
  for (let n = 0; n < CARDS; n += 1) cards.push(await drawingCard(under, undefined));
  const numbers = cards.map(({ n }) => n);
  await runFlowPool(under, agent, 'join_flow_pool', numbers, pool.id);
  now();
  const asked = await commandsAsked(under);
  await cards[0]?.read(5_000);
  const states = async () => (await stopsOf(under, numbers)).commands;
  await underKills(
    async () => (await states()).join() === 'confirmed' && (await commandsAsked(under)) - asked >= CARDS,
  );
  expect(await stopsOf(under, numbers)).toEqual({
    ...{ byCount: { '1': CARDS }, notStopped: [], pending: [], commands: ['confirmed'] },
  });
  const paid = Number((await balanceOf(under, '10')).balance);
  await fill(await under.anew('agent'), pool.id, packageId);
  expect(paid - Number((await balanceOf(under, '10')).balance)).toBe(8_000);
  const stopped = () =>
    under.db
      .selectFrom('cards.card')
      .select('id')
      .where(
        'id',
        'in',
        cards.map(({ id }) => id),
      )
      .where((on) => on.or([on('lifecycle', '=', 'stopped'), on('pending_action', 'is not', null)]))
      .execute();
  await underKills(async () => (await stopped()).length === 0);
  expect(await stopped()).toEqual([]);
  // One stop and one restart each.
  expect((await effects(under, numbers)).summary.byCount).toEqual({ 2: CARDS });
  const [event] = await under.db
    .selectFrom('flow_pools.threshold_event')
    .selectAll()
    .where('pool_id', '=', pool.id)
    .where('threshold', '=', 100)
    .execute();
  expect(event?.lifted_at).not.toBeNull();
  expect(await flowPoolFaults(under)).toEqual([]);
});
