import { globalSearch } from '@cardinal/contract/api/cardViews/search.ts';
import {
  cardPoolChoices,
  cardPoolOptions,
  closeCardPool,
  createCardPool,
  createSubPool,
  editCardPool,
  listCardPools,
  readCardPool,
  readPoolUsage,
} from '@cardinal/contract/api/pools/cardPools.ts';
import { setQuota } from '@cardinal/contract/api/pools/limits.ts';
import { listPoolCards, readPoolOfCard } from '@cardinal/contract/api/pools/poolCards.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { card, cardsUnderTest, events, iccid, listSource, start, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import { makePackage } from '@cardinal/testing/packages.ts';
import {
  cardsOn,
  GB,
  newPool,
  newSubPool,
  POOL_RIGHTS,
  poolFaults,
  runPool,
  sharedPackage,
} from '@cardinal/testing/poolsUnderTest.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

const under = await forThisFile(cardsUnderTest());
for (const account of ['agent', 'enterprise', 'rival'])
  await allow(under, account, [...POOL_RIGHTS, 'cardAllocation.create', 'cardAllocation.recover', 'globalSearch.view']);
await sql`update identity.role set permissions = array_remove(permissions, 'cardPool.oversell') where id in (
  select r.role_id from identity.account_role r join identity.account a on a.id = r.account_id
  where a.account = 'agent')`.execute(under.db);
const agent = await under.as('agent');
await allow(under, 'operator', [...POOL_RIGHTS, 'cardPool.oversell']);
/** Of the platform, which may promise more than there is. */
const bold = await under.as('operator');
const child = await under.as('enterprise');
const rival = await under.as('rival');
const monthly = await sharedPackage(under);
let n = 0;
const numbers = (count: number) => Array.from({ length: count }, () => (n += 1));
type Caller = typeof agent;
const detail = (caller: Caller, poolCode: string) => caller.ask(readCardPool, { query: { poolCode } });
type Refusal = { readonly code: string; readonly message: string; readonly data: unknown };
const fieldsOf = ({ data }: Refusal) =>
  ((data ?? {}) as { errors?: { field: string }[] }).errors?.map(({ field }) => field);
const body = (rest: object = {}) => ({
  name: '华东共享池',
  packageId: monthly.id,
  carrierAccountId: under.accountId,
  contributionRule: 'full' as const,
  oversellPercent: 100,
  cycleDay: 1,
  ...rest,
});

test('a pool is made of a shared monthly package on an account that goes with it, under a code nobody has', async () => {
  const { packages } = await agent.ask(cardPoolChoices);
  expect(packages).toMatchObject([{ id: monthly.id, bytes: String(GB), accounts: [{ id: under.accountId }] }]);
  const made = await agent.ask(createCardPool, { body: body({ poolCode: 'East-1' }) });
  expect(made.poolCode).toBe('East-1');
  expect((await agent.ask(createCardPool, { body: body() })).poolCode).toMatch(/^CP[0-9A-Z]+$/);
  const taken: Refusal = await rival.call(createCardPool, { body: body({ poolCode: 'EAST-1' }) });
  // What the rival does not have it cannot use; the code of a stranger is not the first thing it learns.
  expect([taken.code, fieldsOf(taken)]).toEqual(['4002450', ['packageId']]);
  const again: Refusal = await agent.call(createCardPool, { body: body({ poolCode: 'EAST-1' }) });
  expect([again.code, fieldsOf(again)]).toEqual(['4092450', ['poolCode']]);
  const given = [{ to: '10', from: '1', reserve: 800 }];
  const exclusive = await makePackage(under.ctx, { name: '独享', given });
  const unlimited = await makePackage(under.ctx, { name: '不限量', mode: 2, given, terms: { flow_bytes: null } });
  for (const { id } of [exclusive, unlimited]) {
    const refused: Refusal = await agent.call(createCardPool, { body: body({ packageId: id }) });
    expect([refused.code, refused.message]).toEqual(['4002450', '仅可选择共享模式的月套餐']);
  }
  const bound = await sharedPackage(under, { name: '他通道', carrier_account_id: '999' });
  const other: Refusal = await agent.call(createCardPool, { body: body({ packageId: bound.id }) });
  expect([other.code, fieldsOf(other)]).toEqual(['4002451', ['carrierAccountId']]);
  for (const wrong of [{ name: '一' }, { cycleDay: 32 }, { oversellPercent: 99 }, { poolCode: 'a b' }]) {
    const refused: Refusal = await agent.call(createCardPool, { body: body(wrong) });
    expect(fieldsOf(refused)).toEqual([Object.keys(wrong)[0]]);
  }
});

