import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

export type Backlog = {
  /** Unfinished items of open tasks. */
  readonly items: number;
  readonly oldest: { readonly taskNo: string; readonly createdAt: Date } | undefined;
};

/** The pending background work within the caller's scope; paused, unapproved and scheduled tasks do not count. */
export async function backlog(ctx: Ctx): Promise<Backlog> {
  const open = ctx.db
    .selectFrom('tasks.task')
    .where('state', 'in', ['untreated', 'processing'])
    .where('approval', '!=', 'pending')
    .where('is_paused', '=', false)
    .where((on) => on.or([on('not_before', 'is', null), on('not_before', '<=', ctx.clock.now())]));
  const [sums, oldest] = await Promise.all([
    open
      .select(sql<string>`coalesce(sum(total - done - failed - skipped - confirming), 0)`.as('items'))
      .executeTakeFirstOrThrow(),
    open.select(['task_no', 'created_at']).orderBy('created_at').limit(1).executeTakeFirst(),
  ]);
  return {
    items: Number(sums.items),
    oldest: oldest && { taskNo: oldest.task_no, createdAt: oldest.created_at },
  };
}
