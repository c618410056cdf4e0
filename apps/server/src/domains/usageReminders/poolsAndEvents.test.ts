import {
  fill,
  flowPoolsUnderTest,
  newFlowPool,
  poolPackage,
  runFlowPool,
} from '@cardinal/testing/flowPoolsUnderTest.ts';
import { MB, meteredCard } from '@cardinal/testing/flowsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow, fund } from '@cardinal/testing/ordersUnderTest.ts';
import { newPool, runPool, sharedPackage } from '@cardinal/testing/poolsUnderTest.ts';
import { cardOf, messagesOf, REMINDER_RIGHTS, reminder } from '@cardinal/testing/remindersUnderTest.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';

const under = await forThisFile(flowPoolsUnderTest());
for (const account of ['agent', 'enterprise', 'rival']) await allow(under, account, REMINDER_RIGHTS);
await fund(under, '10', 10_000_000);
afterEach(() => sql`update usage_reminders.rule set state = 'off'`.execute(under.db));
const agent = () => under.anew('agent');
const POOL = { kind: 'poolPercent', textZh: '池 {pool} 用到 {percent}', textEn: 'Pool {pool}: {percent}' } as const;

test('a flow pool reminds once a threshold and cycle, its cards do not; who stands beside hears nothing', async () => {
  const cards = await reminder(await agent(), { thresholds: [50] });
  const pools = await reminder(await agent(), { ...POOL, thresholds: [40, 80] });
  const beside = await reminder(await under.anew('rival'), { ...POOL, thresholds: [1] });
  const pool = await newFlowPool(await agent(), {});
  const { id: fills } = await poolPackage(under, 100 * MB);
  await fill(await agent(), pool.id, fills);
  const one = await meteredCard(under, '990002', 10 * MB);
  await runFlowPool(under, await agent(), 'join_flow_pool', [one.n], pool.id);
  await one.read(60 * MB);
  expect(await messagesOf(under, pools)).toMatchObject([
    { threshold: 40, pool_code: pool.poolCode, iccid: null, text_zh: `池 ${pool.poolCode} 用到 50%` },
  ]);
  under.clock.advance(60_000);
  await one.read(55 * MB);
  under.clock.advance(60_000);
  await one.read(61 * MB);
  expect(await messagesOf(under, pools)).toHaveLength(1);
  under.clock.advance(60_000);
  await one.read(95 * MB);
  expect((await messagesOf(under, pools)).map(({ threshold }) => threshold)).toEqual([40, 80]);
  expect(await messagesOf(under, cards)).toEqual([]);
  expect(await messagesOf(under, beside)).toEqual([]);
});

test('a card pool reminds by what all its cards use together', async () => {
  const shared = await sharedPackage(under);
  await allow(under, 'agent', ['cardPool.view', 'cardPool.create', 'cardPool.addCard']);
  const rule = await reminder(await agent(), { ...POOL, thresholds: [50], name: '卡池过半' });
  const [one, two] = [await meteredCard(under, shared.id, 100 * MB), await meteredCard(under, shared.id, 100 * MB)];
  const pool = await newPool(under, await agent(), shared.id);
  await runPool(under, await agent(), 'join_pool', [one.n, two.n], pool.id);
  await one.read(60 * MB);
  expect(await messagesOf(under, rule)).toEqual([]);
  under.clock.advance(60_000);
  await two.read(60 * MB);
  expect(await messagesOf(under, rule)).toMatchObject([{ threshold: 50, pool_code: pool.poolCode }]);
});

test('a system is told at once, also within the quiet hours, with what its card has used', async () => {
  const now = under.clock.now();
  const night = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 16);
  under.clock.set(new Date(night));
  const rule = await reminder(await agent(), { receivers: ['holder'], ways: ['webhook', 'notice'] });
  const one = await cardOf(under, 100, '12');
  await one.read(90 * MB);
  const sent = await messagesOf(under, rule);
  expect(sent.map(({ way, result }) => [way, result])).toEqual([
    ['webhook', 1],
    ['notice', 0],
  ]);
  const { rows } = await sql<{ customer_id: string; iccid: string; facts: object }>`
    select customer_id, iccid, facts from customer_events.event where type = 'usage_reminder' and iccid = ${one.iccid}`.execute(
    under.db,
  );
  expect(rows).toMatchObject([
    {
      customer_id: '12',
      iccid: one.iccid,
      facts: {
        kind: 'flowPercent',
        threshold: 80,
        usedPercent: 90,
        usedBytes: String(90 * MB),
        textZh: sent[0]?.text_zh,
      },
    },
  ]);
});
