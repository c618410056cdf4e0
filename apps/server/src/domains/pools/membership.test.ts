import { previewSelection } from '@cardinal/contract/api/cardBatches/selection.ts';
import { readCardPool } from '@cardinal/contract/api/pools/cardPools.ts';
import { listPoolCards, readPoolOfCard } from '@cardinal/contract/api/pools/poolCards.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { addCards, card, cardsUnderTest, events, iccid, item, listSource } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { addRecord, allow } from '@cardinal/testing/ordersUnderTest.ts';
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
import { expect, test } from 'vitest';
import { openCycles } from './membership/opening.ts';

const under = await forThisFile(cardsUnderTest());
for (const account of ['agent', 'enterprise', 'rival']) await allow(under, account, POOL_RIGHTS);
let agent = await under.as('agent');
let child = await under.as('enterprise');
let rival = await under.as('rival');
/** Sessions do not outlast the turns of the clock. */
async function signInAgain() {
  [agent, child, rival] = [await under.anew('agent'), await under.anew('enterprise'), await under.anew('rival')];
}
const monthly = await sharedPackage(under);
let n = 0;
const numbers = (count: number) => Array.from({ length: count }, () => (n += 1));
type Caller = typeof agent;
const detail = (caller: Caller, poolCode: string) => caller.ask(readCardPool, { query: { poolCode } });
const today = () => dayText(under.clock.now());
const left = () => BigInt(30 - Number(today().slice(8)) + 1);

const use = (ids: readonly string[], bytes: bigint, day = today()) => useOfDay(under, ids, bytes, day);
const preview = (
  caller: Caller,
  action: 'join_pool' | 'leave_pool' | 'pool_transfer',
  cards: readonly number[],
  poolId: string,
) => caller.ask(previewSelection, { body: { action, source: listSource(cards), parameters: { poolId } } });
const cardsOf = async (caller: Caller, poolId: string) =>
  (await caller.ask(listPoolCards, { query: { poolId, pageSize: 100 } })).list;

test('60 of 100 cards join by day: what the pool has is what they bring, and it uses what they use from then on', async () => {
  const pool = await newPool(under, agent, monthly.id, { contributionRule: 'byDay' });
  const cards = numbers(100);
  const ids = await cardsOn(under, monthly.id, cards);
  await use(ids.slice(0, 2), 700n);
  expect(await runPool(under, agent, 'join_pool', cards.slice(0, 60), pool.id)).toMatchObject({ done: 60, failed: 0 });
  const each = (GB * left()) / 30n;
  expect(await detail(agent, pool.poolCode)).toMatchObject({ cards: 60, contributed: String(60n * each), used: '0' });
  // What they had used of the day before joining stays theirs.
  await use(ids.slice(0, 2), 1_000n);
  await use(ids.slice(90, 95), 5_000n);
  expect(await detail(agent, pool.poolCode)).toMatchObject({ used: '600', remaining: String(60n * each - 600n) });
  const listed = await cardsOf(agent, pool.id);
  expect(listed.reduce((sum, { used }) => sum + BigInt(used), 0n)).toBe(600n);
  expect(listed.reduce((sum, { contributed }) => sum + BigInt(contributed ?? 0), 0n)).toBe(60n * each);
  expect(await poolFaults(under)).toEqual([]);
});

test('a day that is corrected, comes late or is taken back leaves every sum as if it had been right at first', async () => {
  const pool = await newPool(under, agent, monthly.id);
  const [number] = numbers(1) as [number];
  const [id] = (await cardsOn(under, monthly.id, [number])) as [string];
  await use([id], 100n);
  await runPool(under, agent, 'join_pool', [number], pool.id);
  const used = async () => (await detail(agent, pool.poolCode)).used;
  await use([id], 500n);
  expect(await used()).toBe('400');
  await use([id], 250n);
  expect(await used()).toBe('150');
  // Below where it stood when the card joined: nothing is the pool's, and nothing below zero.
  await use([id], 40n);
  expect(await used()).toBe('0');
  await use([id], 40n);
  await use([id], 300n);
  expect(await used()).toBe('200');
  expect(await poolFaults(under)).toEqual([]);
});

