import { readCardPool } from '@cardinal/contract/api/pools/cardPools.ts';
import {
  listTransfers,
  previewTransfer,
  readMyPools,
  transferCards,
  undoTransfer,
} from '@cardinal/contract/api/pools/myPool.ts';
import { listPoolCards } from '@cardinal/contract/api/pools/poolCards.ts';
import { cancelTask } from '@cardinal/contract/api/tasks/tasks.ts';
import type { ContributionRule } from '@cardinal/contract/enumerations/pool.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { cardsUnderTest, events, iccid, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import {
  cardsOn,
  GB,
  limitsMinute,
  newPool,
  newSubPool,
  POOL_RIGHTS,
  poolFaults,
  runPool,
  sharedPackage,
  useOfDay,
} from '@cardinal/testing/poolsUnderTest.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endOfTransfer } from './actions/transferStore.ts';
import { openCycles } from './membership/opening.ts';

const under = await forThisFile(cardsUnderTest());
for (const account of ['agent', 'enterprise', 'rival'])
  await allow(under, account, [...POOL_RIGHTS, 'systemTask.cancel']);
let agent = await under.as('agent');
let child = await under.as('enterprise');
let rival = await under.as('rival');
async function signInAgain() {
  [agent, child, rival] = [await under.anew('agent'), await under.anew('enterprise'), await under.anew('rival')];
}
const monthly = await sharedPackage(under);
type Caller = typeof agent;
let n = 0;
const numbers = (count: number) => Array.from({ length: count }, () => (n += 1));
const today = () => dayText(under.clock.now());
const detail = (poolCode: string, caller = agent) => caller.ask(readCardPool, { query: { poolCode } });
const figures = async (poolCode: string) => {
  const { cards, contributed, used, usedPercent, forecastPercent } = await detail(poolCode);
  return { cards, contributed, used, usedPercent, forecastPercent };
};
const inPool = async (poolId: string, caller = agent) =>
  (
    await caller.ask(listPoolCards, {
      query: { poolId, own: 'true', state: ['in'], pageSize: 200, sort: 'id' },
    })
  ).list;
const history = async (caller = agent) => (await caller.ask(listTransfers, { query: { pageSize: 100 } })).list;
const pasted = (of: readonly number[]) => ({ kind: 'list' as const, text: of.map((each) => iccid(each)).join('\n') });
type Asked = BodyOf<typeof transferCards>;
const body = (
  from: { readonly id: string },
  to: { readonly id: string },
  cards: Asked['cards'],
  isFromNextCycle = false,
) => ({ fromPoolId: from.id, toPoolId: to.id, cards, isFromNextCycle });

/** Two pools of the agent, cards in the first. */
async function pair(count: number, rule: ContributionRule = 'byDay', other: ContributionRule = rule) {
  const from = await newPool(under, agent, monthly.id, { contributionRule: rule });
  const to = await newPool(under, agent, monthly.id, { contributionRule: other });
  const cards = numbers(count);
  const ids = await cardsOn(under, monthly.id, cards);
  await runPool(under, agent, 'join_pool', cards, from.id);
  return { from, to, cards, ids };
}
const both = async (from: { poolCode: string }, to: { poolCode: string }) => {
  const [one, other] = [await detail(from.poolCode), await detail(to.poolCode)];
  return {
    contributed: BigInt(one.contributed) + BigInt(other.contributed),
    used: BigInt(one.used) + BigInt(other.used),
  };
};

