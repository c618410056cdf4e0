import { startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { orderFlowPool } from '@cardinal/contract/api/flowPools/feeds.ts';
import { createFlowPool, readFlowPool } from '@cardinal/contract/api/flowPools/flowPools.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { confirmDue, cursorFrom } from '@cardinal/server/domains/cardCommands/confirming/confirmCommands.ts';
import { passFeeds } from '@cardinal/server/domains/flowPools/filling/passFeeds.ts';
import { settleStopsJob } from '@cardinal/server/domains/flowPools/thresholds/stops.ts';
import { catchUpJob } from '@cardinal/server/domains/metering/marks/catchUp.ts';
import { addToTotals } from '@cardinal/server/domains/usage/recordUsage.ts';
import { takeUsage } from '@cardinal/server/domains/usage/takeUsage.ts';
import { sql } from 'kysely';
import type { Caller } from './app.ts';
import { addCards, type CardsUnderTest, cardsUnderTest, iccid, listSource, start, workOff } from './cardsUnderTest.ts';
import { addRecord, allow } from './ordersUnderTest.ts';
import { makePackage } from './packages.ts';
import { POOL_RIGHTS } from './poolsUnderTest.ts';

const SECOND = 1_000;

export const FLOW_POOL_RIGHTS = [
  'flowPool.view',
  'flowPool.create',
  'flowPool.edit',
  'flowPool.close',
  'flowPool.order',
  'flowPool.money',
  'flowPool.addCard',
  'flowPool.removeCard',
  'flowCard.view',
  'flow.refund',
] as const;

/** Cards, accounts that may do everything with pools, and usage that is shared out. */
export async function flowPoolsUnderTest(): Promise<CardsUnderTest> {
  const under = await cardsUnderTest();
  for (const account of ['agent', 'enterprise', 'operator', 'rival'])
    await allow(under, account, [...POOL_RIGHTS, ...FLOW_POOL_RIGHTS]);
  await catchUpJob.run(under.ctx, {}, new AbortController().signal);
  return under;
}

/** A package of so many bytes that fills pools: the platform sells it at 80.00 to A, A at 90.00, and 12 pays 90.00. */
export const poolPackage = (
  under: CardsUnderTest,
  bytes: number | null,
  terms: NonNullable<Parameters<typeof makePackage>[1]>['terms'] = {},
) =>
  makePackage(under.ctx, {
    name: '池包',
    type: 'flow',
    mode: 2,
    given: [
      { to: '10', from: '1', reserve: 8_000 },
      { to: '12', from: '10', reserve: 9_000 },
    ],
    terms: { flow_bytes: bytes === null ? null : String(bytes), ...terms },
  });

export const newFlowPool = (caller: Caller, given: Partial<BodyOf<typeof createFlowPool>> = {}) =>
  caller.ask(createFlowPool, {
    body: { name: '华东流量池', needsPackage: false, thresholds: [80], exhaustedAction: 1, cycleDay: 1, ...given },
  });

export const fill = (
  caller: Caller,
  poolId: string,
  packageId: string,
  given: Partial<BodyOf<typeof orderFlowPool>> = {},
) => caller.ask(orderFlowPool, { body: { poolId, packageId, count: 1, ...given } });

export const flowPool = (caller: Caller, { id, poolCode }: { id: string; poolCode: string }) =>
  caller.ask(readFlowPool, { query: { poolCode, poolId: id } });

/** Previews, starts and works off; what became of the task. */
export async function runFlowPool(
  under: CardsUnderTest,
  caller: Caller,
  action: 'join_flow_pool' | 'leave_flow_pool',
  numbers: readonly number[],
  flowPoolId: string,
  previewId?: string,
) {
  const { taskId } = previewId
    ? await caller.ask(startAction, { body: { previewId } })
    : await start(caller, action, listSource(numbers), { flowPoolId });
  await workOff(under);
  return under.db.selectFrom('tasks.task').selectAll().where('id', '=', taskId).executeTakeFirstOrThrow();
}

let last = 3_000;
/** A card whose carrier counts from nothing today; with a package of so many bytes that began yesterday, or without. */
export async function drawingCard(under: CardsUnderTest, bytes: number | undefined, customerId = '10') {
  last += 1;
  const n = last;
  const [id = ''] = await addCards(under, [{ n, customerId }]);
  const read = (cycleBytes: number | null, days: readonly { day: string; bytes: string }[] = []) => {
    under.clock.advance(60 * SECOND);
    return under.ctx.transact(async (inside) => {
      const reading = {
        cardId: id,
        cycleBytes: cycleBytes === null ? null : String(cycleBytes),
        days,
        seconds: null,
        messages: null,
      };
      const account = { zone: 'Asia/Shanghai', cycleDay: 1 };
      await addToTotals(inside, await takeUsage(inside, account, [reading], under.clock.now()));
    });
  };
  await read(0);
  if (bytes !== undefined)
    await addRecord(under, { id, iccid: iccid(n) }, -1, 29, { flow_bytes: String(bytes), state: 1 });
  return { n, id, read };
}

/** What is due in a minute is done, and what is asked of carriers is confirmed. */
export async function poolMinute(under: CardsUnderTest): Promise<void> {
  await passFeeds(under.ctx);
  await settleStopsJob.run(under.ctx, {}, new AbortController().signal);
  for (let round = 0; round < 3; round += 1) {
    await workOff(under);
    under.clock.advance(2 * SECOND);
    const since = cursorFrom(new Date(under.clock.now().getTime() - 3_600 * SECOND));
    await confirmDue(under.ctx, under.accountId, since, new AbortController().signal);
    under.clock.advance(6 * SECOND);
  }
}

/** What of all kept sums differs from what stays, overage and feeds say; nothing where all agree. */
export async function flowPoolFaults(under: CardsUnderTest): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    with part as (
      select m.id as member_id, m.pool_id, c.day, greatest(0,
        case when c.day = m.leave_day then least(c.bytes, m.leave_mark) else c.bytes end
        - case when c.day = m.join_day then m.join_mark else 0 end) as bytes
      from flow_pools.member m join metering.consumption c on c.card_id = m.card_id and c.usage_id = 0
        and c.day >= m.join_day and (m.leave_day is null or c.day <= m.leave_day)
    )
    select 'offered ' || coalesce(p.member_id, d.member_id) || ' ' || coalesce(p.day, d.day) as fault
      from part p full join flow_pools.member_day d on d.member_id = p.member_id and d.day = p.day
      where coalesce(p.bytes, 0) <> coalesce(d.offered, 0)
    union all
    select 'day ' || d.pool_id || ' ' || d.day from flow_pools.pool_day d
      where (d.offered, d.drawn) <> (select coalesce(sum(m.offered), 0), coalesce(sum(m.drawn), 0)
        from flow_pools.member_day m where m.pool_id = d.pool_id and m.day = d.day)
    union all
    select 'given ' || d.pool_id || ' ' || d.day from flow_pools.pool_day d
      where d.drawn <> (select coalesce(sum(f.bytes), 0) from flow_pools.feed_day f where f.pool_id = d.pool_id and f.day = d.day)
    union all
    select 'feed ' || f.id from flow_pools.feed f
      where f.used <> (select coalesce(sum(d.bytes), 0) from flow_pools.feed_day d where d.feed_id = f.id)
    union all
    select 'cards ' || p.id from flow_pools.pool p
      where p.cards <> (select count(*) from flow_pools.member m where m.pool_id = p.id and m.left_at is null)
    union all
    select 'in ' || m.card_id from flow_pools.member m where m.left_at is null
      and not exists (select from pools.card_in_pool i where i.card_id = m.card_id and i.pool_id = m.pool_id)`.execute(
    under.db,
  );
  return rows.map(({ fault }) => fault);
}
