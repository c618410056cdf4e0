import { readCardPool, readSubPool } from '@cardinal/contract/api/pools/cardPools.ts';
import { previewCap, previewQuota, requestQuota, setCap, setQuota } from '@cardinal/contract/api/pools/limits.ts';
import { listPoolCards } from '@cardinal/contract/api/pools/poolCards.ts';
import { card, cardsUnderTest, effects, events, listSource, start } from '@cardinal/testing/cardsUnderTest.ts';
import { createFlow, stopAt } from '@cardinal/testing/flowsUnderTest.ts';
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
import { poolNotices } from '../notices/poolNotices.ts';
import { openCycles } from './membership/opening.ts';

const under = await forThisFile(cardsUnderTest());
const FLOW_RIGHTS = [
  'flowStrategy.view',
  'flowStrategy.edit',
  'flowStrategy.enable',
  'flowStrategy.associate',
] as const;
for (const account of ['agent', 'enterprise', 'rival']) await allow(under, account, [...POOL_RIGHTS, ...FLOW_RIGHTS]);
await allow(under, 'operator', ['flowCard.active']);
let agent = await under.as('agent');
let child = await under.as('enterprise');
let rival = await under.as('rival');
const signInAgain = async () => {
  [agent, child, rival] = [await under.anew('agent'), await under.anew('enterprise'), await under.anew('rival')];
};
const monthly = await sharedPackage(under);
type Caller = typeof agent;
let n = 0;
const numbers = (count: number) => Array.from({ length: count }, () => (n += 1));
const sub = (caller: Caller, poolCode: string) => caller.ask(readSubPool, { query: { poolCode } });
const cardsOf = async (caller: Caller, poolId: string) =>
  (await caller.ask(listPoolCards, { query: { poolId, pageSize: 100, sort: 'id' } })).list;
const stopped = async (of: readonly number[]) => {
  const states = await Promise.all(of.map((each) => card(under, each)));
  return states.map(({ stop_reasons, lifecycle, pending_action }) =>
    pending_action === null ? `${lifecycle} ${stop_reasons}` : 'pending',
  );
};
/** Works off a notice that was queued; whose accounts were told. */
async function told(name: string): Promise<readonly string[]> {
  const { rows } = await sql<{ data: never }>`
    delete from jobs.job where name = ${`reaction.${name}`} returning data`.execute(under.db);
  const notice = poolNotices.find((each) => each.name === name);
  for (const { data } of rows) await notice?.run(under.ctx, data);
  const found = await under.db
    .selectFrom('notices.receipt')
    .select('customer_id')
    .distinct()
    .where('source', 'like', `${name.slice('notices.'.length)}:%`)
    .execute();
  return found.map(({ customer_id }) => customer_id);
}
const all = (count: number, word: string) => Array.from({ length: count }, () => word);
const RUNS = 'activated ';
const STOPPED = 'stopped 2';

/** A pool of the agent with cards of its own, and a sub-pool for its child with some of the child's. */
async function shared(own: number, theirs: number, quota: bigint) {
  const pool = await newPool(under, agent, monthly.id);
  const [mine, given] = [numbers(own), numbers(theirs)];
  const ids = { mine: await cardsOn(under, monthly.id, mine), given: await cardsOn(under, monthly.id, given, '12') };
  await runPool(under, agent, 'join_pool', mine, pool.id);
  const cut = await newSubPool(agent, pool.id, '12', { quotaBytes: String(quota) });
  await runPool(under, agent, 'join_pool', given, cut.id);
  return { pool, cut, mine, given, ids };
}
const versionOf = async (poolCode: string) => (await agent.ask(readCardPool, { query: { poolCode } })).version;