test('sub-pools are promised at most what the pool brings times its ratio; beyond it only whoever may oversell, once told', async () => {
  const pool = await newPool(under, agent, monthly.id, { oversellPercent: 150 });
  const cards = numbers(2);
  await cardsOn(under, monthly.id, cards);
  await runPool(under, agent, 'join_pool', cards, pool.id);
  const cut = (quota: bigint, rest: object = {}) => ({
    body: { parentId: pool.id, customerId: '12', name: '子池', quotaBytes: String(quota), ...rest },
  });
  const first = await agent.ask(createSubPool, cut(2n * GB));
  const over: Refusal = await agent.call(createSubPool, cut(2n * GB));
  expect([over.code, fieldsOf(over)]).toEqual(['4002453', ['quotaBytes']]);
  expect((await agent.call(createSubPool, cut(2n * GB, { allowOversell: true }))).code).toBe('4002453');
  await agent.ask(createSubPool, cut(GB));
  expect((await bold.call(createSubPool, cut(2n * GB))).code).toBe('4002453');
  await bold.ask(createSubPool, cut(2n * GB, { allowOversell: true }));
  const strange: Refusal = await agent.call(createSubPool, cut(1n, { customerId: '20' }));
  expect([strange.code, fieldsOf(strange)]).toEqual(['4002452', ['customerId']]);
  expect((await rival.call(createSubPool, cut(1n))).code).toBe('4042450');
  expect((await child.call(createSubPool, cut(1n))).code).toBe('4042450');
  // The child renames its part; its quota is the customer's above.
  const { version } = await detail(child, first.poolCode);
  const edit = { body: { id: first.id, version, name: '我的池', oversellPercent: 100 } };
  await child.ask(editCardPool, edit);
  expect((await child.call(editCardPool, edit)).code).toBe(changedByAnother.code);
  expect((await rival.call(editCardPool, edit)).code).toBe('4042450');
  expect(await detail(agent, first.poolCode)).toMatchObject({ name: '我的池', isFromAbove: true });
  const lower = { id: first.id, version: version + 1, quotaBytes: String(GB) };
  const own: Refusal = await child.call(setQuota, { body: lower });
  expect([own.code, (await rival.call(setQuota, { body: lower })).code]).toEqual(['4032450', '4042450']);
  expect((await agent.call(setQuota, { body: { ...lower, version } })).code).toBe(changedByAnother.code);
  const more: Refusal = await agent.call(setQuota, { body: { ...lower, quotaBytes: String(9n * GB) } });
  expect([more.code, fieldsOf(more)]).toEqual(['4002453', ['quotaBytes']]);
  expect(await agent.ask(setQuota, { body: lower })).toEqual({ from: null });
  expect(await detail(child, first.poolCode)).toMatchObject({ quotaBytes: String(GB) });
});

test('a pool is closed when nobody is in it and no sub-pool is open, and stays closed', async () => {
  const pool = await newPool(under, agent, monthly.id);
  const sub = await newSubPool(agent, pool.id, '12');
  const [number] = numbers(1) as [number];
  await cardsOn(under, monthly.id, [number]);
  await runPool(under, agent, 'join_pool', [number], pool.id);
  const close = (caller: Caller, id: string) => caller.call(closeCardPool, { body: { id } });
  const full: Refusal = await close(agent, pool.id);
  expect([full.code, full.message]).toEqual(['4092451', '池内还有 1 张卡']);
  expect(await runPool(under, agent, 'leave_pool', [number], pool.id)).toMatchObject({ done: 1 });
  expect((await close(agent, pool.id)).code).toBe('4092452');
  expect((await close(rival, pool.id)).code).toBe('4042450');
  await agent.ask(closeCardPool, { body: { id: sub.id } });
  await agent.ask(closeCardPool, { body: { id: pool.id } });
  expect((await close(agent, pool.id)).code).toBe('4092453');
  const { version, name } = await detail(agent, pool.poolCode);
  expect((await agent.call(editCardPool, { body: { id: pool.id, version, name, oversellPercent: 100 } })).code).toBe(
    '4092453',
  );
  expect((await agent.ask(cardPoolOptions, { query: { keyword: pool.poolCode } })).pools).toEqual([]);
  expect(await poolFaults(under)).toEqual([]);
});

