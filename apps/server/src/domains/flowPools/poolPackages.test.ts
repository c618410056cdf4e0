import { flowPoolPackages, orderFlowPool } from '@cardinal/contract/api/flowPools/feeds.ts';
import { listFlowPoolFeeds } from '@cardinal/contract/api/flowPools/flowPoolParts.ts';
import { listHeldPackages, listPackageDistributions } from '@cardinal/contract/api/packages/packageDistributions.ts';
import * as api from '@cardinal/contract/api/packages/poolPackages.ts';
import { flowSpecs, periodSpecs } from '@cardinal/contract/api/packages/specs.ts';
import { systemPackages, systemPackageVersions } from '@cardinal/contract/api/packages/systemPackages.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { faultsOf } from '@cardinal/testing/faults.ts';
import { fill, flowPool, flowPoolsUnderTest, newFlowPool } from '@cardinal/testing/flowPoolsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow, balanceOf, fund } from '@cardinal/testing/ordersUnderTest.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { foldPostings } from '../ledger/foldPostings.ts';
import { openBelow } from '../ledger/ledgerUnderTest.ts';

const RIGHTS = (['view', 'edit', 'shelf', 'distribute', 'recall', 'export'] as const).map(
  (verb) => `flowPoolPackage.${verb}` as const,
);
const OTHERS = ['flowConfig.edit', 'periodicConfig.edit', 'systemPackage.view', 'systemPackage.edit'] as const;
const GIVING = ['packageDistribute.view', 'packageDistribute.distribute', 'packageList.view'] as const;

const under = await forThisFile(flowPoolsUnderTest());
for (const account of ['operator', 'agent', 'subagent', 'rival'])
  await allow(under, account, [...RIGHTS, ...OTHERS, ...GIVING, 'flowPool.view', 'flowPool.create', 'flowPool.order']);
const [operator, agent, subagent, rival] = await Promise.all([
  under.as('operator'),
  under.as('agent'),
  under.as('subagent'),
  under.as('rival'),
]);
const [hundred, fifty, month] = await Promise.all([
  operator.ask(flowSpecs.create, {
    body: { name: '100 GB', value: '100', unit: 'GB', direction: 'general', platforms: [], sort: 1 },
  }),
  operator.ask(flowSpecs.create, {
    body: { name: '50 GB', value: '50', unit: 'GB', direction: 'general', platforms: [], sort: 1 },
  }),
  operator.ask(periodSpecs.create, { body: { name: '1 个月', unit: 1, count: 1, boundary: 3, reset: 1, sort: 1 } }),
]);
const GB = 1024n ** 3n;

type Caller = typeof operator;
const bodyOf = (rest: object = {}) => ({
  code: `POOL-${under.ctx.ids.next()}`,
  name: '100GB 池包',
  platform: 1 as const,
  flowSpecId: hundred.id,
  periodSpecId: month.id,
  effectiveType: 0 as const,
  refundRule: 'wholeUnstarted' as const,
  channels: ['platform' as const],
  costPrice: '6000',
  ...rest,
});
const rowOf = async (who: Caller, code: string) =>
  (await who.ask(api.poolPackages.list, { query: { code: [code] } as never })).list[0];
const give = (who: Caller, packageId: string, to: string, reservePrice: string) =>
  who.call(api.distributePoolPackages, {
    body: { customerIds: [to], lines: [{ packageId, reservePrice }], effective: 0, suspend: false } as never,
  });
const childrenOf = async (who: Caller, packageId: string) =>
  (await who.ask(api.listPoolPackageChildren, { query: { packageId: [packageId] } as never })).list;
const offered = async (who: Caller, poolId: string) =>
  (await who.ask(flowPoolPackages, { query: { poolId } })).packages.map(({ id, whyNot }) => [id, whyNot]);
const money = async (customerId: string) => {
  await foldPostings(under.ctx);
  return balanceOf(under, customerId);
};
async function made(rest: object = {}) {
  const body = bodyOf(rest);
  const { id } = await operator.ask(api.poolPackages.create, { body });
  await operator.ask(api.shelvePoolPackages, { body: { ids: [id], shelfState: 1 } });
  return { id, body };
}

