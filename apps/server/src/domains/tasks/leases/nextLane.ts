import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { LOCAL_LANE } from '../store/laneStore.ts';
import { taskActions } from '../store/taskAction.ts';

/**
 * The lane to serve next. Fair share: by priority, then the customer with the fewest running batches, then the lane served
 * longest ago. A huge task therefore delays a small one by one batch, not by its length. Lanes that are held, leased or at
 * their limit are skipped without blocking others.
 */
export async function nextLane(ctx: Ctx, now: Date): Promise<{ taskId: string; lane: string } | undefined> {
  const actions = [...ctx.contributed(taskActions).values()];
  const { rows } = await sql<{ task_id: string; lane: string }>`
    with running as (
      select lane, customer_id from tasks.task_lane where leased_until is not null and leased_until > ${now}
    ), lanes as (
      select lane, count(*) as turns from running group by lane
    ), customers as (
      select customer_id, count(*) as turns from running group by customer_id
    ), limits as (
      select * from unnest(
        ${actions.map((action) => action.action)}::text[],
        ${actions.map((action) => (action.mode === 'whole' ? action.atOnce : action.batchesPerLane))}::int[]
      ) as l(action_code, turns)
    )
    select l.task_id, l.lane
    from tasks.task_lane l
    join tasks.task t on t.id = l.task_id
    join limits on limits.action_code = l.action_code
    left join lanes on lanes.lane = l.lane
    left join customers on customers.customer_id = l.customer_id
    where l.is_open
      and (l.leased_until is null or l.leased_until <= ${now})
      and (l.held_until is null or l.held_until <= ${now} or t.state = 'cancelled')
      and t.drained_at is null
      and (
        t.state = 'cancelled'
        or (t.state in ('untreated', 'processing', 'waiting') and not t.is_paused
          and t.approval in ('none', 'passed') and (t.not_before is null or t.not_before <= ${now}))
      )
      and (l.lane = '' or starts_with(l.lane, ${LOCAL_LANE}) or t.state = 'cancelled' or coalesce(lanes.turns, 0) < limits.turns)
    order by l.priority desc, coalesce(customers.turns, 0),
      (select max(x.last_turn) from tasks.task_lane x where x.customer_id = l.customer_id and x.is_open) nulls first,
      l.last_turn nulls first, l.task_id
    limit 1`.execute(ctx.db);
  const [found] = rows;
  return found && { taskId: found.task_id, lane: found.lane };
}
