import type { Text } from '@cardinal/primitives/text.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { likeContains } from '../../../framework/likeContains.ts';
import type { Database } from '../../../framework/tables.ts';
import type { TaskTable } from '../store/taskStore.ts';

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

/** Tasks within the caller's scope by number or by words of their title; newest first. */
export async function findTasks(db: Database, words: string, most: number): Promise<FoundTask[]> {
  const rows = await db
    .selectFrom('tasks.task')
    .select(['id', 'task_no', 'title_zh', 'title_en', 'account_name'])
    .where((on) =>
      on.or([
        on('task_no', '=', words.toUpperCase()),
        sql<boolean>`title_zh ilike ${likeContains(words)}`,
        sql<boolean>`title_en ilike ${likeContains(words)}`,
      ]),
    )
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map(foundTask);
}

/** The task of this number within the caller's scope. */
export async function taskIdOf(db: Database, taskNo: string): Promise<string | undefined> {
  const no = taskNo.trim().toUpperCase();
  const row = await db.selectFrom('tasks.task').select('id').where('task_no', '=', no).executeTakeFirst();
  return row?.id;
}

/** The numbers of tasks within the caller's scope, and of the tasks they repeat, by id. */
/** A task's number, the task whose refused items it repeats, and its progress. */
export type TaskRef = {
  readonly taskNo: string;
  readonly retryOf: string | null;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
};

export async function taskRefs(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, TaskRef>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('tasks.task as t')
    .leftJoin('tasks.task as p', 'p.id', 't.parent_task_id')
    .select(['t.id', 't.task_no as taskNo', 'p.task_no as retryOf', 't.total', 't.done', 't.failed'])
    .where('t.id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, ...ref }) => [id, ref]));
}

/** How far tasks within the caller's scope are, and what a second person said of them, by id. */
export type TaskCheck = Readonly<
  Pick<TaskTable, 'task_no' | 'state' | 'approval' | 'account_id' | 'checked_by_name' | 'check_note'>
>;

export async function taskChecks(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, TaskCheck>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('tasks.task')
    .select(['id', 'task_no', 'state', 'approval', 'account_id', 'checked_by_name', 'check_note'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, ...check }) => [id, check]));
}
