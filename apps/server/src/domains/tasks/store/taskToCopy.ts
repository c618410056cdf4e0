import { taskNotCopied } from '@cardinal/contract/api/tasks/tasks.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import type { ActionCode } from '@cardinal/contract/tasks/taskCatalogue.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Parameters } from './taskAction.ts';
import { readTask } from './taskStore.ts';

export type TaskToCopy = {
  readonly id: string;
  readonly action: ActionCode;
  readonly parameters: Parameters;
  readonly total: number;
  /** How its targets were selected; null if they were named individually. */
  readonly source: unknown;
};

/** A task within the caller's scope that may be copied. Undo tasks may not: they are requested from the task they undo. */
export async function taskToCopy(ctx: Ctx, taskId: string): Promise<TaskToCopy> {
  const task = await readTask(ctx.db, taskId);
  if (!task) throw new Refused(notFound);
  if (task.undoes_task_id) throw new Refused(taskNotCopied);
  return {
    id: task.id,
    action: task.action_code,
    parameters: task.parameters as Parameters,
    total: task.total,
    source: task.selection_source,
  };
}
