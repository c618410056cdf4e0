import { readCardPool } from '@cardinal/contract/api/pools/cardPools.ts';
import { listTransfers, transferCards } from '@cardinal/contract/api/pools/myPool.ts';
import { cardsUnderTest, events } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import {
  cardsOn,
  newPool,
  POOL_RIGHTS,
  poolFaults,
  runPool,
  sharedPackage,
  useOfDay,
} from '@cardinal/testing/poolsUnderTest.ts';
import { workBesideLast } from '@cardinal/testing/underKills.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

const CARDS = 1_200;
const under = await forThisFile(cardsUnderTest());
await allow(under, 'agent', POOL_RIGHTS);
// What is used is written here; carriers are asked for nothing, or they would correct it.
await sql`update carriers.account set schedules = (select jsonb_object_agg(key, 0) from jsonb_each(schedules))`.execute(
  under.db,
);

// The workers read the machine's clock.
under.clock.set(new Date());

test('cards move between pools, workers killed: each moves once, and both pools together have what they had', {
  timeout: 500_000,
}, async () => {
  const monthly = await sharedPackage(under);
  const agent = await under.as('agent');
  const from = await newPool(under, agent, monthly.id, { contributionRule: 'byDay' });
  const to = await newPool(under, agent, monthly.id, { contributionRule: 'byDay' });
  const numbers = Array.from({ length: CARDS }, (_, at) => at + 1);
  const ids = await cardsOn(under, monthly.id, numbers);
  for (let at = 0; at < CARDS; at += 600)
    await runPool(under, agent, 'join_pool', numbers.slice(at, at + 600), from.id);
  await useOfDay(under, ids.slice(0, 50), 7_000n);
  const sums = async () => {
    const pools = await Promise.all([from, to].map(({ poolCode }) => agent.ask(readCardPool, { query: { poolCode } })));
    const sum = (pick: (pool: (typeof pools)[number]) => string) =>
      pools.reduce((all, pool) => all + BigInt(pick(pool)), 0n);
    return { contributed: sum((pool) => pool.contributed), used: sum((pool) => pool.used) };
  };
  const before = await sums();
  const { taskId } = await agent.ask(transferCards, {
    body: {
      ...{ fromPoolId: from.id, toPoolId: to.id, isFromNextCycle: false, remark: '' },
      cards: { kind: 'filter', query: { poolId: from.id, state: ['in'] } },
    },
  });
  const task = () => under.db.selectFrom('tasks.task').selectAll().where('id', '=', taskId).executeTakeFirstOrThrow();
  const workers = await forThisFile(killableWorkers(under));
  const { cutOff } = await workBesideLast({
    clock: under.clock,
    workers,
    livesMs: [30, 60, 120, 200],
    step: async () => {},
    isDone: async () => (await task()).finished_at !== null,
  });
  // Something was cut off, or the kills prove nothing.
  expect(cutOff).toBe(true);
  expect(await task()).toMatchObject({ done: CARDS, failed: 0, skipped: 0 });
  expect(await sums()).toEqual(before);
  const moved = await under.db
    .selectFrom('cards.card_event')
    .select((on) => on.fn.countAll<string>().as('n'))
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow();
  expect(Number(moved.n)).toBe(CARDS);
  expect((await events(under, 1)).at(-1)).toMatchObject({ from_value: from.poolCode, to_value: to.poolCode });
  const [transfer] = (await (await under.anew('agent')).ask(listTransfers, {})).list;
  expect(transfer).toMatchObject({ cards: CARDS, done: CARDS, skipped: 0 });
  expect(await poolFaults(under)).toEqual([]);
});
