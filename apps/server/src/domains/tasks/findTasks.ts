import type { Text } from '@cardinal/primitives/text.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Database } from '../../framework/tables.ts';

export type FoundTask = {
  readonly id: string;
  readonly taskNo: string;
  readonly title: Text;
  readonly accountName: string;
};

const containing = (words: string) => `%${words.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

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
  return rows.map((row) => ({
    id: row.id,
    taskNo: row.task_no,
    title: text(row.title_zh, row.title_en),
    accountName: row.account_name,
  }));
}
