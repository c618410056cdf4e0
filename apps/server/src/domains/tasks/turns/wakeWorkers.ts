import type { Ctx } from '../../../framework/context.ts';

/** The job in which a worker takes turns until there is nothing left to do. */
export const WORK_TASKS = 'tasks.work';

/** Wakes idle workers when there may be something to do; one that finds nothing goes back to sleep. */
export async function wakeWorkers(ctx: Ctx, options: { at?: Date | undefined } = {}): Promise<void> {
  await ctx.enqueue({ name: WORK_TASKS }, {}, options.at ? { startAfter: options.at } : {});
}
