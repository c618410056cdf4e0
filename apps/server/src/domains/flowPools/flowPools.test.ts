import { previewSelection } from '@cardinal/contract/api/cardBatches/selection.ts';
import { flowPoolPackages, orderFlowPool, refundFeed } from '@cardinal/contract/api/flowPools/feeds.ts';
import {
  listFlowPoolCards,
  listFlowPoolEvents,
  listFlowPoolFeeds,
} from '@cardinal/contract/api/flowPools/flowPoolParts.ts';
import {
  closeFlowPool,
  createFlowPool,
  editFlowPool,
  flowPoolOptions,
  listFlowPools,
  readFlowPool,
  readFlowPoolUsage,
} from '@cardinal/contract/api/flowPools/flowPools.ts';
import {
  feedNotUnused,
  flowPoolClosed,
  flowPoolCodeTaken,
  flowPoolNotEmpty,
  flowPoolNotFound,
  notForPools,
  unlimitedFeed,
} from '@cardinal/contract/api/flowPools/refusals.ts';
import { administratorsDoNotOrder } from '@cardinal/contract/api/orders/refusals.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { card, effects, item, listSource } from '@cardinal/testing/cardsUnderTest.ts';
import {
  drawingCard,
  fill,
  flowPool,
  flowPoolFaults,
  flowPoolsUnderTest,
  newFlowPool,
  poolMinute,
  poolPackage,
  runFlowPool,
} from '@cardinal/testing/flowPoolsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { balanceOf, fund, order, ordersWorkOff, sellPackage } from '@cardinal/testing/ordersUnderTest.ts';
import { cardsOn, newPool, runPool, sharedPackage } from '@cardinal/testing/poolsUnderTest.ts';
import { expect, test } from 'vitest';
import { lockCards } from '../cards/face.ts';
import { verifyLedger } from '../ledger/face.ts';
import { foldPostings } from '../ledger/foldPostings.ts';
import { joinFlowPool } from './membership/members.ts';
import { lockPools } from './rating/lockPools.ts';

const HOUR = 3_600_000;
const under = await forThisFile(flowPoolsUnderTest());
for (const id of ['10', '12']) await fund(under, id, 10_000_000);
let session = { at: under.clock.now().getTime(), caller: await under.as('agent') };
/** Sessions do not outlast the turns of the clock. */
const agent = async () => {
  const at = under.clock.now().getTime();
  if (at - session.at > HOUR) session = { at, caller: await under.anew('agent') };
  return session.caller;
};
const cardsIn = async (poolId: string) =>
  (await (await agent()).ask(listFlowPoolCards, { query: { poolId, pageSize: 100 } })).list;
const eventsOf = async (poolId: string) =>
  (await (await agent()).ask(listFlowPoolEvents, { query: { poolId, sort: 'id' } })).list;
const money = async (customerId: string) => {
  await foldPostings(under.ctx);
  return balanceOf(under, customerId);
};
/** Why cards are left out of an action, in its preview. */
const why = async (
  caller: Awaited<ReturnType<typeof agent>>,
  action: 'join_flow_pool' | 'leave_flow_pool',
  numbers: readonly number[],
  flowPoolId: string,
) => {
  const body = { action, source: listSource(numbers), parameters: { flowPoolId } };
  return (await caller.ask(previewSelection, { body })).skipped.map(({ reason, words }) => [reason, words]);
};