test('a sub-pool of 50 GB and 30 cards: its customer sees its share alone; used up, exactly its cards stop and run again in the next cycle', {
  timeout: 120_000,
}, async () => {
  const { pool, cut, mine, given, ids } = await shared(60, 30, 50n * GB);
  const seen = await sub(child, cut.poolCode);
  expect(seen).toMatchObject({ cards: 30, quotaBytes: String(50n * GB), used: '0', isFromAbove: false });
  expect(seen.price).toEqual({ amount: '900', currency: 'CNY' });
  for (const absent of ['parent', 'parentId', 'depth']) expect(Object.keys(seen)).not.toContain(absent);
  const { poolCode, name } = await agent.ask(readCardPool, { query: { poolCode: pool.poolCode } });
  const answers = JSON.stringify([seen, await cardsOf(child, cut.id), await cardsOf(child, pool.id)]);
  for (const secret of [poolCode, name, `"${pool.id}"`, '"800"']) expect(answers).not.toContain(secret);
  expect(await sub(agent, cut.poolCode)).toMatchObject({ parent: { poolCode, name }, isFromAbove: true });
  const codeOf = async (caller: Caller, code: string) =>
    (await caller.call(readSubPool, { query: { poolCode: code } })).code;
  expect([await codeOf(rival, cut.poolCode), await codeOf(child, pool.poolCode)]).toEqual(['4042450', '4042450']);

  await useOfDay(under, ids.mine.slice(0, 1), 100n * GB);
  await useOfDay(under, ids.given.slice(0, 9), 5n * GB);
  await limitsMinute(under);
  expect(await stopped(given)).toEqual(all(30, RUNS));
  await useOfDay(under, ids.given.slice(9, 10), 5n * GB);
  await limitsMinute(under);
  expect(await stopped(given)).toEqual(all(30, STOPPED));
  expect(await stopped(mine)).toEqual(all(60, RUNS));
  // Whose cards are all stopped stays where it is: nothing goes on by the old rate.
  const still = await sub(child, cut.poolCode);
  expect([still.forecastPercent, still.usedPercent]).toEqual([100, 100]);
  expect((await effects(under, [...mine, ...given])).summary.byCount).toEqual({ 0: 60, 1: 30 });
  expect(await sub(child, cut.poolCode)).toMatchObject({
    stopped: { quota: 30, cap: 0 },
    firings: [{ liftedAt: null }],
  });
  expect((await cardsOf(child, cut.id)).map(({ stoppedBy }) => stoppedBy)).toEqual(all(30, 'quota'));
  expect((await events(under, given[0] as number)).at(-1)?.customer_id).toBe('12');
  // More readings and minutes stop nobody again.
  await useOfDay(under, ids.given.slice(9, 10), 6n * GB);
  await limitsMinute(under);
  expect((await effects(under, given)).summary.byCount).toEqual({ 1: 30 });
  expect(await told('notices.poolQuotaUsedUp')).toEqual(['12']);

  under.clock.set(new Date('2026-12-01T00:10:00+08:00'));
  await openCycles(under.ctx);
  await limitsMinute(under);
  expect(await stopped(given)).toEqual(all(30, RUNS));
  await signInAgain();
  expect((await sub(child, cut.poolCode)).firings).toMatchObject([{ cycle: '2026-11', liftedAt: expect.any(String) }]);
  expect(await poolFaults(under)).toEqual([]);
});

test('a higher quota, a corrected reading and leaving let go; what somebody restarted or had stopped is left alone', async () => {
  const { pool, cut, given, ids } = await shared(20, 4, 2n * GB);
  const [first, second, third, fourth] = given as [number, number, number, number];
  await start(agent, 'stop_card', listSource([fourth]));
  await limitsMinute(under);
  await useOfDay(under, ids.given.slice(0, 2), GB);
  await limitsMinute(under);
  expect(await stopped(given)).toEqual([STOPPED, STOPPED, STOPPED, 'stopped 1,2']);
  await runPool(under, agent, 'leave_pool', [third], cut.id);
  await limitsMinute(under);
  expect(await stopped([third])).toEqual([RUNS]);
  expect((await events(under, third)).find(({ action }) => action === 'lift_forced_stop')?.reason).toBe(
    `已移出卡池 ${cut.poolCode}`,
  );
  // A correction below the quota lets go; reached again, it stops again.
  await useOfDay(under, ids.given.slice(0, 1), GB - 1n);
  await limitsMinute(under);
  expect(await stopped([first, second, fourth])).toEqual([RUNS, RUNS, 'stopped 1']);
  await useOfDay(under, ids.given.slice(0, 1), GB);
  await limitsMinute(under);
  expect(await stopped([first, second])).toEqual([STOPPED, STOPPED]);
  // What nobody set by hand is lifted by the platform.
  await start(await under.anew('operator'), 'lift_forced_stop', listSource([first]), { stopReason: 2 });
  await limitsMinute(under);
  await limitsMinute(under);
  expect(await stopped([first, second])).toEqual([RUNS, STOPPED]);
  const raise = { id: cut.id, version: await versionOf(cut.poolCode), quotaBytes: String(3n * GB) };
  expect(await agent.ask(previewQuota, { query: { id: cut.id, quotaBytes: raise.quotaBytes } })).toMatchObject({
    ...{ used: String(2n * GB), isBelowUsed: false, willStop: 0, willRun: 3 },
  });
  await agent.ask(setQuota, { body: raise });
  await limitsMinute(under);
  expect(await stopped([first, second, fourth])).toEqual([RUNS, RUNS, 'stopped 1']);
  expect((await sub(child, cut.poolCode)).firings).toHaveLength(2);
  expect((await sub(child, cut.poolCode)).stopped).toEqual({ quota: 0, cap: 0 });
  expect(await agent.ask(readCardPool, { query: { poolCode: pool.poolCode } })).toMatchObject({ cards: 23 });
});