test('at 80, 90 and 100 one order posts 80/10/10; recalled it is no longer offered, and what runs goes on', async () => {
  const { id, body } = await made();
  expect(await give(operator, id, '11', '9000')).toMatchObject({ code: '4000702' });
  expect(await give(operator, id, '10', '8000')).toMatchObject({ data: { given: 1 } });
  expect(await give(agent, id, '11', '7999')).toMatchObject({
    message: '价格不能低于底价 80.00',
    data: { errors: [{ field: 'lines.0.reservePrice' }] },
  });
  expect(await give(agent, id, '11', '9000')).toMatchObject({ data: { given: 1 } });
  const end = await openBelow(under.ctx, '11');
  expect(await give(subagent, id, end, '10000')).toMatchObject({ data: { given: 1 } });
  await fund(under, end, 100_000);
  const pool = await newFlowPool(operator, { customerId: end });
  expect(await offered(operator, pool.id)).toContainEqual([id, null]);
  const before = await Promise.all(['10', '11', end].map(money));
  const { orderNo } = await fill(operator, pool.id, id);
  const after = await Promise.all(['10', '11', end].map(money));
  expect(after.map(({ balance }, at) => balance - (before[at]?.balance ?? 0n))).toEqual([0n, 0n, -10_000n]);
  expect(after.map(({ profitFrozen }, at) => profitFrozen - (before[at]?.profitFrozen ?? 0n))).toEqual([
    1_000n,
    1_000n,
    0n,
  ]);
  const { rows: revenue } = await sql<{ amount: string }>`
    select sum(p.amount)::text as amount
    from (select transaction_id, account_id, amount from ledger.posting
      union all select transaction_id, account_id, amount from ledger.deferred_posting) p
    join ledger.account a on a.id = p.account_id join ledger.transaction t on t.id = p.transaction_id
    where a.kind = 'revenue' and t.business_no = ${orderNo}`.execute(under.db);
  expect(revenue).toEqual([{ amount: '8000' }]);
  // Each sees its own price and what it sold, and nothing of those above.
  const seen = await rowOf(subagent, body.code);
  expect(seen).toMatchObject({
    isOwn: false,
    reservePrice: '9000',
    costPrice: null,
    soldCards: 1,
    soldAmount: '10000',
  });
  for (const secret of ['"8000"', '"6000"']) expect(JSON.stringify(seen)).not.toContain(secret);
  expect(await rowOf(rival, body.code)).toBeUndefined();
  expect(await childrenOf(rival, id)).toEqual([]);
  const [row] = await childrenOf(operator, id);
  const recallId = String(row?.id);
  expect(await rival.call(api.recallPoolPackage, { body: { id: recallId, cascade: false } })).toMatchObject({
    code: notFound.code,
  });
  expect(await operator.ask(api.previewPoolPackageRecall, { query: { id: recallId } })).toMatchObject({ levels: 3 });
  await operator.ask(api.recallPoolPackage, { body: { id: recallId, cascade: false } });
  const [, why] = (await offered(operator, pool.id)).find(([each]) => each === id) ?? [];
  expect(why).toBe('distribution');
  expect((await operator.call(orderFlowPool, { body: { poolId: pool.id, packageId: id, count: 1 } })).code).not.toBe(
    '200',
  );
  expect(await flowPool(operator, pool)).toMatchObject({ state: 'inUse', total: String(100n * GB) });
});

test('what fills pools is not in the lists of other packages, and no other package in this one', async () => {
  const { id, body } = await made();
  const plain = await makePackage(under.ctx, { given: [{ to: '10', from: '1', reserve: 800 }] });
  await give(operator, id, '10', '8000');
  const query = { code: [body.code] } as never;
  expect((await operator.ask(systemPackages.list, { query })).list).toEqual([]);
  expect((await agent.ask(listHeldPackages, { query })).list).toEqual([]);
  const given = await operator.ask(listPackageDistributions, { query: { packageId: [id] } as never });
  expect(given.list).toEqual([]);
  expect(await childrenOf(operator, id)).toMatchObject([{ customerId: '10', reservePrice: '8000' }]);
  expect(await childrenOf(operator, plain.id)).toEqual([]);
  expect(await give(operator, plain.id, '10', '900')).toMatchObject({ code: notFound.code });
  const refused = await operator.call(api.shelvePoolPackages, { body: { ids: [plain.id], shelfState: 0 } });
  expect(refused.code).toBe(notFound.code);
  const wrong = { ...body, code: 'POOL-BY-HAND', type: 'flow', mode: 2, label: 'none', productCodes: [] };
  const byHand = await operator.call(systemPackages.create, { body: { ...wrong, realNameRequired: false } as never });
  expect(faultsOf(byHand).map(({ field }) => field)).toContain('mode');
});

test.each([
  ['flowSpecId', { flowSpecId: '999999' }],
  ['periodSpecId', { periodSpecId: '999999' }],
  ['carrierAccountId', { carrierAccountId: '999999' }],
  ['name', { name: 'x' }],
])('says what is wrong at %s and makes nothing', async (field, wrong) => {
  const body = bodyOf(wrong);
  const answer = await operator.call(api.poolPackages.create, { body });
  expect(faultsOf(answer).map((each) => each.field)).toContain(field);
  expect(await rowOf(operator, body.code)).toBeUndefined();
});

test('it is made in versions, and an edit leaves sold feeds as they are', async () => {
  const { id, body } = await made();
  expect(await rowOf(operator, body.code)).toMatchObject({
    isOwn: true,
    flowBytes: String(100n * GB),
    validityUnit: 1,
    costPrice: '6000',
    reservePrice: null,
    shelfState: 1,
    whyNot: null,
    number: 1,
  });
  await give(operator, id, '10', '8000');
  await fund(under, '10', 100_000);
  const pool = await newFlowPool(agent);
  await fill(agent, pool.id, id);
  const { code: _, platform: __, ...rest } = body;
  const version = (await rowOf(operator, body.code))?.version ?? 0;
  await operator.ask(api.poolPackages.edit, { body: { id, version, ...rest, flowSpecId: fifty.id } });
  expect(await rowOf(operator, body.code)).toMatchObject({ flowBytes: String(50n * GB), number: 2, soldCards: 1 });
  expect(await operator.ask(systemPackageVersions, { query: { id } })).toHaveLength(2);
  await fill(agent, pool.id, id);
  const { list } = await agent.ask(listFlowPoolFeeds, { query: { poolId: pool.id, sort: 'id' } as never });
  expect(list.map(({ total }) => total).sort()).toEqual([String(100n * GB), String(50n * GB)]);
});
