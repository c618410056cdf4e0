import type { ActionCode } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

/** What waits for a target: the task's number and action, and since when its lane is blocked. */
export type WaitingTask = { readonly taskNo: string; readonly action: ActionCode; readonly heldSince: Date };

/** The last of these actions that waits for a target in a held lane, among tasks the caller may see. */
export async function waitingTaskOf(
  ctx: Ctx,
  target: string,
  actions: readonly ActionCode[],
): Promise<WaitingTask | undefined> {
  const row = await ctx.db
    .selectFrom('tasks.task_item as i')
    .innerJoin('tasks.task as t', 't.id', 'i.task_id')
    .innerJoin('tasks.task_lane as l', (on) => on.onRef('l.task_id', '=', 'i.task_id').onRef('l.lane', '=', 'i.lane'))
    .select(['t.task_no', 't.action_code', sql<Date>`l.held_since`.as('held_since')])
    .where('i.target', '=', target)
    .where('i.state', '=', 'waiting')
    .where('t.action_code', 'in', [...actions])
    .where('t.state', '!=', 'cancelled')
    .where('t.is_paused', '=', false)
    .where('l.held_since', 'is not', null)
    .orderBy('i.task_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { taskNo: row.task_no, action: row.action_code as ActionCode, heldSince: row.held_since };
}
