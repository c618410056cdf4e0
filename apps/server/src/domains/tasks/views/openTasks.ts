import { sql } from 'kysely';
import type { Measure } from '../../../framework/measures.ts';

/** A task that a person paused or that waits for its time is not late. */
export const oldestOpenTask: Measure = {
  name: 'task_oldest_seconds',
  help: 'Age of the oldest task that should be worked on, by state; absent when there is none',
  labelNames: ['state'],
  read: async (ctx) => {
    const rows = await ctx.db
      .selectFrom('tasks.task')
      .select([
        'state',
        sql<number>`extract(epoch from ${ctx.clock.now()}::timestamptz - min(created_at))::float8`.as('age'),
      ])
      .where('state', 'in', ['untreated', 'processing'])
      .where('is_paused', '=', false)
      .where('approval', 'in', ['none', 'passed'])
      .where(sql<boolean>`coalesce(not_before, created_at) <= ${ctx.clock.now()}::timestamptz`)
      .groupBy('state')
      .execute();
    return rows.map(({ state, age }) => ({ labels: { state }, value: age }));
  },
};
