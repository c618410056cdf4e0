import type { FlowFiringState } from '@cardinal/contract/enumerations/control.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { noteStops } from '../../cardCommands/face.ts';
import { lockCards } from '../../cards/face.ts';
import { stopState } from '../../control/face.ts';
import { WHY } from '../firingTable.ts';
import { noteCutOffs, steerData, unsteered } from './cutOff.ts';
import { close, GONE } from './liftEnded.ts';
import { endSpeeds } from './limitSpeeds.ts';

const { LIMIT, OFFLINE } = ControlAction.values;
const AT_ONCE = 500;
const MOST_NOTED = 10_000;
const BY_HAND = text('限速被人工更改', 'The speed was changed by hand');
const EXCEPTED = text('客户例外', 'An exception of the customer holds');
const CANCELLED = text('卡已销户', 'The card was cancelled');
const SWITCHED_ON = text('数据服务被人工恢复', 'Data was switched on by hand');

async function noteState(ctx: Ctx, ids: readonly string[], state: FlowFiringState): Promise<void> {
  await ctx
    .beyondScope(WHY)
    .updateTable('flow_control.firing')
    .set({ state })
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .where('state', 'in', ['waiting', 'confirmed'])
    .execute();
}

/** Writes down what carriers and people made of the open stops. */
export const noteStopResults = (ctx: Ctx): Promise<void> =>
  noteStops(ctx, {
    firings: sql`(select * from flow_control.firing where reason is not null)`,
    why: WHY,
    stateOf: stopState,
    note: async (inside, ids, state) => {
      if (state === 'lifted') return close(inside, ids, GONE);
      await noteState(inside, ids, state);
    },
  });

/** The same of the open limits: a limit is in force once the carrier has confirmed its speed or a lower one. */
export async function noteLimitResults(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{
    id: string;
    card_id: string;
    state: string;
    next: 'waiting' | 'confirmed' | 'refused' | 'passed' | 'excepted';
  }>`
    select * from (
      select f.id, f.card_id, f.state, case when d.is_passed then 'passed' when d.governor = 'exception' then 'excepted'
        when c.speed_kbps <= f.kbps then 'confirmed' when f.state = 'waiting' and d.state = 'refused' then 'refused'
        else f.state end as next
      from flow_control.firing f join cards.v_card c on c.id = f.card_id
        join speed_limits.v_demand d on d.card_id = f.card_id and d.source_id = f.id
      where f.state in ('waiting', 'confirmed') and f.action = ${LIMIT}
    ) s where next <> state order by id limit ${MOST_NOTED}`.execute(ctx.beyondScope(WHY));
  for (const [next, same] of Map.groupBy(rows, (row) => row.next)) {
    await ctx.transact(async (inside) => {
      const ids = same.map(({ id }) => id);
      await lockCards(
        inside.beyondScope(WHY),
        same.map(({ card_id }) => card_id),
      );
      if (next === 'passed' || next === 'excepted') await close(inside, ids, next === 'passed' ? BY_HAND : EXCEPTED);
      else await noteState(inside, ids, next);
      if (next !== 'confirmed' && next !== 'waiting') await endSpeeds(inside, same);
    });
  }
}

/** Limits and cut-offs of cards that are cancelled: nobody is asked for them any more. */
export async function endCancelled(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ id: string; card_id: string }>`
    select f.id, f.card_id from flow_control.firing f join cards.v_card c on c.id = f.card_id
    where f.state in ('waiting', 'confirmed') and f.action in (${LIMIT}, ${OFFLINE}) and c.lifecycle = 'cancelled'
    order by f.id limit ${MOST_NOTED}`.execute(ctx.beyondScope(WHY));
  if (rows.length === 0) return;
  await ctx.transact(async (inside) => {
    await lockCards(
      inside.beyondScope(WHY),
      rows.map(({ card_id }) => card_id),
    );
    await close(
      inside,
      rows.map(({ id }) => id),
      CANCELLED,
    );
    await endSpeeds(inside, rows);
  });
}

/** The same of cut-offs; what waits for somebody's change, or is to be switched on again, is asked. */
export async function settleCutOffs(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  await noteCutOffs(ctx, MOST_NOTED, async (inside, cardIds, next) => {
    const { rows } = await sql<{ id: string }>`
      select f.id from flow_control.firing f join flow_control.cut_off k on k.card_id = f.card_id and not k.to_on
      where f.card_id = any(${[...cardIds]}::bigint[]) and f.action = ${OFFLINE} and f.state in ('waiting', 'confirmed')
      order by f.id`.execute(inside.beyondScope(WHY));
    const ids = rows.map(({ id }) => id);
    if (next === 'byHand') await close(inside, ids, SWITCHED_ON);
    else await noteState(inside, ids, next === 'standing' ? 'confirmed' : 'refused');
  });
  for (let after = '0'; !signal?.aborted; ) {
    const ids = await unsteered(ctx, after, AT_ONCE);
    const last = ids.at(-1);
    if (last === undefined) return;
    await ctx.transact((inside) => steerData(inside, ids));
    after = last;
  }
}