test('a card moves mid-cycle: both pools together bring and use what they did, to the byte, and it is in one of them', async () => {
  const from = await newPool(under, agent, monthly.id, { contributionRule: 'byDay' });
  const to = await newPool(under, agent, monthly.id, { contributionRule: 'byDay' });
  const cards = numbers(5);
  const ids = await cardsOn(under, monthly.id, cards);
  await runPool(under, agent, 'join_pool', cards, from.id);
  await use(ids, 1_000n);
  const both = async () => {
    const pools = [await detail(agent, from.poolCode), await detail(agent, to.poolCode)];
    return {
      contributed: pools.reduce((sum, each) => sum + BigInt(each.contributed), 0n),
      used: pools.map((each) => each.used),
      cards: pools.map((each) => each.cards),
    };
  };
  const before = await both();
  under.clock.advance(2 * 86_400_000);
  await signInAgain();
  expect(await runPool(under, agent, 'pool_transfer', cards.slice(0, 2), to.id)).toMatchObject({ done: 2 });
  expect(await both()).toEqual({ contributed: before.contributed, used: ['5000', '0'], cards: [3, 2] });
  await use(ids, 300n);
  expect(await both()).toMatchObject({ used: ['5900', '600'] });
  // The day of joining is corrected when the card is elsewhere: it is still the first pool's.
  await use(ids.slice(0, 1), 1_500n, dayText(new Date(under.clock.now().getTime() - 2 * 86_400_000)));
  expect(await both()).toMatchObject({ used: ['6400', '600'] });
  const line = await agent.ask(readPoolOfCard, { query: { cardId: ids[0] as string } });
  // Of the two that moved both have used as much since: each is first.
  expect(line.memberships.map(({ rank, isSub, capBytes }) => [rank, isSub, capBytes])).toEqual([
    [{ place: 1, of: 2 }, false, null],
    [null, false, null],
  ]);
  const third = await agent.ask(readPoolOfCard, { query: { cardId: ids[2] as string } });
  expect(third.memberships[0]?.rank).toEqual({ place: 1, of: 3 });
  expect(line.memberships.map(({ poolCode, leftAt }) => [poolCode, leftAt === null])).toEqual([
    [to.poolCode, true],
    [from.poolCode, false],
  ]);
  const told = (await events(under, cards[0] as number)).filter(({ action }) => action === 'pool_transfer');
  expect(told).toMatchObject([{ from_value: from.poolCode, to_value: to.poolCode }]);
  expect(await poolFaults(under)).toEqual([]);
});

test('what keeps a card out is said in the preview: owner, carrier account, package, another pool', async () => {
  const pool = await newPool(under, agent, monthly.id);
  const taken = await newPool(under, agent, monthly.id, { poolCode: 'TAKEN-1' });
  const other = await sharedPackage(under, { name: '另一套餐' });
  const [inOther, bare, elsewhere, cancelled, fine] = numbers(5) as [number, number, number, number, number];
  await cardsOn(under, monthly.id, [inOther, fine]);
  await runPool(under, agent, 'join_pool', [inOther], taken.id);
  await addCards(under, [
    { n: bare, customerId: '10' },
    { n: cancelled, customerId: '10', status: 'RETIRED' },
  ]);
  await cardsOn(under, other.id, [elsewhere]);
  const asked = await preview(agent, 'join_pool', [inOther, bare, elsewhere, cancelled, fine], pool.id);
  expect(asked.willTouch).toBe(1);
  expect(asked.skipped.map(({ reason, words }) => [reason, words]).sort()).toEqual([
    ['cancelled', '卡已销户'],
    ['inPool:TAKEN-1', '该卡已在池 TAKEN-1'],
    ['noPackage', '卡没有使用中的套餐'],
    ['otherPackage', '使用中的套餐不是卡池的套餐'],
  ]);
  expect((await preview(agent, 'leave_pool', [inOther], pool.id)).skipped).toMatchObject([{ reason: 'notInPool' }]);
  expect((await preview(agent, 'pool_transfer', [fine], pool.id)).skipped).toMatchObject([{ reason: 'inNoPool' }]);
});