test('a quota below what is used holds from the next cycle on; forced it stops at once, as its preview says', async () => {
  const { cut, given, ids } = await shared(20, 3, 10n * GB);
  await useOfDay(under, ids.given.slice(0, 1), 4n * GB);
  const lower = String(4n * GB);
  const preview = () => agent.ask(previewQuota, { query: { id: cut.id, quotaBytes: lower } });
  expect(await preview()).toMatchObject({ isBelowUsed: true, willStop: 3, willRun: 0, isDecidedByStrategy: false });
  expect((await rival.call(previewQuota, { query: { id: cut.id, quotaBytes: lower } })).code).toBe('4042450');
  const body = { id: cut.id, version: await versionOf(cut.poolCode), quotaBytes: lower };
  expect((await child.call(setQuota, { body })).code).toBe('4032450');
  const { from } = await agent.ask(setQuota, { body });
  expect(from).toBe((await sub(child, cut.poolCode)).cycleEndsAt);
  await limitsMinute(under);
  expect(await stopped(given)).toEqual(all(3, RUNS));
  expect(await sub(child, cut.poolCode)).toMatchObject({ quotaBytes: String(10n * GB), nextQuotaBytes: lower });
  await agent.ask(setQuota, { body: { ...body, version: body.version + 1, isForced: true } });
  await limitsMinute(under);
  expect(await stopped(given)).toEqual(all(3, STOPPED));
  expect(await sub(child, cut.poolCode)).toMatchObject({ quotaBytes: lower, nextQuotaBytes: null });
});

test('what waits for the next cycle holds once that begins', async () => {
  const { cut, ids } = await shared(5, 1, 4n * GB);
  await useOfDay(under, ids.given, 2n * GB);
  const body = { id: cut.id, version: await versionOf(cut.poolCode), quotaBytes: String(GB) };
  await agent.ask(setQuota, { body });
  under.clock.set(new Date('2027-01-02T10:00:00+08:00'));
  await openCycles(under.ctx);
  await signInAgain();
  expect(await sub(child, cut.poolCode)).toMatchObject({ quotaBytes: String(GB), nextQuotaBytes: null, used: '0' });
});

test('its customer asks for more, and whoever set the quota is told; a strategy that goes by the pool decides instead of the quota', async () => {
  const { pool, cut, given, ids } = await shared(10, 2, 2n * GB);
  const ask = (caller: Caller, quota: bigint, id = cut.id) =>
    caller.call(requestQuota, { body: { id, quotaBytes: String(quota), why: '双十一' } });
  const less = await ask(child, 2n * GB);
  expect([less.code, less.message]).toEqual(['4002660', expect.stringContaining('2 GB')]);
  expect([(await ask(agent, 5n * GB)).code, (await ask(agent, 5n * GB, pool.id)).code]).toEqual(['4092660', '4092660']);
  expect((await ask(rival, 5n * GB)).code).toBe('4042450');
  expect((await ask(child, 5n * GB)).code).toBe('200');
  expect(await sub(agent, cut.poolCode)).toMatchObject({ wanted: { quotaBytes: String(5n * GB), why: '双十一' } });
  expect(await told('notices.poolQuotaWanted')).toEqual(['10']);
  const strategyId = await createFlow(under, agent, {
    name: '按池停机',
    packageId: monthly.id,
    rules: [stopAt('150', { base: 'pool' })],
    state: 'on',
  });
  expect(await sub(child, cut.poolCode)).toMatchObject({ isDecidedByStrategy: true });
  await useOfDay(under, ids.given, GB);
  await limitsMinute(under);
  expect(await stopped(given)).toEqual([RUNS, RUNS]);
  await under.db.updateTable('control.flow_strategy').set({ state: 'shadow' }).where('id', '=', strategyId).execute();
  await limitsMinute(under);
  expect(await stopped(given)).toEqual([STOPPED, STOPPED]);
  await agent.ask(setQuota, {
    body: { id: cut.id, version: await versionOf(cut.poolCode), quotaBytes: String(5n * GB) },
  });
  expect(await sub(agent, cut.poolCode)).toMatchObject({ wanted: null });
  await limitsMinute(under);
  expect(await stopped(given)).toEqual([RUNS, RUNS]);
});

