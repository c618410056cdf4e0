import type { Text } from '@cardinal/primitives/text.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { containing } from '../../framework/containing.ts';
import type { Database } from '../../framework/tables.ts';
import type { TaskTable } from './taskStore.ts';

export type FoundTask = {
  readonly id: string;
  readonly taskNo: string;
  readonly title: Text;
  readonly accountName: string;
};

const foundTask = (row: Pick<TaskTable, 'id' | 'task_no' | 'title_zh' | 'title_en' | 'account_name'>): FoundTask => ({
  id: row.id,
  taskNo: row.task_no,
  title: text(row.title_zh, row.title_en),
  accountName: row.account_name,
});

/** One task within the caller's scope. */
export async function taskOf(db: Database, id: string): Promise<FoundTask | undefined> {
  const row = await db
    .selectFrom('tasks.task')
    .select(['id', 'task_no', 'title_zh', 'title_en', 'account_name'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && foundTask(row);
}

/** Tasks within the caller's scope by their number, or by words of their title; the newest first. */
export async function findTasks(db: Database, words: string, most: number): Promise<FoundTask[]> {
  const rows = await db
    .selectFrom('tasks.task')
    .select(['id', 'task_no', 'title_zh', 'title_en', 'account_name'])
    .where((on) =>
      on.or([
        on('task_no', '=', words.toUpperCase()),
        sql<boolean>`title_zh ilike ${containing(words)}`,
        sql<boolean>`title_en ilike ${containing(words)}`,
      ]),
    )
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map(foundTask);
}
