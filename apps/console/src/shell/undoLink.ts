import { CARD_ACTIONS } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { UNDONE_BY } from '@cardinal/contract/api/cardBatches/undo.ts';
import type { TaskProgress } from '@cardinal/contract/api/tasks/tasks.ts';
import { mayCall } from './permissions.ts';

/** Names the task whose undo is being previewed, in the address of a screen that shows its panel. */
export const UNDO_PARAMETER = 'undo';

const ways: Readonly<Partial<Record<string, readonly (keyof typeof CARD_ACTIONS)[]>>> = UNDONE_BY;

/** The preview of a finished task's undo; undefined if it has none or the account may not start it. */
export function undoLink(task: TaskProgress): string | undefined {
  const isOver = task.confirming === 0 && task.done > 0;
  const mayUndo = ways[task.action]?.some((way) => mayCall({ permission: CARD_ACTIONS[way] })) ?? false;
  return isOver && mayUndo
    ? `/taskManagement/systemTask?shown=${task.taskId}&${UNDO_PARAMETER}=${task.taskId}`
    : undefined;
}