test('20 of 100 cards move mid-cycle as their preview says: together both pools bring and use what they did; the history names both', async () => {
  const { from, to, cards, ids } = await pair(100);
  under.clock.advance(3 * 86_400_000);
  await signInAgain();
  await useOfDay(under, ids.slice(0, 40), 5_000n);
  const before = await both(from, to);
  const members = (await inPool(from.id)).slice(0, 20).map(({ id }) => id);
  const asked = body(from, to, { kind: 'ids', ids: members });
  const preview = await agent.ask(previewTransfer, { body: asked });
  expect(preview).toMatchObject({ cards: 20, skipped: [], notIn: 0, effectiveAt: null, willStop: 0 });
  expect(preview.from.before).toEqual(await figures(from.poolCode));
  const { total, id } = await agent.ask(transferCards, { body: { ...asked, remark: '项目 B' } });
  expect(total).toBe(20);
  await workOff(under);
  expect(await both(from, to)).toEqual(before);
  const { forecastPercent: _, ...after } = preview.from.after;
  expect(await figures(from.poolCode)).toMatchObject(after);
  const { forecastPercent: __, ...there } = preview.to.after;
  expect(await figures(to.poolCode)).toMatchObject(there);
  expect((await history())[0]).toMatchObject({
    ...{ id, fromPoolCode: from.poolCode, toPoolCode: to.poolCode, cards: 20, done: 20, skipped: 0, remark: '项目 B' },
    ...{ contributed: preview.contributed, effectiveAt: null, accountName: 'agent' },
  });
  const line = (await events(under, cards[0] as number)).filter(({ action }) => action === 'pool_transfer');
  expect(line).toMatchObject([{ from_value: from.poolCode, to_value: to.poolCode, operation_type: 61 }]);
  expect(await poolFaults(under)).toEqual([]);
});

test('whatever is moved, by whatever rules: the preview is what happens, and Σ contributed and Σ used of both pools stay', {
  timeout: 120_000,
}, async () => {
  const random = seededRandom('transfers');
  const RULES = ['full', 'byDay', 'nextCycle'] as const;
  for (let round = 0; round < 9; round += 1) {
    const rules = [RULES[round % 3], RULES[Math.floor(round / 3)]] as [ContributionRule, ContributionRule];
    const { from, to, ids } = await pair(6, ...rules);
    for (let step = 0; step < 4; step += 1) {
      under.clock.advance(random.int(3) * 43_200_000);
      await openCycles(under.ctx);
      agent = await under.anew('agent', `10.1.${round}.${step}`);
      await useOfDay(under, ids.slice(0, 1 + random.int(6)), BigInt(random.int(1_000_000)));
      const [source, target] = random.int(2) === 0 ? [from, to] : [to, from];
      const there = await inPool(source.id);
      if (there.length === 0) continue;
      const some = there.slice(0, 1 + random.int(there.length)).map(({ id }) => id);
      const asked = body(source, target, { kind: 'ids', ids: some });
      const preview = await agent.ask(previewTransfer, { body: asked });
      const before = await both(from, to);
      await agent.ask(transferCards, { body: { ...asked, remark: '' } });
      await workOff(under);
      expect(await both(from, to)).toEqual(before);
      for (const [pool, side] of [
        [source, preview.from],
        [target, preview.to],
      ] as const) {
        const { cards, contributed, used } = side.after;
        expect(await figures(pool.poolCode), `${rules} ${step}`).toMatchObject({ cards, contributed, used });
      }
    }
  }
  expect(await poolFaults(under)).toEqual([]);
});