test('two managers put one card into two pools: one wins, the other reads where it is', async () => {
  const [first, second] = [
    await newPool(under, agent, monthly.id, { poolCode: 'FIRST-1' }),
    await newPool(under, agent, monthly.id),
  ];
  const [number] = numbers(1) as [number];
  await cardsOn(under, monthly.id, [number]);
  const frozen = await preview(agent, 'join_pool', [number], second.id);
  await runPool(under, agent, 'join_pool', [number], first.id);
  const late = await runPool(under, agent, 'join_pool', [number], second.id, frozen.previewId);
  expect(late).toMatchObject({ done: 0, skipped: 1 });
  expect(await item(under, late.id, number)).toMatchObject({ words_zh: '该卡已在池 FIRST-1' });
  expect(await poolFaults(under)).toEqual([]);
});

test('a child sees its sub-pool alone; its cards count in the pool above, of which it reads nothing', async () => {
  const pool = await newPool(under, agent, monthly.id, { oversellPercent: 1_000 });
  const sub = await newSubPool(agent, pool.id, '12', { quotaBytes: null });
  const [own, above] = [numbers(3), numbers(2)];
  const ids = await cardsOn(under, monthly.id, own, '12');
  await cardsOn(under, monthly.id, above);
  await runPool(under, agent, 'join_pool', above, pool.id);
  await runPool(under, child, 'join_pool', own, sub.id);
  await use(ids, 100n);
  expect(await detail(agent, pool.poolCode)).toMatchObject({ cards: 5, used: '300', subPools: 1 });
  expect(await detail(child, sub.poolCode)).toMatchObject({ cards: 3, used: '300', parent: null, isFromAbove: false });
  expect((await child.call(readCardPool, { query: { poolCode: pool.poolCode } })).code).toBe('4042450');
  expect((await rival.call(readCardPool, { query: { poolCode: sub.poolCode } })).code).toBe('4042450');
  expect(await cardsOf(child, pool.id)).toEqual([]);
  // A card of the child in the pool above: the child is told that it is in a pool, not in which.
  const [lent] = numbers(1) as [number];
  await cardsOn(under, monthly.id, [lent], '12');
  await runPool(under, agent, 'join_pool', [lent], pool.id);
  expect((await preview(child, 'join_pool', [lent], sub.id)).skipped).toMatchObject([
    { reason: 'inPool', words: '该卡已在其他卡池' },
  ]);
  expect(await card(under, lent)).toMatchObject({ pool_code: null });
  expect(await card(under, own[0] as number)).toMatchObject({ pool_code: sub.poolCode });
  expect((await events(under, lent)).map(({ customer_id }) => customer_id)).toEqual(['10']);
  expect(await poolFaults(under)).toEqual([]);
});

test('at the turn of the cycle every card brings its allowance again, those without the package nothing', async () => {
  const pool = await newPool(under, agent, monthly.id, { contributionRule: 'nextCycle' });
  const [kept, ending] = numbers(2) as [number, number];
  const [id] = (await cardsOn(under, monthly.id, [kept])) as [string];
  const [other] = (await addCards(under, [{ n: ending, customerId: '10' }])) as [string];
  await addRecord(under, { id: other, iccid: iccid(ending) }, -1, 2, {
    package_id: monthly.id,
    flow_bytes: String(GB),
    state: 1,
  });
  await runPool(under, agent, 'join_pool', [kept, ending], pool.id);
  expect(await detail(agent, pool.poolCode)).toMatchObject({ contributed: '0', cards: 2 });
  await use([id], 50n);
  const day = today();
  under.clock.set(new Date('2026-12-02T10:00:00+08:00'));
  await openCycles(under.ctx);
  await signInAgain();
  const next = await detail(agent, pool.poolCode);
  expect(next).toMatchObject({ cycle: '2026-12', contributed: String(GB), used: '0', forecastPercent: 0 });
  // A day of the closed cycle that becomes known now is shown as such.
  await use([id], 80n, day);
  expect((await detail(agent, pool.poolCode)).cycles).toMatchObject([
    { cycle: '2026-12', used: '0', isRunning: true, isOpen: true },
    { cycle: '2026-11', used: '80', late: '30' },
  ]);
  expect(await poolFaults(under)).toEqual([]);
});
