import { setQuota } from '@cardinal/contract/api/pools/limits.ts';
import { cardsUnderTest, commandsAsked, effects, stopsOf } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import {
  cardsOn,
  GB,
  newPool,
  newSubPool,
  POOL_RIGHTS,
  poolFaults,
  runPool,
  sharedPackage,
  useOfDay,
} from '@cardinal/testing/poolsUnderTest.ts';
import { workBesideLast } from '@cardinal/testing/underKills.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { settleLimitsJob } from './limits/settleLimits.ts';

const CARDS = 40;
const under = await forThisFile(cardsUnderTest());
await allow(under, 'agent', POOL_RIGHTS);
// What is used is written here; carriers are asked for nothing, or they would correct it.
await sql`update carriers.account set schedules = (select jsonb_object_agg(key, 0) from jsonb_each(schedules))`.execute(
  under.db,
);
// The workers read the machine's clock.
under.clock.set(new Date());
const workers = await forThisFile(killableWorkers(under));
const now = () => under.clock.set(new Date());

/** What workers left is done by a last one. */
async function underKills(isDone: () => Promise<boolean>): Promise<void> {
  const { cutOff } = await workBesideLast({
    clock: under.clock,
    workers,
    livesMs: [60, 300, 600],
    step: () => settleLimitsJob.run(under.ctx, {}, new AbortController().signal),
    isDone,
  });
  // Something was cut off, or the kills prove nothing.
  expect(cutOff).toBe(true);
}

test('a quota that is used up and raised again, workers killed: each card is stopped once and runs again once', {
  timeout: 500_000,
}, async () => {
  const monthly = await sharedPackage(under);
  const agent = await under.as('agent');
  const pool = await newPool(under, agent, monthly.id);
  const numbers = Array.from({ length: CARDS }, (_, at) => at + 1);
  const ids = await cardsOn(under, monthly.id, numbers, '12');
  const [beside] = await cardsOn(under, monthly.id, [CARDS + 1]);
  await runPool(under, agent, 'join_pool', [CARDS + 1], pool.id);
  const sub = await newSubPool(agent, pool.id, '12', { quotaBytes: String(GB) });
  await runPool(under, agent, 'join_pool', numbers, sub.id);
  const asked = await commandsAsked(under);
  await useOfDay(under, [ids[0] as string, beside as string], GB);
  const states = async () => (await stopsOf(under, numbers)).commands;
  await underKills(
    async () => (await states()).join() === 'confirmed' && (await commandsAsked(under)) - asked >= CARDS,
  );
  expect(await stopsOf(under, numbers)).toEqual({
    ...{ byCount: { '1': CARDS }, notStopped: [], pending: [], commands: ['confirmed'] },
  });
  now();
  await (await under.anew('agent')).ask(setQuota, { body: { id: sub.id, version: 1, quotaBytes: String(2n * GB) } });
  const stopped = () =>
    under.db
      .selectFrom('cards.card')
      .select('id')
      .where('id', 'in', ids)
      .where((on) => on.or([on('lifecycle', '=', 'stopped'), on('pending_action', 'is not', null)]))
      .execute();
  await underKills(async () => (await stopped()).length === 0);
  expect(await stopped()).toEqual([]);
  // One stop and one restart each; nobody else was touched.
  expect((await effects(under, [...numbers, CARDS + 1])).summary.byCount).toEqual({ 0: 1, 2: CARDS });
  const stops = await under.db.selectFrom('pools.stop').select(['card_id', 'lifted_at']).execute();
  expect([stops.length, stops.filter(({ lifted_at }) => lifted_at === null)]).toEqual([CARDS, []]);
  expect(await poolFaults(under)).toEqual([]);
});
