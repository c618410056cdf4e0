import { flowStrategies } from '@cardinal/contract/api/control/flowStrategies.ts';
import { listFlowFirings } from '@cardinal/contract/api/flowControl/flowFirings.ts';
import { card } from '@cardinal/testing/cardsUnderTest.ts';
import {
  fill,
  flowPoolsUnderTest,
  newFlowPool,
  poolPackage,
  runFlowPool,
} from '@cardinal/testing/flowPoolsUnderTest.ts';
import {
  createFlow,
  flowFirings,
  flowMinute,
  MB,
  meteredCard,
  newPackageId,
  remindAt,
  stopAt,
} from '@cardinal/testing/flowsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow, fund } from '@cardinal/testing/ordersUnderTest.ts';
import { newPool, newSubPool, runPool, sharedPackage } from '@cardinal/testing/poolsUnderTest.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { judgePoolJob } from './firing/hearLevels.ts';

const under = await forThisFile(flowPoolsUnderTest());
const rights = (['view', 'edit', 'enable', 'associate'] as const).map((verb) => `flowStrategy.${verb}` as const);
await allow(under, 'agent', rights);
await fund(under, '10', 10_000_000);
const agent = () => under.anew('agent');

/** What pools queued is judged, until nothing is queued any more; answers how many cards' turns that were. */
async function judged(): Promise<number> {
  for (let turns = 0; ; turns += 1) {
    const { rows } = await sql<{ data: { id: string; kind: 'card' | 'flow'; after: string } }>`
      delete from jobs.job where name = ${judgePoolJob.name} returning data`.execute(under.db);
    if (rows.length === 0) return turns;
    for (const { data } of rows) await judgePoolJob.run(under.ctx, data, new AbortController().signal);
  }
}
const statesOf = async (strategyId: string) => (await flowFirings(under, strategyId)).map(({ state }) => state);
const strategy = async (packageId: string, rules: Parameters<typeof createFlow>[2]['rules']) =>
  createFlow(under, await agent(), { name: `池策略 ${packageId}`, packageId, rules, state: 'on' });
const reasons = async (n: number) => (await card(under, n)).stop_reasons;

test('a rule at the whole allowance waits as long as the flow pool gives, acts once it is used up, and lets go when it is filled', async () => {
  const packageId = newPackageId();
  const id = await strategy(packageId, [remindAt('100'), stopAt('120')]);
  const caller = await agent();
  const pool = await newFlowPool(caller, { exhaustedAction: 4 });
  const { id: fills } = await poolPackage(under, 100 * MB);
  await fill(caller, pool.id, fills);
  const [one, idle] = [await meteredCard(under, packageId, 10 * MB), await meteredCard(under, packageId, 10 * MB)];
  await runFlowPool(under, caller, 'join_flow_pool', [one.n, idle.n], pool.id);
  await judged();
  // Its own package is used up, the pool gives: it is told of, not stopped.
  await one.read(40 * MB);
  await idle.read(30 * MB);
  expect(await statesOf(id)).toEqual(['told', 'told']);
  expect(await reasons(one.n)).toEqual([]);
  // 50 of 100 are drawn. The pool ends within the reading of one; 12 of its day are over, 2 of the allowance are not enough.
  under.clock.advance(60_000);
  await one.read(91 * MB);
  await judged();
  expect(await statesOf(id)).toEqual(['told', 'told']);
  under.clock.advance(60_000);
  await one.read(120 * MB);
  expect(await statesOf(id)).toEqual(['told', 'told', 'waiting']);
  expect(await reasons(one.n)).toEqual([2]);
  expect((await flowFirings(under, id)).at(-1)).toMatchObject({ pool_percent: 100, threshold: '120' });
  await flowMinute(under);
  await judged();
  // Whoever used no more than the pool gave runs on.
  expect(await reasons(idle.n)).toEqual([]);
  await fill(await agent(), pool.id, fills);
  expect(await judged()).toBeGreaterThan(0);
  expect(await statesOf(id)).toEqual(['told', 'told', 'lifted']);
  expect(await reasons(one.n)).toEqual([]);
  const { list } = await (await agent()).ask(listFlowFirings, { query: { strategyId: id } });
  expect(list[0]).toMatchObject({ lifted: '流量池又有余量', poolPercent: 100 });
});

