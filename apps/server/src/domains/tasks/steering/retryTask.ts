import {
  nothingToRetry,
  type retryTask as retryEndpoint,
  taskStillRunning,
} from '@cardinal/contract/api/tasks/tasks.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { noPermission, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { isTaskFinal } from '@cardinal/contract/tasks/taskStates.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { type Ctx, holds } from '../../../framework/context.ts';
import { actionOf, type Parameters, type RunningTask, type TaskAction } from '../store/taskAction.ts';
import { lockTask, readTask, runningTask } from '../store/taskStore.ts';
import { startTask } from './startTask.ts';

/** Whether this actor may start the action; one without permissions is for the system. */
export const mayStart = (ctx: Pick<Ctx, 'actor'>, action: TaskAction): boolean =>
  action.permissions.some((permission) => holds(ctx.actor, permission));

/**
 * Creates a task of the failed items; the old task is not changed. The action judges every target again: one that has changed
 * meanwhile is skipped with the reason.
 */
export async function retryTask(
  ctx: Ctx,
  { taskId }: BodyOf<typeof retryEndpoint>,
): Promise<AnswerOf<typeof retryEndpoint>> {
  const task = await lockTask(ctx.db, taskId);
  if (!task) throw new Refused(notFound);
  const action = actionOf(ctx, task.action_code);
  if (!mayStart(ctx, action)) throw new Refused(noPermission);
  if (!isTaskFinal(task.state) || !task.drained_at) throw new Refused(taskStillRunning);
  if (action.mode !== 'items' || task.failed === 0) throw new Refused(nothingToRetry);
  const started = await startTask(ctx, {
    action: task.action_code,
    title: text(`重试：${task.title_zh.replace(/^重试：/, '')}`, `Retry: ${task.title_en.replace(/^Retry: /, '')}`),
    customerId: task.customer_id,
    parameters: task.parameters as Parameters,
    parentTaskId: task.id,
    items: {
      // The task was read through the caller's scope, so its items are the caller's too.
      select: sql`select target, target_id, lane, details from tasks.task_item
        where task_id = ${task.id}::bigint and state = 'failed' order by seq`,
    },
  });
  ctx.note({
    objectKind: 'task',
    objectId: task.id,
    taskId: started.taskId,
    customerId: task.customer_id,
    summary: `${task.task_no} → ${started.taskNo}`,
  });
  return started;
}

/** A task within the caller's scope that may be repeated: started by a person, and no undo. */
export async function taskToRepeat(ctx: Ctx, id: string): Promise<RunningTask | undefined> {
  const task = await readTask(ctx.db, id);
  return task?.account_id && task.undoes_task_id === null ? runningTask(task) : undefined;
}