test('from the next cycle on the target has the whole new contribution and all that is used since, however late it is done', async () => {
  const { from, to, cards, ids } = await pair(10, 'full');
  await useOfDay(under, ids, 300n);
  const asked = body(from, to, pasted(cards.slice(0, 4)), true);
  const preview = await agent.ask(previewTransfer, { body: asked });
  const cycleEnds = (await detail(from.poolCode)).cycleEndsAt;
  expect(preview).toMatchObject({ cards: 4, contributed: String(4n * GB), effectiveAt: cycleEnds });
  expect(preview.from.after).toMatchObject({ cards: 6, contributed: String(6n * GB), used: '0' });
  expect(preview.to.after).toMatchObject({ cards: 4, contributed: String(4n * GB), used: '0' });
  await agent.ask(transferCards, { body: { ...asked, remark: '' } });
  await workOff(under);
  expect((await history())[0]).toMatchObject({ state: 'scheduled', done: 0, effectiveAt: cycleEnds });
  expect(await figures(from.poolCode)).toMatchObject({ cards: 10, used: '3000' });
  // A card that waits is not scheduled twice.
  expect((await agent.ask(previewTransfer, { body: asked })).skipped).toMatchObject([
    { reason: 'transferScheduled', count: 4 },
  ]);
  // The cycle turns, is opened and read before the task gets to it, two days late.
  const start = new Date(cycleEnds);
  under.clock.set(new Date(start.getTime() + 60_000));
  await openCycles(under.ctx);
  const first = today();
  await useOfDay(under, ids, 700n);
  under.clock.advance(2 * 86_400_000);
  await useOfDay(under, ids, 50n);
  await signInAgain();
  expect(await figures(from.poolCode)).toMatchObject({ cards: 10, contributed: String(10n * GB), used: '7500' });
  await workOff(under);
  expect(await figures(from.poolCode)).toMatchObject({ cards: 6, contributed: String(6n * GB), used: '4500' });
  expect(await figures(to.poolCode)).toMatchObject({ cards: 4, contributed: String(4n * GB), used: '3000' });
  // What is corrected afterwards goes where the cards have been since.
  await useOfDay(under, ids.slice(0, 1), 900n, first);
  expect(await figures(to.poolCode)).toMatchObject({ used: '3200' });
  await useOfDay(under, ids.slice(0, 1), 400n, dayText(new Date(start.getTime() - 1)));
  expect((await detail(from.poolCode)).cycles.find(({ isRunning }) => !isRunning)).toMatchObject({ late: '400' });
  expect((await history())[0]).toMatchObject({ done: 4, contributed: String(4n * GB) });
  expect((await inPool(to.id)).map(({ joinedAt }) => joinedAt)).toEqual(Array.from({ length: 4 }, () => cycleEnds));
  expect(await poolFaults(under)).toEqual([]);
});

/** Works off what finished tasks left to do. */
async function endTransfers() {
  const { rows } = await sql<{ data: never }>`
    delete from jobs.job where name = ${`reaction.${endOfTransfer.name}`} returning data`.execute(under.db);
  for (const { data } of rows) await endOfTransfer.run(under.ctx, data);
}

test('a scheduled transfer is undone before it takes effect, not after; cancelled as a task it is undone too', async () => {
  const { from, to, cards } = await pair(4);
  const schedule = async (of: readonly number[]) =>
    agent.ask(transferCards, { body: { ...body(from, to, pasted(of), true), remark: '' } });
  const first = await schedule(cards.slice(0, 2));
  const second = await schedule(cards.slice(2, 3));
  const third = await schedule(cards.slice(3));
  for (const strange of [rival, child])
    expect((await strange.call(undoTransfer, { body: { id: first.id } })).code).toBe('4042680');
  await agent.ask(undoTransfer, { body: { id: first.id } });
  expect((await agent.call(undoTransfer, { body: { id: first.id } })).code).toBe('4092681');
  await agent.ask(cancelTask, { body: { taskId: second.taskId } });
  await workOff(under);
  await endTransfers();
  const stateOf = async (id: string) => (await history()).find((each) => each.id === id)?.state;
  expect([await stateOf(first.id), await stateOf(second.id), await stateOf(third.id)]).toEqual([
    ...['undone', 'undone', 'scheduled'],
  ]);
  under.clock.set(new Date(new Date((await detail(from.poolCode)).cycleEndsAt).getTime() + 120_000));
  await signInAgain();
  expect((await agent.call(undoTransfer, { body: { id: third.id } })).code).toBe('4092681');
  await openCycles(under.ctx);
  await workOff(under);
  await endTransfers();
  expect(await stateOf(third.id)).toBe('done');
  expect(await figures(to.poolCode)).toMatchObject({ cards: 1 });
  expect(await figures(from.poolCode)).toMatchObject({ cards: 3 });
  expect(await poolFaults(under)).toEqual([]);
});

