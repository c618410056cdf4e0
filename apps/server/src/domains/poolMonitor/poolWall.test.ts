import { listFlowPools } from '@cardinal/contract/api/flowPools/flowPools.ts';
import { readPoolWall } from '@cardinal/contract/api/poolMonitor/poolWall.ts';
import { readCardPool } from '@cardinal/contract/api/pools/cardPools.ts';
import { noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import { iccid } from '@cardinal/testing/cardsUnderTest.ts';
import {
  drawingCard,
  fill,
  flowPoolsUnderTest,
  newFlowPool,
  poolPackage,
  runFlowPool,
} from '@cardinal/testing/flowPoolsUnderTest.ts';
import { meteredCard } from '@cardinal/testing/flowsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow, fund } from '@cardinal/testing/ordersUnderTest.ts';
import { newPool, newSubPool, runPool, sharedPackage } from '@cardinal/testing/poolsUnderTest.ts';
import { expect, test } from 'vitest';

const DAY = 86_400_000;
const GB = 1024 ** 3;
const under = await forThisFile(flowPoolsUnderTest());
for (const account of ['agent', 'enterprise', 'rival']) await allow(under, account, ['poolMonitor.view']);
await fund(under, '10', 100_000_000);
const wall = async (account = 'agent', query = {}) => (await under.anew(account)).ask(readPoolWall, { query });
const tile = async (id: string) => (await wall()).pools.find((pool) => pool.id === id);

test('a card that uses 50 times as much turns a pool that lasts within two readings, and is named; nobody reading turns it grey', async () => {
  const agent = await under.anew('agent');
  const pool = await newFlowPool(agent);
  const { id: packageId } = await poolPackage(under, 1_000_000, { validity_unit: 2, validity_count: 300 });
  await fill(agent, pool.id, packageId);
  const [one, other] = [await drawingCard(under, undefined), await drawingCard(under, undefined)];
  await runFlowPool(under, agent, 'join_flow_pool', [one.n, other.n], pool.id);
  expect(await tile(pool.id)).toMatchObject({ risk: 'tooEarly', kind: 'flow', cards: 2, cause: null });
  const used = { one: 0, other: 0 };
  const day = async (ofOne: number, ofOther: number) => {
    under.clock.advance(DAY);
    used.one += ofOne;
    used.other += ofOther;
    await one.read(used.one);
    await other.read(used.other);
  };
  // The days' own figures, as carriers tell them: what was used since the last reading is of today.
  for (let days = 0; days < 2; days += 1) await day(300, 400);
  expect(await tile(pool.id)).toMatchObject({ risk: 'lasts', cause: null });
  await day(15_000, 400);
  await day(200_000, 400);
  const shown = await tile(pool.id);
  expect(shown).toMatchObject({ cause: { iccid: iccid(one.n), percent: 99 } });
  expect(['soon', 'early']).toContain(shown?.risk);
  const { list } = await (await under.anew('agent')).ask(listFlowPools, {});
  const own = list.find(({ id }) => id === pool.id);
  expect(shown).toMatchObject({
    used: own?.used,
    total: own?.total,
    remaining: own?.remaining,
    runsOutOn: own?.runsOutOn,
  });
  under.clock.advance(1.5 * DAY);
  expect((await tile(pool.id))?.risk).toBe('stale');
});

test('figures are those of the pool’s own screen; a sub-pool is not added up twice; a kind and a risk are picked', async () => {
  const monthly = await sharedPackage(under, { terms: { flow_bytes: String(GB) } });
  const agent = await under.anew('agent');
  const pool = await newPool(under, agent, monthly.id);
  const [one, below] = [
    await meteredCard(under, monthly.id, GB),
    await meteredCard(under, monthly.id, GB, { customerId: '12', customer_id: '12' }),
  ];
  await runPool(under, agent, 'join_pool', [one.n], pool.id);
  const sub = await newSubPool(agent, pool.id, '12');
  await runPool(under, agent, 'join_pool', [below.n], sub.id);
  await one.read(1_000);
  await below.read(GB * 3);
  const all = await wall('agent', { kind: 'card' });
  const detail = await agent.ask(readCardPool, { query: { poolCode: pool.poolCode } });
  expect(all.pools.find(({ id }) => id === pool.id)).toMatchObject({
    ...{ used: detail.used, remaining: detail.remaining, usedPercent: detail.usedPercent },
    ...{ total: detail.contributed, runsOutOn: detail.runsOutOn, risk: 'exhausted' },
  });
  expect(all.pools.every(({ kind }) => kind === 'card')).toBe(true);
  expect(all.totals.find(({ kind }) => kind === 'card')).toMatchObject({ pools: 1, used: detail.used });
  const exhausted = await wall('agent', { kind: 'card', risk: 'exhausted' });
  expect(exhausted.pools.map(({ id }) => id).sort()).toEqual([pool.id, sub.id].sort());
  expect(all.risks.find(({ risk }) => risk === 'exhausted')).toEqual({ risk: 'exhausted', pools: 2 });
  // The customer of the sub-pool sees its own alone.
  const own = await wall('enterprise');
  expect(own.pools.map(({ id }) => id)).toEqual([sub.id]);
  expect(own.totals.find(({ kind }) => kind === 'card')).toMatchObject({ pools: 1 });
});

test('strangers see none of it, and without the right nobody sees anything', async () => {
  expect((await wall('rival')).pools).toEqual([]);
  expect(await (await under.anew('caiwu')).call(readPoolWall, {})).toMatchObject({ code: noPermission.code });
});
