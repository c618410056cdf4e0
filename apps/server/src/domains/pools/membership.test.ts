import { previewSelection, startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { readCardPool } from '@cardinal/contract/api/pools/cardPools.ts';
import { listPoolCards, readPoolOfCard } from '@cardinal/contract/api/pools/poolCards.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { addCards, card, cardsUnderTest, events, item, listSource, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import {
  cardsOn,
  GB,
  newPool,
  newSubPool,
  poolFaults,
  runPool,
  sharedPackage,
} from '@cardinal/testing/poolsUnderTest.ts';
import { expect, test } from 'vitest';
import { lockCards } from '../cards/face.ts';
import { recordDailyUsage } from '../usage/face.ts';
import { openCycles } from './membership/opening.ts';

const under = await forThisFile(cardsUnderTest());
const POOL_RIGHTS = [
  'cardPool.view',
  'cardPool.create',
  'cardPool.edit',
  'cardPool.createSub',
  'cardPool.close',
  'cardPool.addCard',
  'cardPool.removeCard',
  'myPool.transfer',
  'flowCard.view',
] as const;
for (const account of ['agent', 'enterprise', 'rival']) await allow(under, account, POOL_RIGHTS);
const agent = await under.as('agent');
const child = await under.as('enterprise');
const rival = await under.as('rival');
const monthly = await sharedPackage(under);
let n = 0;
const numbers = (count: number) => Array.from({ length: count }, () => (n += 1));
type Caller = typeof agent;
const detail = (caller: Caller, poolCode: string) => caller.ask(readCardPool, { query: { poolCode } });
const today = () => dayText(under.clock.now());

/** What carriers report of cards on a day, as readings do it. */
const use = (ids: readonly string[], bytes: bigint, day = today()) =>
  under.ctx.transact(async (inside) => {
    await lockCards(inside.db, ids);
    await recordDailyUsage(
      inside,
      ids.map((cardId) => ({ cardId, customerId: '10', day, bytes: String(bytes) })),
    );
  });
const skipped = async (caller: Caller, action: 'join_pool' | 'leave_pool', cards: readonly number[], poolId: string) =>
  (await caller.ask(previewSelection, { body: { action, source: listSource(cards), parameters: { poolId } } })).skipped;

test('60 of 100 cards join by day within the cycle: what the pool has is what they bring, to the byte', async () => {
  const pool = await newPool(under, agent, monthly.id, { contributionRule: 'byDay' });
  const cards = numbers(100);
  await cardsOn(under, monthly.id, cards);
  const done = await runPool(under, agent, 'join_pool', cards.slice(0, 60), pool.id);
  expect(done).toMatchObject({ done: 60, failed: 0, skipped: 0 });
  // The clock of the tests stands on 20 November: 11 of 30 days are left.
  const each = (GB * 11n) / 30n;
  expect(await detail(agent, pool.poolCode)).toMatchObject({ cards: 60, contributed: String(60n * each), used: '0' });
  expect(await poolFaults(under)).toEqual([]);
});
