import { seededRandom } from '@cardinal/primitives/random.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import { cardsOn, GB, newPool, POOL_RIGHTS, poolFaults, sharedPackage } from '@cardinal/testing/poolsUnderTest.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lockCards } from '../cards/face.ts';
import { recordDailyUsage } from '../usage/face.ts';
import { moveAtTurn, wasThereAtTurn } from './actions/moveAtTurn.ts';
import { leaveEach } from './actions/poolActions.ts';
import { joinPool } from './membership/joining.ts';
import { openMemberships } from './membership/leaving.ts';
import { lockPools } from './membership/lockPools.ts';
import { openCycles } from './membership/opening.ts';

const under = await forThisFile(cardsUnderTest());
await allow(under, 'agent', POOL_RIGHTS);
const agent = await under.as('agent');
const monthly = await sharedPackage(under);
const numbers = [1, 2, 3, 4];
const ids = await cardsOn(under, monthly.id, numbers);
const pools = [
  await newPool(under, agent, monthly.id, { contributionRule: 'byDay' }),
  await newPool(under, agent, monthly.id, { contributionRule: 'full' }),
  await newPool(under, agent, monthly.id, { contributionRule: 'nextCycle', cycleDay: 31 }),
];

/** Puts a card into a pool, out of wherever it is; into none: out only. A transfer keeps what both bring. */
const move = (at: number, poolId: string | undefined, isTransfer: boolean | 'atTurn') =>
  under.ctx.transact(async (inside) => {
    const cardId = ids[at] as string;
    await lockCards(inside.db, [cardId]);
    const member = (await openMemberships(inside, [cardId])).get(cardId);
    if (member?.pool_id === poolId) return;
    const locked = await lockPools(inside, [poolId ?? '0', member?.pool_id ?? '0']);
    const [from, to] = [locked.get(member?.pool_id ?? ''), locked.get(poolId ?? '')];
    if (isTransfer === 'atTurn' && member && from && to && wasThereAtTurn(inside, from, to, member)) {
      await moveAtTurn(inside, from, to, [member]);
      return;
    }
    const open = await leaveEach(inside, member ? [member] : [], locked);
    const pool = poolId === undefined ? undefined : locked.get(poolId);
    const brings = isTransfer && member ? { brings: open.get(cardId) ?? 0n } : {};
    if (pool) await joinPool(inside, pool, [{ cardId, iccid: iccid(numbers[at] as number), allowance: GB, ...brings }]);
  });

const read = (at: number, day: string, bytes: bigint) =>
  under.ctx.transact(async (inside) => {
    await lockCards(inside.db, [ids[at] as string]);
    await recordDailyUsage(inside, [{ cardId: ids[at] as string, customerId: '10', day, bytes: String(bytes) }]);
  });

test('whatever order cards join, leave, move and are read in: one pool a card, and every sum is that of its members', async () => {
  const random = seededRandom('pools');
  const day = (back: number) => dayText(new Date(under.clock.now().getTime() - back * 86_400_000));
  for (let step = 0; step < 220; step += 1) {
    const at = random.int(ids.length);
    const what = random.int(8);
    if (what < 2) await move(at, pools[random.int(3)]?.id, ([true, false, 'atTurn'] as const)[random.int(3)] ?? false);
    else if (what === 2) await move(at, undefined, false);
    else if (what < 7) await read(at, day(random.int(5) === 0 ? random.int(4) : 0), BigInt(random.int(3_000)));
    else {
      under.clock.advance((1 + random.int(30)) * 3_600_000);
      await openCycles(under.ctx);
    }
    if (step % 20 === 19) expect(await poolFaults(under), `step ${step}`).toEqual([]);
  }
  expect(await poolFaults(under)).toEqual([]);
  // A card brings no more than its allowance in a cycle, whatever pools of one cycle day it passed through.
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select c.card_id from pools.member_cycle c join pools.pool p on p.id = c.pool_id and p.cycle_day = 1
      group by c.card_id, c.cycle having sum(c.contributed) > ${String(GB)}::bigint) as over_its_allowance`.execute(
    under.db,
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test('two put one card into two pools at once: it is in one of them', async () => {
  await move(0, undefined, false);
  const join = (poolId: string) =>
    under.ctx.transact(async (inside) => {
      const cardId = ids[0] as string;
      await lockCards(inside.db, [cardId]);
      if ((await openMemberships(inside, [cardId])).has(cardId)) return false;
      const pool = (await lockPools(inside, [poolId])).get(poolId);
      if (pool) await joinPool(inside, pool, [{ cardId, iccid: iccid(1), allowance: GB }]);
      return true;
    });
  const won = await Promise.all(pools.map(({ id }) => join(id)));
  expect(won.filter(Boolean)).toHaveLength(1);
  expect(await poolFaults(under)).toEqual([]);
});