test('a pool is filled, drawn on by its cards after their own packages, and warned of once: to the byte', async () => {
  const caller = await agent();
  const pool = await newFlowPool(caller, { thresholds: [50, 80], exhaustedAction: 1 });
  expect(await flowPool(caller, pool)).toMatchObject({ state: 'notStarted', total: '0', cards: 0, customerId: '10' });
  const { id: packageId } = await poolPackage(under, 1_000);
  const before = await money('10');
  await fill(caller, pool.id, packageId, { count: 2 });
  const after = await money('10');
  expect(before.balance - after.balance).toBe(16_000n);
  const [one, other] = [await drawingCard(under, 300), await drawingCard(under, undefined)];
  const joined = await runFlowPool(under, caller, 'join_flow_pool', [one.n, other.n], pool.id);
  expect(joined).toMatchObject({ done: 2, failed: 0 });
  expect(await card(under, one.n)).toMatchObject({ pool_code: pool.poolCode });
  await one.read(500);
  expect(await flowPool(caller, pool)).toMatchObject({ state: 'inUse', total: '2000', used: '200', cards: 2 });
  expect(await eventsOf(pool.id)).toEqual([]);
  await other.read(900);
  expect((await eventsOf(pool.id)).map(({ threshold }) => threshold)).toEqual([50]);
  under.clock.advance(HOUR);
  await other.read(1_000);
  await other.read(1_600);
  expect((await eventsOf(pool.id)).map(({ threshold }) => threshold)).toEqual([50, 80]);
  const shown = await cardsIn(pool.id);
  expect(shown.map(({ drawn, overage, sharePercent }) => [drawn, overage, sharePercent])).toEqual([
    ['1600', '0', 88.8],
    ['200', '0', 11.1],
  ]);
  // 2,000 are there, 2,400 are asked for: each card has its part of what is left.
  await one.read(1_100);
  expect(await flowPool(caller, pool)).toMatchObject({
    state: 'exhausted',
    used: '2000',
    remaining: '0',
    overage: '400',
  });
  expect((await cardsIn(pool.id)).map(({ drawn, overage }) => [drawn, overage])).toEqual([
    ['1333', '267'],
    ['667', '133'],
  ]);
  expect(await flowPoolFaults(under)).toEqual([]);
  const usage = await (await agent()).ask(readFlowPoolUsage, { query: { poolId: pool.id } });
  expect(usage).toMatchObject({ drawn: '2000', overage: '400' });
  expect(usage.top.map(({ drawn }) => drawn)).toEqual(['1333', '667']);
  // Used up: both are stopped once, and run again once the pool has something.
  await poolMinute(under);
  expect([(await card(under, one.n)).stop_reasons, (await card(under, other.n)).stop_reasons]).toEqual([[2], [2]]);
  await poolMinute(under);
  expect((await effects(under, [one.n, other.n])).summary.byCount).toEqual({ 1: 2 });
  expect((await eventsOf(pool.id)).map(({ threshold, action, stopped }) => [threshold, action, stopped])).toEqual([
    [50, 4, 0],
    [80, 4, 0],
    [100, 1, 2],
  ]);
  await fill(await agent(), pool.id, packageId);
  await poolMinute(under);
  await poolMinute(under);
  expect(await card(under, one.n)).toMatchObject({ stop_reasons: [], lifecycle: 'activated' });
  expect((await eventsOf(pool.id)).at(-1)).toMatchObject({ threshold: 100, stopped: 0 });
  expect((await eventsOf(pool.id)).at(-1)?.liftedAt).not.toBeNull();
  // What was overage before it was filled again stays so.
  expect(await flowPool(await agent(), pool)).toMatchObject({
    state: 'inUse',
    total: '3000',
    used: '2000',
    overage: '400',
  });
  await one.read(1_150);
  expect(await flowPool(await agent(), pool)).toMatchObject({ used: '2050', overage: '400' });
  // Used up a second time it stops a second time.
  await one.read(3_000);
  await poolMinute(under);
  expect((await eventsOf(pool.id)).map(({ threshold }) => threshold)).toEqual([50, 80, 100, 100]);
  expect((await card(under, one.n)).stop_reasons).toEqual([2]);
  expect(await flowPoolFaults(under)).toEqual([]);
});

test('corrected, late and taken back readings leave every sum as if they had been right at first', async () => {
  const caller = await agent();
  const pool = await newFlowPool(caller);
  const { id: packageId } = await poolPackage(under, 1_000);
  await fill(caller, pool.id, packageId);
  const [one, other] = [await drawingCard(under, undefined), await drawingCard(under, undefined)];
  await runFlowPool(under, caller, 'join_flow_pool', [one.n, other.n], pool.id);
  const first = dayText(under.clock.now());
  await one.read(800);
  under.clock.advance(24 * HOUR);
  await other.read(600);
  const second = dayText(under.clock.now());
  expect(await flowPool(await agent(), pool)).toMatchObject({ used: '1000' });
  // The first day was less: more is left for the second.
  await one.read(null, [{ day: first, bytes: '300' }]);
  const { days } = await (await agent()).ask(readFlowPoolUsage, { query: { poolId: pool.id } });
  const on = (day: string) => days.find((each) => each.day === day);
  expect([on(first), on(second)]).toMatchObject([
    { drawn: '300', overage: '0' },
    { drawn: '600', overage: '0' },
  ]);
  expect(await flowPool(await agent(), pool)).toMatchObject({ used: '900', overage: '0' });
  expect(await flowPoolFaults(under)).toEqual([]);
});

