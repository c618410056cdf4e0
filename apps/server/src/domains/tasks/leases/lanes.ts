import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { wakeWorkers } from './wakeWorkers.ts';

/** The cause of a lane's hold is gone: its tasks continue at once instead of at their next check. */
export async function freeLane(ctx: Ctx, lane: string): Promise<void> {
  await ctx
    .beyondScope('a lane is shared by the tasks of all customers')
    .updateTable('tasks.task_lane')
    .set({ held_until: null, held_zh: null, held_en: null })
    .where('lane', '=', lane)
    .where('is_open', '=', true)
    .where('held_until', 'is not', null)
    .execute();
  await wakeWorkers(ctx);
}

/** How many items wait in each lane, over all unfinished tasks; empty lanes are absent. */
export async function itemsWaitingByLane(ctx: Ctx, lanes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (lanes.length === 0) return new Map();
  const { rows } = await sql<{ lane: string; waiting: string }>`
    select l.lane, sum(w.waiting) as waiting
    from tasks.task_lane l
    cross join lateral (
      select count(*) as waiting from tasks.task_item i
      where i.task_id = l.task_id and i.lane = l.lane and i.state = 'waiting'
    ) w
    where l.is_open and l.lane = any(${lanes}::text[])
    group by l.lane`.execute(ctx.beyondScope('the queue of a lane is shared by the tasks of all customers'));
  return new Map(rows.map((row) => [row.lane, Number(row.waiting)]));
}