test('a rule that goes by the pool stops all its cards, also those that are not read, and lets them go when it is filled', async () => {
  const packageId = newPackageId();
  const id = await strategy(packageId, [stopAt('90', { base: 'pool' })]);
  const caller = await agent();
  const pool = await newFlowPool(caller, { exhaustedAction: 4 });
  const { id: fills } = await poolPackage(under, 100 * MB);
  await fill(caller, pool.id, fills);
  const [one, idle, outside] = [
    await meteredCard(under, packageId, 10 * MB),
    await meteredCard(under, packageId, 10 * MB),
    await meteredCard(under, packageId, 10 * MB),
  ];
  await runFlowPool(under, caller, 'join_flow_pool', [one.n, idle.n], pool.id);
  await judged();
  await one.read(99 * MB);
  expect([await judged(), await statesOf(id)]).toEqual([0, []]);
  under.clock.advance(60_000);
  await one.read(100 * MB);
  // Its own reading stops it in the same transaction; the other is judged by the job that was queued with it.
  expect([await reasons(one.n), await reasons(idle.n)]).toEqual([[2], []]);
  expect(await judged()).toBeGreaterThan(0);
  expect([await reasons(idle.n), await reasons(outside.n)]).toEqual([[2], []]);
  await flowMinute(under);
  expect(await statesOf(id)).toEqual(['confirmed', 'confirmed']);
  await fill(await agent(), pool.id, fills);
  await judged();
  await flowMinute(under);
  expect(await statesOf(id)).toEqual(['lifted', 'lifted']);
  expect(await card(under, one.n)).toMatchObject({ stop_reasons: [], lifecycle: 'activated', pending_action: null });
  // Full again, it fires again.
  under.clock.advance(60_000);
  await one.read(190 * MB);
  await judged();
  expect(await statesOf(id)).toEqual(['lifted', 'lifted', 'waiting', 'waiting']);
});

test('a pool of cards is as full as the quota of the sub-pool, or as the whole: whichever ends first', async () => {
  const monthly = await sharedPackage(under, { terms: { flow_bytes: String(100 * MB) } });
  const id = await createFlow(under, await agent(), {
    ...{ name: '卡池策略', packageId: monthly.id, state: 'on' },
    rules: [stopAt('80', { base: 'pool' })],
  });
  const caller = await agent();
  const pool = await newPool(under, caller, monthly.id);
  const [one, other, below] = [
    await meteredCard(under, monthly.id, 100 * MB),
    await meteredCard(under, monthly.id, 100 * MB),
    await meteredCard(under, monthly.id, 100 * MB, { customerId: '12', customer_id: '12' }),
  ];
  await runPool(under, caller, 'join_pool', [one.n, other.n], pool.id);
  const sub = await newSubPool(caller, pool.id, '12', { quotaBytes: String(40 * MB) });
  await runPool(under, caller, 'join_pool', [below.n], sub.id);
  // 300 in all, of which 40 for the sub-pool.
  await below.read(31 * MB);
  await judged();
  expect(await statesOf(id)).toEqual([]);
  under.clock.advance(60_000);
  await below.read(32 * MB);
  expect([await reasons(below.n), await reasons(one.n)]).toEqual([[2], []]);
  await judged();
  expect(await reasons(one.n)).toEqual([]);
  under.clock.advance(60_000);
  await one.read(208 * MB);
  await judged();
  expect([await reasons(one.n), await reasons(other.n)]).toEqual([[2], [2]]);
  expect((await flowFirings(under, id)).map(({ pool_percent }) => pool_percent)).toEqual([80, 80, 80]);
});

test('what is read within a percent queues nothing, and without a rule about pools nothing is queued at all', async () => {
  const { list } = await (await agent()).ask(flowStrategies.list, {});
  expect(list.filter(({ state }) => state === 'on')).toHaveLength(3);
  const packageId = newPackageId();
  const caller = await agent();
  const pool = await newFlowPool(caller, { exhaustedAction: 4 });
  const { id: fills } = await poolPackage(under, 1_000 * MB);
  await fill(caller, pool.id, fills);
  const one = await meteredCard(under, packageId, 10 * MB);
  await runFlowPool(under, caller, 'join_flow_pool', [one.n], pool.id);
  await judged();
  for (const used of [100, 101, 102, 700]) {
    under.clock.advance(60_000);
    await one.read(used * MB);
  }
  expect(await judged()).toBe(0);
  under.clock.advance(60_000);
  await one.read(910 * MB);
  expect(await judged()).toBeGreaterThan(0);
});