test('money: the payer pays to the cent and every level has its margin; given back before it begins, all of it is back', async () => {
  const pool = await newFlowPool(await agent(), { customerId: '12' });
  const { id: packageId } = await poolPackage(under, 1_000);
  const enterprise = await under.anew('enterprise');
  const { packages } = await enterprise.ask(flowPoolPackages, { query: { poolId: pool.id } });
  expect(packages).toContainEqual(
    expect.objectContaining({ id: packageId, price: '9000', bytes: '1000', whyNot: null }),
  );
  const [payer, seller] = [await money('12'), await money('10')];
  await fill(enterprise, pool.id, packageId, { effectiveType: 1 });
  const [paid, earned] = [await money('12'), await money('10')];
  expect(payer.balance - paid.balance).toBe(9_000n);
  expect(earned.profitFrozen - seller.profitFrozen).toBe(1_000n);
  const { list } = await enterprise.ask(listFlowPoolFeeds, { query: { poolId: pool.id } });
  expect(list).toMatchObject([{ state: 0, total: '1000', used: '0', price: '9000' }]);
  await enterprise.ask(refundFeed, { body: { feedId: list[0]?.id ?? '' } });
  expect([await money('12'), await money('10')]).toEqual([
    expect.objectContaining({ balance: payer.balance }),
    expect.objectContaining({ profitFrozen: seller.profitFrozen }),
  ]);
  expect(await verifyLedger(under.ctx)).toEqual([]);
  expect(await enterprise.call(refundFeed, { body: { feedId: list[0]?.id ?? '' } })).toMatchObject({
    code: feedNotUnused.code,
  });
  expect((await enterprise.ask(listFlowPoolFeeds, { query: { poolId: pool.id } })).list).toMatchObject([{ state: 3 }]);
});

test('administrators do not order, nobody orders for a pool what its customer has not, and no pool what has no end', async () => {
  const caller = await agent();
  const pool = await newFlowPool(caller);
  const { id: packageId } = await poolPackage(under, 1_000);
  const body = { poolId: pool.id, packageId, count: 1 };
  const admin = await under.anew('admin');
  const refused = await admin.call(orderFlowPool, { body });
  expect(refused).toMatchObject({ code: administratorsDoNotOrder.code, message: '管理员不能订购套餐' });
  const { id: unlimited } = await poolPackage(under, null);
  expect(await caller.call(orderFlowPool, { body: { ...body, packageId: unlimited } })).toMatchObject({
    code: unlimitedFeed.code,
  });
  const monthly = await sharedPackage(under);
  expect(await caller.call(orderFlowPool, { body: { ...body, packageId: monthly.id } })).toMatchObject({
    code: notForPools.code,
  });
  const rival = await under.anew('rival');
  expect(await rival.call(orderFlowPool, { body })).toMatchObject({ code: flowPoolNotFound.code });
  expect(await under.db.selectFrom('flow_pools.feed').select('id').where('pool_id', '=', pool.id).execute()).toEqual(
    [],
  );
  // On a card it is nothing.
  const one = await drawingCard(under, undefined);
  const sold = await sellPackage(under, { '1': 100, '10': 200 }, { type: 'flow' });
  await under.db
    .updateTable('packages.package')
    .set({ mode: 2 })
    .where('current_version_id', '=', sold.versionId)
    .execute();
  const started = await order(under, sold, '10', [one.n]);
  await ordersWorkOff(under, started);
  expect(await item(under, started.taskId, one.n)).toMatchObject({ code: 'forPools' });
});

test('a card is in one pool of any kind, and is told which; two at once: one wins', async () => {
  const caller = await agent();
  const pool = await newFlowPool(caller, { poolCode: 'FLOW-ONE' });
  const monthly = await sharedPackage(under);
  const cardPool = await newPool(under, caller, monthly.id, { poolCode: 'CARD-ONE' });
  await cardsOn(under, monthly.id, [4_001, 4_002, 4_003]);
  await runPool(under, caller, 'join_pool', [4_001], cardPool.id);
  expect(await why(caller, 'join_flow_pool', [4_001, 4_002], pool.id)).toEqual([
    ['inPool:CARD-ONE', '该卡已在池 CARD-ONE'],
  ]);
  // Previewed for both, each started: the second reads where the card is.
  const late = await caller.ask(previewSelection, {
    body: { action: 'join_pool', source: listSource([4_002]), parameters: { poolId: cardPool.id } },
  });
  expect(await runFlowPool(under, caller, 'join_flow_pool', [4_001, 4_002], pool.id)).toMatchObject({ done: 1 });
  const back = await runPool(under, caller, 'join_pool', [4_002], cardPool.id, late.previewId);
  expect(back).toMatchObject({ done: 0, skipped: 1 });
  expect(await item(under, back.id, 4_002)).toMatchObject({ words_zh: '该卡已在池 FLOW-ONE' });
  // Whoever does not see the pool is told of no name.
  const above = await newFlowPool(caller, { poolCode: 'FLOW-ABOVE' });
  const own = await drawingCard(under, undefined, '12');
  await runFlowPool(under, caller, 'join_flow_pool', [own.n], above.id);
  expect((await card(under, own.n)).pool_code).toBeNull();
  const enterprise = await under.anew('enterprise');
  const mine = await newFlowPool(enterprise, { poolCode: 'FLOW-MINE' });
  expect(await why(enterprise, 'join_flow_pool', [own.n], mine.id)).toEqual([['inPool', '该卡已在其他卡池']]);
  // Both at once.
  const { id } = await card(under, 4_003);
  const join = (into: { id: string }) =>
    under.ctx.transact(async (inside) => {
      await lockCards(inside.db, [id]);
      const held = (await lockPools(inside, [into.id])).get(into.id);
      const isIn = await inside.db
        .selectFrom('pools.card_in_pool')
        .select('pool_id')
        .where('card_id', '=', id)
        .execute();
      if (held && isIn.length === 0) await joinFlowPool(inside, held, [{ cardId: id, iccid: 'x' }]);
      return isIn.length === 0;
    });
  const won = await Promise.all([join(pool), join(above)]);
  expect(won.filter(Boolean)).toHaveLength(1);
  await runFlowPool(under, caller, 'leave_flow_pool', [4_002], pool.id);
  expect((await card(under, 4_002)).pool_code).toBeNull();
  const again = await runPool(under, caller, 'join_pool', [4_002], cardPool.id);
  expect(again).toMatchObject({ done: 1 });
  expect(await flowPoolFaults(under)).toEqual([]);
});

