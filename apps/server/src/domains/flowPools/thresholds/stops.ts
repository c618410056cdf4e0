import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { filled, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { AT_ONCE, ruleCards, type Settling, settleChunk } from '../../pools/face.ts';
import type { FlowPoolRow } from '../flowPoolTables.ts';
import { lockPools } from '../rating/lockPools.ts';
import { ofPools } from '../rating/poolStore.ts';

const { arrears } = StopReason.values;

const USED_UP = text('流量池 {code} 已用尽', 'Flow pool {code} is used up');
const AGAIN = text('流量池 {code} 有可用流量', 'Flow pool {code} has data again');
const LEFT = text('已移出流量池 {code}', 'Out of the flow pool {code}');

type Open = { readonly id: string; readonly worked_off_at: Date | null };

/** The stop of a pool that still stands. */
const openEvents = (ctx: Ctx, poolId: string): Promise<Open[]> =>
  ofPools(ctx)
    .selectFrom('flow_pools.threshold_event')
    .select(['id', 'worked_off_at'])
    .where('pool_id', '=', poolId)
    .where('action', '=', ControlAction.values.STOP)
    .where('lifted_at', 'is', null)
    .orderBy('id')
    .execute();

const stands = (pool: FlowPoolRow): boolean =>
  pool.is_exhausted && pool.exhausted_action === ControlAction.values.STOP && pool.state === 'open';

type Held = { readonly pool: FlowPoolRow; readonly isOver: boolean };
type Due = { readonly cardId: string; readonly isStopped: boolean };

const asHeld = (pool: FlowPoolRow): Held => ({ pool, isOver: !stands(pool) });

/** Members that a stop has not gone through yet, and those it stopped that it must let go. */
async function dueOf(ctx: Ctx, { pool, isOver }: Held, eventId: string): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select s.card_id as "cardId", true as "isStopped" from flow_pools.stop s join flow_pools.member m on m.id = s.member_id
      where s.event_id = ${eventId}::bigint and (${isOver} or m.left_at is not null)
    union all
    select m.card_id, false from flow_pools.member m
      where not ${isOver} and m.pool_id = ${pool.id}::bigint and m.left_at is null
        and not exists (select from flow_pools.stop s where s.event_id = ${eventId}::bigint and s.card_id = m.card_id)
        and exists (select from cards.v_card c where c.id = m.card_id and not ${arrears} = any(c.stop_reasons)
          and c.lifecycle <> 'cancelled')
    order by "cardId" limit ${AT_ONCE}`.execute(ofPools(ctx));
  return rows;
}

/** What the pool set is lifted where the pool has something again, or the card is out of it; members that run are stopped. */
const settlingOf = (poolId: string, eventId: string): Settling<Held, Due> => ({
  due: (ctx, held) => dueOf(ctx, held, eventId),
  hold: async (ctx) => {
    const pool = (await lockPools(ctx, [poolId])).get(poolId);
    return pool && asHeld(pool);
  },
  settle: async (ctx, { pool, isOver }, due, cards) => {
    const of = (isStopped: boolean) =>
      due.flatMap((each) => (each.isStopped === isStopped ? (cards.get(each.cardId) ?? []) : []));
    const [toLift, toStop] = [of(true), of(false)];
    await ofPools(ctx)
      .deleteFrom('flow_pools.stop')
      .where('event_id', '=', eventId)
      .where(sql<boolean>`card_id = any(${toLift.map(({ id }) => id)}::bigint[])`)
      .execute();
    await sql`
      insert into flow_pools.stop (event_id, card_id, member_id)
      select ${eventId}::bigint, m.card_id, m.id from flow_pools.member m
      where m.card_id = any(${toStop.map(({ id }) => id)}::bigint[]) and m.pool_id = ${pool.id}::bigint
        and m.left_at is null`.execute(ofPools(ctx));
    const words = (of: typeof USED_UP) => filled(of, { code: pool.pool_code });
    await ruleCards(ctx, 'lift', toLift, () => words(isOver ? AGAIN : LEFT));
    await ruleCards(ctx, 'raise', toStop, () => words(USED_UP));
  },
  end: async (ctx, { isOver }) => {
    const now = ctx.clock.now();
    await ofPools(ctx)
      .updateTable('flow_pools.threshold_event')
      .set(isOver ? { lifted_at: now } : { worked_off_at: now })
      .where('id', '=', eventId)
      .execute();
  },
});

/** Pools whose stops may have something to do. */
async function poolsWithStops(ctx: Ctx): Promise<string[]> {
  const rows = await ofPools(ctx)
    .selectFrom('flow_pools.threshold_event as e')
    .select('e.pool_id')
    .distinct()
    .where('e.action', '=', ControlAction.values.STOP)
    .where('e.lifted_at', 'is', null)
    .execute();
  return rows.map(({ pool_id }) => pool_id);
}

/**
 * Stops the cards of pools that are used up, and lets go what a pool stopped once it has something again or the card is out of it: some
 * at a time, cards locked before their pool. Killed anywhere, it goes on where it was.
 */
export const settleStopsJob = job({
  name: 'flowPools.settleStops',
  payload: z.object({ poolId: idSchema.optional() }),
  schedule: '* * * * *',
  run: async (ctx, { poolId }, signal) => {
    for (const id of poolId ? [poolId] : await poolsWithStops(ctx)) {
      const pool = await ofPools(ctx).selectFrom('flow_pools.pool').selectAll().where('id', '=', id).executeTakeFirst();
      if (pool)
        for (const event of await openEvents(ctx, id))
          while (!signal.aborted && (await settleChunk(ctx, asHeld(pool), settlingOf(id, event.id))));
    }
  },
});
