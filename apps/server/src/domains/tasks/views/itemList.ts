import { listTaskItems } from '@cardinal/contract/api/tasks/tasks.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { dataset } from '../../../framework/dataset.ts';
import { readTask } from '../store/taskStore.ts';

/** The items of one task visible to the caller; streamed page by page in order. */
export const itemDataset = dataset(listTaskItems, {
  // The task is joined so that its scope applies to the items.
  from: (ctx) =>
    ctx.db
      .selectFrom('tasks.task_item as i')
      .innerJoin('tasks.task as t', (join) => join.onRef('t.id', '=', 'i.task_id')),
  table: 'i',
  id: sql<string>`i.seq::bigint`,
  select: (query) => query.selectAll('i'),
  present: async (rows, ctx) =>
    rows.map((row) => ({
      reason: row.words_zh ? say(text(row.words_zh, row.words_en ?? row.words_zh), ctx.language) : null,
    })),
  extra: async (query, asked, ctx) => {
    const taskId = asked.taskId;
    if (!(await readTask(ctx.db, taskId))) throw new Refused(notFound);
    return query.where('i.task_id', '=', taskId);
  },
});