test('pools are made, changed and closed by their customer’s tree; foreign ones read like none', async () => {
  const caller = await agent();
  const pool = await newFlowPool(caller, { poolCode: 'FLOW-REG' });
  expect(
    await caller.call(createFlowPool, {
      body: {
        name: '另一个',
        poolCode: 'flow-reg',
        needsPackage: false,
        thresholds: [],
        exhaustedAction: 4,
        cycleDay: 1,
      },
    }),
  ).toMatchObject({ code: flowPoolCodeTaken.code });
  const falling = await caller.call(createFlowPool, {
    body: { name: '另一个', needsPackage: false, thresholds: [80, 50], exhaustedAction: 4, cycleDay: 1 },
  });
  expect(falling.status).toBe(422);
  const { version } = await flowPool(caller, pool);
  const terms = { name: '改名', needsPackage: true, thresholds: [90], exhaustedAction: 4 as const };
  await caller.ask(editFlowPool, { body: { id: pool.id, version, ...terms } });
  expect(await flowPool(caller, pool)).toMatchObject({ name: '改名', needsPackage: true, thresholds: [90] });
  const none = await drawingCard(under, undefined);
  expect(await why(caller, 'join_flow_pool', [none.n], pool.id)).toEqual([['noPackage', '卡没有使用中的套餐']]);
  const has = await drawingCard(under, 10);
  await runFlowPool(under, caller, 'join_flow_pool', [has.n], pool.id);
  expect(await caller.call(closeFlowPool, { body: { id: pool.id } })).toMatchObject({ code: flowPoolNotEmpty.code });
  const rival = await under.anew('rival');
  const asked = { query: { poolCode: pool.poolCode, poolId: pool.id } };
  expect(await rival.call(readFlowPool, asked)).toMatchObject({ code: flowPoolNotFound.code });
  const other = await newFlowPool(caller);
  expect(await caller.call(readFlowPool, { query: { poolCode: pool.poolCode, poolId: other.id } })).toMatchObject({
    code: flowPoolNotFound.code,
  });
  expect(await rival.call(closeFlowPool, { body: { id: pool.id } })).toMatchObject({ code: flowPoolNotFound.code });
  expect((await rival.ask(listFlowPools, { query: {} })).list).toEqual([]);
  const enterprise = await under.anew('enterprise');
  expect((await enterprise.ask(listFlowPools, { query: { poolCodeContains: 'FLOW-REG' } })).list).toEqual([]);
  await runFlowPool(under, caller, 'leave_flow_pool', [has.n], pool.id);
  await caller.ask(closeFlowPool, { body: { id: pool.id } });
  expect(await caller.call(closeFlowPool, { body: { id: pool.id } })).toMatchObject({ code: flowPoolClosed.code });
  expect(await flowPool(caller, pool)).toMatchObject({ state: 'closed' });
  const { pools } = await caller.ask(flowPoolOptions, { query: { keyword: 'FLOW-REG' } });
  expect(pools).toEqual([]);
  const listed = await caller.ask(listFlowPools, { query: { state: ['closed'] } });
  expect(listed.list.map(({ poolCode }) => poolCode)).toEqual(['FLOW-REG']);
  expect(listed.summary).toMatchObject({ pools: 1, cards: 0 });
});
