import { startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { createCardPool, createSubPool } from '@cardinal/contract/api/pools/cardPools.ts';
import type { ContributionRule } from '@cardinal/contract/enumerations/pool.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { confirmDue, cursorFrom } from '@cardinal/server/domains/cardCommands/confirming/confirmCommands.ts';
import { lockCards } from '@cardinal/server/domains/cards/face.ts';
import { settleLimitsJob } from '@cardinal/server/domains/pools/limits/settleLimits.ts';
import { recordDailyUsage } from '@cardinal/server/domains/usage/face.ts';
import { sql } from 'kysely';
import type { Caller } from './app.ts';
import { addCards, type CardsUnderTest, iccid, listSource, start, workOff } from './cardsUnderTest.ts';
import { addRecord } from './ordersUnderTest.ts';
import { makePackage } from './packages.ts';

export const GB = 1024n ** 3n;

export const POOL_RIGHTS = [
  'cardPool.view',
  'cardPool.create',
  'cardPool.edit',
  'cardPool.createSub',
  'cardPool.close',
  'cardPool.addCard',
  'cardPool.removeCard',
  'cardPool.viewSub',
  'cardPool.setQuota',
  'cardPool.requestQuota',
  'cardPool.setCap',
  'myPool.transfer',
  'myPool.view',
  'cardPool.viewCard',
  'flowCard.view',
] as const;

/** A shared monthly package of 1 GB that the platform, agent A and its children have. */
export const sharedPackage = (under: CardsUnderTest, rest: Parameters<typeof makePackage>[1] = {}) =>
  makePackage(under.ctx, {
    name: '共享 1GB',
    mode: 2,
    given: [
      { to: '10', from: '1', reserve: 800 },
      { to: '12', from: '10', reserve: 900 },
    ],
    ...rest,
  });

/** Cards with the package in use, numbered from one. */
export async function cardsOn(
  under: CardsUnderTest,
  packageId: string,
  numbers: readonly number[],
  customerId = '10',
): Promise<string[]> {
  const ids = await addCards(
    under,
    numbers.map((n) => ({ n, customerId })),
  );
  for (const [at, id] of ids.entries())
    await addRecord(under, { id, iccid: iccid(numbers[at] as number) }, -1, 400, {
      package_id: packageId,
      flow_bytes: String(GB),
      state: 1,
    });
  return ids;
}

export const newPool = (
  under: CardsUnderTest,
  caller: Caller,
  packageId: string,
  rest: { contributionRule?: ContributionRule; cycleDay?: number; poolCode?: string; oversellPercent?: number } = {},
) =>
  caller.ask(createCardPool, {
    body: {
      name: '华东共享池',
      packageId,
      carrierAccountId: under.accountId,
      contributionRule: 'full',
      oversellPercent: 100,
      cycleDay: 1,
      ...rest,
    },
  });

export const newSubPool = (
  caller: Caller,
  parentId: string,
  customerId: string,
  rest: { quotaBytes?: string | null; poolCode?: string; allowOversell?: boolean } = {},
) => caller.ask(createSubPool, { body: { parentId, customerId, name: '子池', quotaBytes: null, ...rest } });

/** Previews, starts and works off; what became of the task. */
export async function runPool(
  under: CardsUnderTest,
  caller: Caller,
  action: 'join_pool' | 'leave_pool' | 'pool_transfer',
  numbers: readonly number[],
  poolId: string,
  previewId?: string,
) {
  const { taskId } = previewId
    ? await caller.ask(startAction, { body: { previewId } })
    : await start(caller, action, listSource(numbers), { poolId });
  await workOff(under);
  return under.db.selectFrom('tasks.task').selectAll().where('id', '=', taskId).executeTakeFirstOrThrow();
}

/** What carriers report of cards on a day, as readings write it. */
export const useOfDay = (
  under: CardsUnderTest,
  ids: readonly string[],
  bytes: bigint,
  day = dayText(under.clock.now()),
) =>
  under.ctx.transact(async (inside) => {
    await lockCards(inside.db, ids);
    await recordDailyUsage(
      inside,
      ids.map((cardId) => ({ cardId, customerId: '10', day, bytes: String(bytes) })),
    );
  });

/** Whose limits are reached is stopped and who is below them let go, and what carriers are asked is confirmed. */
export async function limitsMinute(under: CardsUnderTest): Promise<void> {
  await settleLimitsJob.run(under.ctx, {}, new AbortController().signal);
  for (let round = 0; round < 3; round += 1) {
    await workOff(under);
    under.clock.advance(2_000);
    const since = cursorFrom(new Date(under.clock.now().getTime() - 3_600_000));
    await confirmDue(under.ctx, under.accountId, since, new AbortController().signal);
    under.clock.advance(6_000);
  }
}

/** What of all kept sums differs from what the memberships and the days of their cards say; nothing where all agree. */
export async function poolFaults(under: CardsUnderTest): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    with part as (
      select m.id as member_id, m.pool_id, d.day, greatest(0,
        case when d.day = m.leave_day then least(d.bytes, m.leave_mark) else d.bytes end
        - case when d.day = m.join_day then m.join_mark else 0 end) as bytes
      from pools.member m join usage.card_day d
        on d.card_id = m.card_id and d.day >= m.join_day and (m.leave_day is null or d.day <= m.leave_day)
    ), by_member as (select member_id, sum(bytes) as bytes from part group by 1),
    by_day as (select pool_id, day, sum(bytes) as bytes from part group by 1, 2)
    select 'member ' || m.id as fault from pools.member m left join by_member b on b.member_id = m.id
    where coalesce(b.bytes, 0) <> (select coalesce(sum(c.used), 0) from pools.member_cycle c where c.member_id = m.id)
    union all
    select 'day ' || coalesce(b.day, d.day) from by_day b full join pools.pool_day d on d.pool_id = b.pool_id and d.day = b.day
    where coalesce(b.bytes, 0) <> coalesce(d.used, 0)
    union all
    select 'cycle ' || p.pool_id || ' ' || p.cycle from pools.pool_cycle p
    where (p.contributed, p.used) <> (
      select coalesce(sum(c.contributed), 0), coalesce(sum(c.used), 0) from pools.member_cycle c
      where c.pool_id = p.pool_id and c.cycle = p.cycle)
    union all
    select 'cards ' || p.id from pools.pool p
    where p.cards <> (select count(*) from pools.member m where m.pool_id = p.id and m.left_at is null)
    union all
    select 'two pools ' || card_id from pools.member where left_at is null group by card_id having count(*) > 1`.execute(
    under.db,
  );
  return rows.map(({ fault }) => fault);
}
