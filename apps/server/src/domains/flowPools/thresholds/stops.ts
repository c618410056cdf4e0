import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { filled, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { liftReasons, raiseReasons } from '../../cardCommands/face.ts';
import { lockCards } from '../../cards/face.ts';
import type { FlowPoolRow } from '../flowPoolTables.ts';
import { lockPools } from '../rating/lockPools.ts';
import { ofPools } from '../rating/poolStore.ts';

const { arrears } = StopReason.values;
const AT_ONCE = 500;

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

/** Members that a stop has not gone through yet, and those it stopped that it must let go. */
async function nextCards(ctx: Ctx, pool: Pick<FlowPoolRow, 'id'>, eventId: string, isOver: boolean) {
  const { rows } = await sql<{ card_id: string }>`
    select s.card_id from flow_pools.stop s join flow_pools.member m on m.id = s.member_id
      where s.event_id = ${eventId}::bigint and (${isOver} or m.left_at is not null)
    union
    select m.card_id from flow_pools.member m
      where not ${isOver} and m.pool_id = ${pool.id}::bigint and m.left_at is null
        and not exists (select from flow_pools.stop s where s.event_id = ${eventId}::bigint and s.member_id = m.id)
        and exists (select from cards.v_card c where c.id = m.card_id and not ${arrears} = any(c.stop_reasons)
          and c.lifecycle <> 'cancelled')
    order by card_id limit ${AT_ONCE}`.execute(ofPools(ctx));
  return rows.map(({ card_id }) => card_id);
}

/** Goes through some cards of a stop, locked before their pool. Whether there may be more. */
async function settlePart(ctx: Ctx, pool: FlowPoolRow, eventId: string): Promise<boolean> {
  const ids = await nextCards(ctx, pool, eventId, !stands(pool));
  return ctx.transact(async (inside) => {
    const cards = await lockCards(ofPools(inside), ids);
    const held = (await lockPools(inside, [pool.id])).get(pool.id);
    if (!held) return false;
    const isOver = !stands(held);
    const still = new Set(await nextCards(inside, held, eventId, isOver));
    const due = cards.filter(({ id }) => still.has(id));
    await stopOrLift(
      inside,
      held,
      eventId,
      due.map(({ id }) => id),
      isOver,
    );
    const isDone = still.size <= due.length && still.size < AT_ONCE;
    if (isDone)
      await ofPools(inside)
        .updateTable('flow_pools.threshold_event')
        .set(isOver ? { lifted_at: inside.clock.now() } : { worked_off_at: inside.clock.now() })
        .where('id', '=', eventId)
        .execute();
    return !isDone && ids.length > 0;
  });
}

/** What the pool set is lifted where the pool has something again, or the card is out of it; members that run are stopped. */
async function stopOrLift(ctx: Ctx, pool: FlowPoolRow, eventId: string, cardIds: readonly string[], isOver: boolean) {
  const words = (of: typeof USED_UP) => filled(of, { code: pool.pool_code });
  const stopped = await ofPools(ctx)
    .selectFrom('flow_pools.stop')
    .select('card_id')
    .where('event_id', '=', eventId)
    .where(sql<boolean>`card_id = any(${[...cardIds]}::bigint[])`)
    .execute();
  const lifted = new Set(stopped.map(({ card_id }) => card_id));
  if (lifted.size > 0) {
    await ofPools(ctx)
      .deleteFrom('flow_pools.stop')
      .where('event_id', '=', eventId)
      .where(sql<boolean>`card_id = any(${[...lifted]}::bigint[])`)
      .execute();
    await liftReasons(ctx, { cardIds: [...lifted], reasons: [arrears], why: words(isOver ? AGAIN : LEFT) });
  }
  const toStop = isOver ? [] : cardIds.filter((id) => !lifted.has(id));
  if (toStop.length === 0) return;
  await sql`
    insert into flow_pools.stop (event_id, card_id, member_id)
    select ${eventId}::bigint, m.card_id, m.id from flow_pools.member m
    where m.card_id = any(${toStop}::bigint[]) and m.pool_id = ${pool.id}::bigint and m.left_at is null`.execute(
    ofPools(ctx),
  );
  await raiseReasons(ctx, { cardIds: toStop, reasons: [arrears], why: words(USED_UP) });
}

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
          while (!signal.aborted && (await settlePart(ctx, pool, event.id)));
    }
  },
});