test('refused: another package or cycle day, a customer above, the same pool, a closed one, nothing that can move; strangers see nothing', async () => {
  const { from, to, cards } = await pair(3);
  const code = async (caller: Caller, of: ReturnType<typeof body>) =>
    (await caller.call(previewTransfer, { body: of })).code;
  const all = pasted(cards);
  const other = await sharedPackage(under, { name: '另一套餐' });
  const unlike = await newPool(under, agent, other.id);
  const late = await newPool(under, agent, monthly.id, { cycleDay: 15 });
  expect([await code(agent, body(from, unlike, all)), await code(agent, body(from, late, all))]).toEqual([
    '4002680',
    '4002680',
  ]);
  expect(await code(agent, body(from, from, all))).toBe('4002682');
  const sub = await newSubPool(agent, from.id, '12');
  expect(await code(agent, body(sub, from, all))).toBe('4002681');
  for (const strange of [rival, child]) {
    expect(await code(strange, body(from, to, all))).toBe('4042450');
    expect((await strange.call(transferCards, { body: { ...body(from, to, all), remark: '' } })).code).toBe('4042450');
  }
  expect((await rival.ask(readMyPools, {})).pools).toEqual([]);
  expect(await history(rival)).toEqual([]);
  expect((await child.ask(readMyPools, {})).pools.map(({ id }) => id)).toEqual([sub.id]);
  // Cards of the agent are none of its child's.
  const down = await agent.ask(previewTransfer, { body: body(from, sub, all) });
  expect(down).toMatchObject({ cards: 0, skipped: [{ reason: 'notOfPoolOwner', count: 3 }] });
  expect((await agent.call(transferCards, { body: { ...body(from, sub, all), remark: '' } })).code).toBe('4092680');
  // Numbers of no card in the source are counted, not named.
  expect(await agent.ask(previewTransfer, { body: body(from, to, pasted([...cards, 9_000])) })).toMatchObject({
    cards: 3,
    notIn: 1,
  });
  const { pools } = await agent.ask(readMyPools, { query: { fromPoolId: from.id } });
  const fits = pools.filter((each) => each.fits).map(({ id }) => id);
  expect([fits.includes(to.id), fits.includes(sub.id), fits.includes(unlike.id), fits.includes(from.id)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('the preview warns of a source that uses more than it keeps and of a used-up quota that stops; all a filter finds moves', async () => {
  const { from, to, ids } = await pair(4);
  const given = numbers(2);
  const lent = await cardsOn(under, monthly.id, given, '12');
  await runPool(under, agent, 'join_pool', given, from.id);
  await useOfDay(under, ids.slice(0, 1), BigInt((await detail(from.poolCode)).contributed));
  const asked = body(from, to, { kind: 'filter', query: { poolId: from.id, own: 'true', state: ['in'] } });
  expect(await agent.ask(previewTransfer, { body: asked })).toMatchObject({
    cards: 6,
    isSourceOver: true,
    willStop: 0,
  });
  await agent.ask(transferCards, { body: { ...asked, remark: '' } });
  await workOff(under);
  expect(await figures(from.poolCode)).toMatchObject({ cards: 0 });
  const cut = await newSubPool(agent, to.id, '12', { quotaBytes: '1000' });
  const down = (of: readonly number[]) => body(to, cut, pasted(of));
  expect(await agent.ask(previewTransfer, { body: down(given) })).toMatchObject({ cards: 2, willStop: 0 });
  await agent.ask(transferCards, { body: { ...down(given.slice(0, 1)), remark: '' } });
  await workOff(under);
  await useOfDay(under, lent.slice(0, 1), 2_000n);
  await limitsMinute(under);
  // A pool that has both in it stays as it is.
  const last = await agent.ask(previewTransfer, { body: down(given.slice(1)) });
  expect(last).toMatchObject({ cards: 1, willStop: 1, isSourceOver: false });
  expect(last.from.after).toEqual(last.from.before);
  // Whoever has the lower pool reads of that alone.
  const told = (await events(under, given[0] as number)).filter(({ action }) => action === 'pool_transfer').slice(-2);
  expect(told.map(({ customer_id, from_value, to_value }) => [customer_id, from_value, to_value]).sort()).toEqual([
    ['10', to.poolCode, cut.poolCode],
    ['12', { zh: '无', en: 'None' }, cut.poolCode],
  ]);
  expect(await poolFaults(under)).toEqual([]);
});
