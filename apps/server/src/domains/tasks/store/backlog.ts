import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

export type Backlog = {
  /** Items of open tasks that nobody has settled yet. */
  readonly items: number;
  readonly oldest: { readonly taskNo: string; readonly createdAt: Date } | undefined;
};

/** What background work still has to do within the caller's scope; what somebody holds back, or has for later, is not its. */
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
