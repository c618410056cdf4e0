import type { TaskItemState, TaskState } from '@cardinal/contract/enumerations/task.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Database } from '../../../framework/tables.ts';
import { countsOf } from '../store/taskStore.ts';

export type TaskProgress = ReturnType<typeof countsOf> & {
  readonly taskNo: string;
  readonly state: TaskState;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly items: readonly {
    readonly target: string;
    readonly state: TaskItemState;
    readonly code: string | null;
    readonly words: Text | null;
    readonly settledAt: Date | null;
  }[];
};

/** The progress of a task within the caller's scope, by its number, with a page of its items in order. */
export async function taskProgress(
  db: Database,
  taskNo: string,
  { skip, most }: { skip: number; most: number },
): Promise<TaskProgress | undefined> {
  const task = await db.selectFrom('tasks.task').selectAll().where('task_no', '=', taskNo).executeTakeFirst();
  if (!task) return undefined;
  const items = await db
    .selectFrom('tasks.task_item')
    .select(['target', 'state', 'code', 'words_zh', 'words_en', 'settled_at'])
    .where('task_id', '=', task.id)
    .orderBy('seq')
    .offset(skip)
    .limit(most)
    .execute();
  return {
    ...countsOf(task),
    taskNo: task.task_no,
    state: task.state,
    createdAt: task.created_at,
    finishedAt: task.finished_at,
    items: items.map((item) => ({
      target: item.target,
      state: item.state,
      code: item.code,
      words: item.words_zh ? { zh: item.words_zh, en: item.words_en ?? item.words_zh } : null,
      settledAt: item.settled_at,
    })),
  };
}
