import type {
  cancelTask as cancelEndpoint,
  checkTask as checkEndpoint,
  pauseTask as pauseEndpoint,
  prioritiseTask as prioritiseEndpoint,
  resumeTask as resumeEndpoint,
} from '@cardinal/contract/api/tasks/tasks.ts';
import {
  checkOwnTask,
  notPending,
  taskAlreadyPaused,
  taskEnded,
  taskNotPaused,
} from '@cardinal/contract/api/tasks/tasks.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { noPermission, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { isTaskFinal } from '@cardinal/contract/tasks/taskStates.ts';
import { text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { wakeWorkers } from '../leases/wakeWorkers.ts';
import { settleState, tellProgress } from '../store/progress.ts';
import { findAction } from '../store/taskAction.ts';
import { lockTask, logTask, readTask, type TaskEvent, type TaskRow } from '../store/taskStore.ts';

// Locks the row for an operation on the task as a whole, so that concurrent ones run one after the other.

async function openTask(ctx: Ctx, taskId: string): Promise<TaskRow> {
  const task = await lockTask(ctx.db, taskId);
  if (!task) throw new Refused(notFound);
  if (isTaskFinal(task.state)) throw new Refused(taskEnded);
  return task;
}

/** Changes the task, writes its log entry and notifies watchers. */
async function steer(
  ctx: Ctx,
  task: TaskRow,
  change: Partial<TaskRow>,
  event: TaskEvent,
  words: { zh: string; en: string },
): Promise<TaskRow> {
  await ctx.db.updateTable('tasks.task').set(change).where('id', '=', task.id).execute();
  await logTask(ctx, task.id, event, words);
  const after = { ...task, ...change };
  await tellProgress(ctx, after);
  ctx.note({
    objectKind: 'task',
    objectId: task.id,
    taskId: task.id,
    customerId: task.customer_id,
    summary: text(`${task.task_no} ${words.zh}`, `${task.task_no} ${words.en}`),
    before: { state: task.state, isPaused: task.is_paused, priority: task.priority, approval: task.approval },
    after: { state: after.state, isPaused: after.is_paused, priority: after.priority, approval: after.approval },
  });
  return after;
}

/** A running batch ends within seconds: it checks every two. */
export async function pauseTask(ctx: Ctx, { taskId }: BodyOf<typeof pauseEndpoint>): Promise<typeof DONE> {
  const task = await openTask(ctx, taskId);
  if (task.is_paused) throw new Refused(taskAlreadyPaused);
  await steer(ctx, task, { is_paused: true }, 'paused', { zh: '已暂停', en: 'Paused' });
  return DONE;
}

export async function resumeTask(ctx: Ctx, { taskId }: BodyOf<typeof resumeEndpoint>): Promise<typeof DONE> {
  const task = await openTask(ctx, taskId);
  if (!task.is_paused) throw new Refused(taskNotPaused);
  await steer(ctx, task, { is_paused: false }, 'resumed', { zh: '已继续', en: 'Resumed' });
  await wakeWorkers(ctx);
  return DONE;
}

/** The next batch skips what has not started; sent items are still awaited. */
export async function cancelTask(ctx: Ctx, { taskId }: BodyOf<typeof cancelEndpoint>): Promise<typeof DONE> {
  const task = await openTask(ctx, taskId);
  const now = ctx.clock.now();
  const change = { state: 'cancelled' as const, is_paused: false, finished_at: now };
  const after = await steer(ctx, task, change, 'cancelled', { zh: '已取消', en: 'Cancelled' });
  await settleState(ctx, after);
  await wakeWorkers(ctx);
  return DONE;
}

/** Takes a task back that nobody has let pass yet. */
export async function cancelPending(ctx: Ctx, taskId: string): Promise<typeof DONE> {
  const task = await openTask(ctx, taskId);
  if (task.approval !== 'pending') throw new Refused(notPending);
  return cancelTask(ctx, { taskId });
}

export async function prioritiseTask(
  ctx: Ctx,
  { taskId, priority }: BodyOf<typeof prioritiseEndpoint>,
): Promise<typeof DONE> {
  if (!(await readTask(ctx.db, taskId))) throw new Refused(notFound);
  // Lock order: lanes before the task, as everywhere.
  await ctx.db.updateTable('tasks.task_lane').set({ priority }).where('task_id', '=', taskId).execute();
  const task = await openTask(ctx, taskId);
  const words = { zh: `优先级 ${task.priority} → ${priority}`, en: `Priority ${task.priority} → ${priority}` };
  await steer(ctx, task, { priority }, 'prioritised', words);
  return DONE;
}

/** Some actions ask more of whoever lets them pass. */
export function mayCheck(ctx: Ctx, { action_code }: Pick<TaskRow, 'action_code'>): boolean {
  const permission = findAction(ctx, action_code)?.checkedWith;
  return permission === undefined || holds(ctx.actor, permission);
}

/** Starter and approver are two people; a rejected task is cancelled before anything of it has started. */
export async function checkTask(ctx: Ctx, asked: BodyOf<typeof checkEndpoint>): Promise<typeof DONE> {
  const task = await openTask(ctx, asked.taskId);
  if (task.approval !== 'pending') throw new Refused(notPending);
  const { accountId, account } = accountOf(ctx);
  if (!mayCheck(ctx, task)) throw new Refused(noPermission);
  if (task.account_id === accountId) throw new Refused(checkOwnTask);
  const now = ctx.clock.now();
  const checked = {
    approval: asked.passes ? ('passed' as const) : ('rejected' as const),
    checked_by: accountId,
    checked_by_name: account,
    checked_at: now,
    check_note: asked.note || null,
  };
  const note = asked.note ? `：${asked.note}` : '';
  if (asked.passes) {
    await steer(ctx, task, checked, 'passed', { zh: `审批通过${note}`, en: `Approved${note}` });
  } else {
    const change = { ...checked, state: 'cancelled' as const, finished_at: now };
    const after = await steer(ctx, task, change, 'rejected', { zh: `审批驳回${note}`, en: `Rejected${note}` });
    await settleState(ctx, after);
  }
  await wakeWorkers(ctx);
  return DONE;
}