test('lists, details, usage and search show a pool to its customer and above it only', async () => {
  const pool = await newPool(under, agent, monthly.id, { poolCode: 'SEEN-1' });
  await newSubPool(agent, pool.id, '12', { poolCode: 'SEEN-1A' });
  const [number] = numbers(1) as [number];
  const [cardId] = (await cardsOn(under, monthly.id, [number])) as [string];
  await runPool(under, agent, 'join_pool', [number], pool.id);
  const found = async (caller: Caller) =>
    (await caller.ask(listCardPools, { query: { poolCodeContains: 'SEEN-1' } })).list.map(({ poolCode }) => poolCode);
  expect(await found(agent)).toEqual(['SEEN-1', 'SEEN-1A']);
  expect(await found(child)).toEqual(['SEEN-1A']);
  expect(await found(rival)).toEqual([]);
  const with_ = await agent.ask(listCardPools, { query: { iccid: iccid(number) } });
  expect(with_.list.map(({ poolCode }) => poolCode)).toEqual(['SEEN-1']);
  expect(with_.summary).toEqual({ pools: 1, cards: 1, contributed: String(GB), used: '0' });
  const usage = await agent.ask(readPoolUsage, { query: { poolId: pool.id } });
  expect(usage).toMatchObject({ cycle: '2026-11', contributed: String(GB), top: [] });
  expect(usage.days).toHaveLength(30);
  for (const caller of [child, rival]) {
    expect((await caller.call(readPoolUsage, { query: { poolId: pool.id } })).code).toBe('4042450');
    expect((await caller.ask(listPoolCards, { query: { poolId: pool.id } })).list).toEqual([]);
  }
  expect((await rival.call(readPoolOfCard, { query: { cardId } })).code).toBe(
    (await rival.call(readPoolOfCard, { query: { cardId: '1' } })).code,
  );
  const searched = async (caller: Caller) => (await caller.ask(globalSearch, { query: { q: 'seen-1' } })).others;
  expect(await searched(agent)).toMatchObject([{ kind: 'cardPool', title: 'SEEN-1' }]);
  expect(await searched(rival)).toEqual([]);
});

test('a card that is given to somebody outside the tree of its pool’s customer leaves it; within, it stays', async () => {
  const sub = await newSubPool(agent, (await newPool(under, agent, monthly.id)).id, '12', { poolCode: 'LEAVES-1' });
  const pool = await newPool(under, agent, monthly.id, { poolCode: 'STAYS-1' });
  const [inSub, inPool] = [numbers(1), numbers(1)];
  await cardsOn(under, monthly.id, inSub, '12');
  await cardsOn(under, monthly.id, inPool, '12');
  await runPool(under, child, 'join_pool', inSub, sub.id);
  await runPool(under, agent, 'join_pool', inPool, pool.id);
  await start(agent, 'recover_card', listSource([...inSub, ...inPool]));
  await workOff(under);
  expect(await detail(agent, 'LEAVES-1')).toMatchObject({ cards: 0 });
  expect(await detail(agent, 'STAYS-1')).toMatchObject({ cards: 1 });
  expect(await card(under, inSub[0] as number)).toMatchObject({ customer_id: '10', pool_code: null });
  // From now on the card is of the pool's own customer, which sees the code.
  expect(await card(under, inPool[0] as number)).toMatchObject({ customer_id: '10', pool_code: 'STAYS-1' });
  const told = (await events(under, inSub[0] as number)).filter(({ action }) => action === 'leave_pool');
  expect(told).toMatchObject([{ customer_id: '12', from_value: 'LEAVES-1' }]);
  expect(await poolFaults(under)).toEqual([]);
});
