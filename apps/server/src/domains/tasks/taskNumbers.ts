import type { TaskNumbers } from '../audit/face.ts';

/** The numbers of tasks for the operation log, which keeps ids: within the caller's scope. */
export const taskNumbers: TaskNumbers = {
  idOf: async ({ db }, taskNo) => {
    const row = await db
      .selectFrom('tasks.task')
      .select('id')
      .where('task_no', '=', taskNo.trim().toUpperCase())
      .executeTakeFirst();
    return row?.id;
  },
  numbersOf: async ({ db }, taskIds) => {
    const rows = await db
      .selectFrom('tasks.task')
      .select(['id', 'task_no'])
      .where('id', 'in', [...taskIds])
      .execute();
    return new Map(rows.map((row) => [row.id, row.task_no]));
  },
};