test('a card at its cap stops once, runs again in the next cycle or with a higher cap; lowered below what is used it stops at once', async () => {
  const pool = await newPool(under, agent, monthly.id);
  const cards = numbers(4);
  const [one, two, three, four] = cards as [number, number, number, number];
  const ids = await cardsOn(under, monthly.id, cards);
  await runPool(under, agent, 'join_pool', cards, pool.id);
  const members = async () => (await cardsOf(agent, pool.id)).map(({ id }) => id);
  const [first, second, third, fourth] = (await members()) as [string, string, string, string];
  const cap = (of: readonly string[], bytes: bigint | null) => ({
    body: { poolId: pool.id, ids: [...of], capBytes: bytes === null ? null : String(bytes) },
  });
  expect(await agent.ask(previewCap, cap([first, second, third, '1'], GB))).toEqual({
    ...{ cards: 3, notIn: 0, willStop: 0, willRun: 0 },
  });
  expect(await agent.ask(setCap, cap([first, second, third], GB))).toEqual({ cards: 3 });
  for (const strange of [child, rival]) {
    expect((await strange.call(setCap, cap([first], GB))).code).toBe('4042450');
    expect((await strange.call(previewCap, cap([first], GB))).code).toBe('4042450');
  }
  expect((await agent.call(setCap, cap(['1'], GB))).code).toBe('4042660');
  expect((await cardsOf(agent, pool.id)).map(({ capBytes }) => capBytes)).toEqual([
    ...all(3, String(GB)),
    null as unknown as string,
  ]);
  await useOfDay(under, ids, GB - 1n);
  await limitsMinute(under);
  expect(await stopped(cards)).toEqual(all(4, RUNS));
  await useOfDay(under, ids, GB);
  await limitsMinute(under);
  await limitsMinute(under);
  expect(await stopped(cards)).toEqual([STOPPED, STOPPED, STOPPED, RUNS]);
  expect((await effects(under, cards)).summary.byCount).toEqual({ 0: 1, 1: 3 });
  expect((await cardsOf(agent, pool.id)).map(({ stoppedBy }) => stoppedBy)).toEqual(['cap', 'cap', 'cap', null]);
  // Its own history says that the cap was set and reached.
  const told = async (of: number) =>
    (await events(under, of)).flatMap(({ action, from_value, to_value, reason }) =>
      action === 'set_usage_cap' || reason?.includes('单卡上限')
        ? [{ action, from: from_value, to: to_value, reason }]
        : [],
    );
  const { poolCode } = pool;
  const named = `卡池 ${poolCode} 的单卡上限`;
  const none = { zh: '不限', en: 'none' };
  const one_gb = { zh: '1 GB', en: '1 GB' };
  expect((await told(one)).slice(0, 2)).toMatchObject([
    { action: 'set_usage_cap', from: none, to: one_gb, reason: named },
    { reason: `达到${named}` },
  ]);
  expect(await told(four)).toEqual([]);
  // A higher cap lets go; a lower one than what is used stops at once.
  expect(await agent.ask(previewCap, cap([first], 2n * GB))).toMatchObject({ willRun: 1, willStop: 0 });
  await agent.ask(setCap, cap([first], 2n * GB));
  expect(await agent.ask(previewCap, cap([fourth], GB / 2n))).toMatchObject({ willStop: 1, willRun: 0 });
  await agent.ask(setCap, cap([fourth], GB / 2n));
  expect((await told(one)).filter(({ action }) => action === 'set_usage_cap').map(({ to }) => to)).toEqual([
    one_gb,
    { zh: '2 GB', en: '2 GB' },
  ]);
  // The same again is no change.
  await agent.ask(setCap, cap([first], 2n * GB));
  expect((await told(one)).filter(({ action }) => action === 'set_usage_cap')).toHaveLength(2);
  await start(agent, 'stop_card', listSource([three]));
  await limitsMinute(under);
  expect(await stopped(cards)).toEqual([RUNS, STOPPED, 'stopped 1,2', STOPPED]);
  // Out of the pool a card has no cap.
  await runPool(under, agent, 'leave_pool', [two], pool.id);
  expect(await agent.ask(previewCap, cap([first, second], GB))).toMatchObject({ cards: 1, notIn: 1 });
  await limitsMinute(under);
  expect(await stopped([two])).toEqual([RUNS]);
  under.clock.set(new Date('2027-02-01T08:00:00+08:00'));
  await openCycles(under.ctx);
  await limitsMinute(under);
  // Only what the cap stopped runs again.
  expect(await stopped([one, three, four])).toEqual([RUNS, 'stopped 1', RUNS]);
});
