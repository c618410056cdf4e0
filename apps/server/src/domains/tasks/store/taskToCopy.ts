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
  /** How its targets were asked for; null where they were named one by one. */
  readonly source: unknown;
};

/** A task within the caller's scope that may be asked for once more. What took another back is asked for there. */
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
