import type { ActionCode } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

export type LaterWord = { readonly taskNo: string; readonly action: ActionCode };

/**
 * What tasks started after this one do to the same targets by these actions: the latest for each. Tasks that are paused,
 * unapproved or scheduled for later do not count.
 */
export async function laterWords(
  ctx: Ctx,
  than: { readonly taskId: string; readonly targets: readonly string[]; readonly actions: readonly ActionCode[] },
): Promise<ReadonlyMap<string, LaterWord>> {
  const { rows } = await sql<{ target: string; task_no: string; action_code: ActionCode }>`
    select distinct on (i.target) i.target, t.task_no, t.action_code
    from tasks.task_item i join tasks.task t on t.id = i.task_id
    where i.target = any(${[...than.targets]}::text[]) and i.task_id > ${than.taskId}::bigint
      and t.action_code = any(${[...than.actions]}::text[]) and t.state <> 'cancelled'
      and not t.is_paused and t.approval in ('none', 'passed') and (t.not_before is null or t.not_before <= ${ctx.clock.now()})
      and i.state in ('waiting', 'processing', 'confirming', 'done')
    order by i.target, i.task_id desc`.execute(ctx.beyondScope('whoever spoke last about a card of this task'));
  return new Map(rows.map((row) => [row.target, { taskNo: row.task_no, action: row.action_code }]));
}
