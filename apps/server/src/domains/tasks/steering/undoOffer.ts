import { taskNotUndoable } from '@cardinal/contract/api/tasks/tasks.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { findAction, type RunningTask, type WayBack } from '../store/taskAction.ts';
import { readTask, runningTask, type TaskRow } from '../store/taskStore.ts';
import { mayStart } from './retryTask.ts';

const NOTHING_DONE = text('没有成功的项', 'no items succeeded');
const STILL_RUNNING = text('任务尚未结束', 'not finished yet');
const NOT_RECORDED = text('该任务执行时未记录原值', 'previous values were not recorded');
const NO_WAY_BACK = text('该类任务没有相反的操作', 'this action has no opposite');
const NOT_PERMITTED = text('没有相反操作的权限', 'you lack the permission for the opposite action');

export type UndoOffer = { readonly isOffered: boolean; readonly why: Text | null };

const not = (why: Text | null): UndoOffer => ({ isOffered: false, why });

/** Whether this person may undo a task now. A task that is never undoable gives no reason. */
export async function undoOffer(ctx: Ctx, task: TaskRow): Promise<UndoOffer> {
  const way = findAction(ctx, task.action_code)?.undo;
  if (!way || !task.drained_at || task.done === 0) return not(null);
  const why = await hindrance(ctx, task, way);
  return why ? not(why) : { isOffered: true, why: null };
}

/** A finished task this person may undo now; otherwise refused with the reason. */
export async function taskToUndo(
  ctx: Ctx,
  taskId: string,
): Promise<RunningTask & { readonly by: readonly [RunningTask['action'], ...RunningTask['action'][]] }> {
  const task = await readTask(ctx.db, taskId);
  if (!task) throw new Refused(notFound);
  const way = findAction(ctx, task.action_code)?.undo;
  const refused = (why: Text) => new Refused(taskNotUndoable, { why });
  if (!way) throw refused(NO_WAY_BACK);
  if (!task.drained_at) throw refused(STILL_RUNNING);
  if (task.done === 0) throw refused(NOTHING_DONE);
  const why = await hindrance(ctx, task, way);
  if (why || 'never' in way) throw refused(why ?? NO_WAY_BACK);
  return { ...runningTask(task), by: way.by };
}

async function hindrance(ctx: Ctx, task: TaskRow, way: WayBack): Promise<Text | undefined> {
  if ('never' in way) return way.never;
  const open = await ctx.db
    .selectFrom('tasks.task')
    .select('task_no')
    .where('undoes_task_id', '=', task.id)
    .where('drained_at', 'is', null)
    .executeTakeFirst();
  if (open) return text(`任务 ${open.task_no} 正在撤销`, `task ${open.task_no} is undoing it`);
  if (!(await hasValues(ctx, task.id))) return NOT_RECORDED;
  const isPermitted = way.by.some((code) => {
    const action = findAction(ctx, code);
    return action !== undefined && mayStart(ctx, action);
  });
  return isPermitted ? undefined : NOT_PERMITTED;
}

/** Either all items of an action recorded their previous value or none did, so the first one tells. */
async function hasValues(ctx: Ctx, taskId: string): Promise<boolean> {
  const first = await ctx.db
    .selectFrom('tasks.task_item')
    .select('before')
    .where('task_id', '=', taskId)
    .where('state', '=', 'done')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  return first !== undefined && first.before !== null;
}
